/** The port to one tmux server: an observation that follows it, and typed verbs that act on exact targets. */
import type { Disposable } from '../base/disposable.ts';
import type { Event } from '../base/event.ts';
import type { TmuxError } from './errors.ts';
import type { DiscoveryReason, Listing, PaneTarget, SessionTarget, TmuxSocket } from './model.ts';

/**
 * What is known of the server now. `listed` and `absent` are reliable; `unobservable` says nothing about the sessions,
 * which therefore stay as they were.
 */
export type Observation =
	| { readonly kind: 'pending' }
	| { readonly kind: 'listed'; readonly listing: Listing; readonly via: 'streams' | 'polling' }
	| { readonly kind: 'absent' }
	| { readonly kind: 'unobservable'; readonly error: TmuxError };

/** How eagerly to look for what tmux does not push: quick while a view is open and something lives. */
export type Pace = 'quick' | 'slow';

export interface NewSession {
	/** `[A-Za-z0-9_-]`, not starting with `-`; a taken one is refused as `duplicate-name`. */
	readonly name: string;
	readonly folder: string;
	/** Exact argv; never goes through a shell. */
	readonly command: readonly [string, ...string[]];
	readonly env?: Readonly<Record<string, string>>;
	readonly shoalId: string;
	readonly size?: { readonly columns: number; readonly rows: number };
}

export interface AttachOptions {
	/** Follow the window's size without ever setting it, so that a mere look never shrinks another client's window. */
	readonly ignoreSize?: boolean;
}

export interface CaptureOptions {
	/** With the escape sequences that colour it. */
	readonly ansi?: boolean;
	/** So many lines of what has scrolled off come before the screen. */
	readonly scrolledLines?: number;
}

/** A command for a terminal to run: argv and an environment free of what must not leak into tmux. */
export interface AttachCommand {
	readonly file: string;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
}

export interface TmuxServer extends Disposable {
	readonly socket: TmuxSocket;
	readonly observation: Observation;
	readonly onDidObserve: Event<Observation>;
	/** Begins to observe. Never starts a tmux server. */
	start(): void;
	setPace(pace: Pace): void;
	/** Looks now; resolves when an observation made after the call has been fired. */
	refresh(reason: DiscoveryReason): Promise<Observation>;

	/** Starts the server if none runs, with an environment free of the editor's own. */
	newSession(spec: NewSession): Promise<SessionTarget & PaneTarget>;
	killSession(target: SessionTarget): Promise<void>;
	renameSession(target: SessionTarget, name: string): Promise<void>;
	/** Sets a user option (`@…`) on a session; with `onlyIfUnset`, returns the value that stands afterwards. */
	setUserOption(target: SessionTarget, option: string, value: string, onlyIfUnset?: boolean): Promise<string>;
	/** Screens of many panes in one process; a pane that is gone is missing from the map. */
	capture(paneIds: readonly string[], options?: CaptureOptions): Promise<ReadonlyMap<string, string>>;
	/** Pastes text as bracketed paste, then presses Enter if asked; leaves copy mode first. Refused for a dead pane and for another process. */
	paste(target: PaneTarget, text: string, options?: { readonly enter?: boolean }): Promise<void>;
	/**
	 * Named keys (`Escape`, `C-u`, `Enter`) or literal characters, in order, in one tmux command.
	 * With `shown`, only while each of these rows is on the pane's screen, looked for in the same command; otherwise `changed`.
	 */
	sendKeys(target: PaneTarget, keys: readonly string[], options?: { readonly shown?: readonly string[] }): Promise<void>;
	/** Detaches every client of the session; the session lives on. Returns how many there were. */
	detachClients(target: SessionTarget): Promise<number>;
	/** Fails, instead of showing another session, when the one that is meant is gone by the time it runs. */
	attachCommand(target: SessionTarget, options?: AttachOptions): AttachCommand;
	/** Lets an attached client that ignored sizes set them from now on; nothing happens where it is gone. */
	claimSize(clientPid: number): Promise<void>;
}
