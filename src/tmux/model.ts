/** What tmux says exists: servers, sessions and panes as plain data, and the targets that prove which one is meant. */

/** How a server is reached: the default socket, `-L name`, or `-S path`. */
export type TmuxSocket =
	| { readonly kind: 'default' }
	| { readonly kind: 'name'; readonly name: string }
	| { readonly kind: 'path'; readonly path: string };

/** Ids restart with the server, so everything is keyed by which run of the server it came from. */
export interface ServerIdentity {
	readonly pid: number;
	/** Seconds since the epoch, as tmux prints `#{start_time}`. */
	readonly startTime: number;
}

export interface TmuxPane {
	/** `%5` */
	readonly id: string;
	/** `@3` */
	readonly windowId: string;
	/** The process tmux started in the pane. */
	readonly pid: number;
	/** The active pane of the session's active window. */
	readonly active: boolean;
	readonly dead: boolean;
	/** Known once a dead pane's exit has been reaped. */
	readonly exit?: { readonly status: number } | { readonly signal: number };
	readonly title: string;
	/** Foreground command and folder: at rest asked for in some listings only, so they may lag a few seconds behind; empty until known. */
	readonly command: string;
	readonly path: string;
	/**
	 * Changes whenever the pane printed something (cursor, history and activity stamp together), and once more when the second
	 * in which it did is over: whoever reads the screen at each change has then read the last of it.
	 */
	readonly outputMark: string;
	readonly inMode: boolean;
}

export interface TmuxSession {
	/** `$3` */
	readonly id: string;
	readonly name: string;
	/** Seconds since the epoch. */
	readonly created: number;
	/** Attached clients, ours included. */
	readonly attached: number;
	readonly bell: boolean;
	/** The id we wrote on it (`@shoal_id`), or empty. */
	readonly shoalId: string;
	/** Never empty; a window linked into several sessions is listed in each. */
	readonly panes: readonly TmuxPane[];
}

export type DiscoveryReason = 'startup' | 'push' | 'tick' | 'command' | 'reconnect';

export interface Listing {
	readonly server: ServerIdentity;
	readonly sessions: readonly TmuxSession[];
	/** Milliseconds since the epoch when the listing was complete. */
	readonly at: number;
	readonly reason: DiscoveryReason;
}

/** Proof of which session is meant; checked inside the very tmux command that acts. */
export interface SessionTarget {
	readonly server: ServerIdentity;
	readonly sessionId: string;
	readonly created: number;
}

/** Proof of which pane, running which process, is meant. */
export interface PaneTarget {
	readonly server: ServerIdentity;
	readonly paneId: string;
	readonly panePid: number;
}
