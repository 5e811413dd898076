/** The terminal tabs of this window: one per session, revealed instead of opened twice, ended with the window. */
import {
	EventEmitter,
	type ExtensionTerminalOptions,
	type LogOutputChannel,
	type Terminal,
	TerminalExitReason,
	TerminalLocation,
	type TerminalOptions,
	ThemeIcon,
	ViewColumn,
	window,
} from 'vscode';
import { DisposableList } from '../../base/disposable.ts';
import { PtyLoader } from '../../pty/loader.ts';
import { PtyActors } from '../../pty/registry.ts';
import type { Session, SessionId, TransportHealth } from '../../sessions/session.ts';
import type { Supervisor } from '../../sessions/supervisor.ts';
import { agentIcon } from '../agentIcons.ts';
import { tabColour } from '../repoColour.ts';
import { settings } from '../settings.ts';
import { tellRefusal } from '../tellRefusal.ts';
import { SessionPty } from './sessionPty.ts';

export type TabPlace = 'panel' | 'beside';

export interface OpenTab {
	readonly id: SessionId;
	readonly place: TabPlace;
}

export interface OpenOptions {
	readonly place?: TabPlace;
	/** Opens the tab without showing it or taking the focus. */
	readonly inBackground?: boolean;
}

export class SessionTerminals extends DisposableList {
	readonly #supervisor: Supervisor;
	readonly #log: LogOutputChannel;
	readonly #loader = new PtyLoader();
	readonly #actors: PtyActors;
	readonly #tabs = new Map<SessionId, { readonly terminal: Terminal; readonly place: TabPlace }>();
	/** Tabs being opened: a double click asks twice before the first tab stands. */
	readonly #opening = new Map<SessionId, Promise<Terminal | undefined>>();
	readonly #onDidChangeOpen = this.add(new EventEmitter<SessionId>());
	readonly onDidChangeOpen = this.#onDidChangeOpen.event;
	/** Tells apart two tabs on one session, as after a quick close and open. */
	#opened = 0;

	constructor(supervisor: Supervisor, log: LogOutputChannel) {
		super();
		this.#supervisor = supervisor;
		this.#log = log;
		this.#actors = this.add(new PtyActors({ load: () => this.#loader.load(), logger: log }));
		this.add(window.onDidOpenTerminal((terminal) => this.#handleOpen(terminal)));
		this.add(window.onDidCloseTerminal((terminal) => this.#handleClose(terminal)));
	}

	get tabs(): readonly OpenTab[] {
		return [...this.#tabs].map(([id, { place }]) => ({ id, place }));
	}

	isOpen(id: SessionId): boolean {
		return this.#tabs.has(id);
	}

	/** Whether the session's tab is the one in front. */
	isActive(id: SessionId): boolean {
		const terminal = this.#tabs.get(id)?.terminal;
		return terminal !== undefined && terminal === window.activeTerminal;
	}

	/** How well the session's tab keeps up; undefined without one. */
	healthOf(id: SessionId): TransportHealth | undefined {
		const terminal = this.#tabs.get(id)?.terminal;
		return terminal && bridgeOf(terminal)?.health;
	}

	async open(session: Session, { place = 'panel', inBackground = false }: OpenOptions = {}): Promise<void> {
		const known = this.#tabs.get(session.id)?.terminal;
		if (known) bridgeOf(known)?.revive();
		const terminal = known ?? (await (this.#opening.get(session.id) ?? this.#start(session, place)));
		if (!inBackground) terminal?.show();
	}

	/** Closes the tab, which detaches our client; the session lives on. */
	close(id: SessionId): void {
		this.#tabs.get(id)?.terminal.dispose();
	}

	/** What a tab on the session is made of, for those who make the tab themselves. */
	async optionsFor(session: Session): Promise<ExtensionTerminalOptions | TerminalOptions | undefined> {
		const support = await this.#loader.load();
		return support.kind === 'loaded' ? this.#bridged(session) : this.#ordinary(session, support.message);
	}

	async #start(session: Session, place: TabPlace): Promise<Terminal | undefined> {
		const starting = this.#create(session, place);
		this.#opening.set(session.id, starting);
		try {
			return await starting;
		} finally {
			this.#opening.delete(session.id);
		}
	}

	async #create(session: Session, place: TabPlace): Promise<Terminal | undefined> {
		const options = await this.optionsFor(session);
		if (!options || this.disposed) return undefined;
		const location = place === 'beside' ? { viewColumn: ViewColumn.Beside, preserveFocus: true } : TerminalLocation.Panel;
		const terminal = window.createTerminal({ ...options, location });
		this.#keep(session.id, terminal, place);
		return terminal;
	}

	#bridged(session: Session): ExtensionTerminalOptions {
		const pty = new SessionPty({
			id: session.id,
			name: session.name,
			sessions: this.#supervisor.sessions,
			attachCommand: (options) => this.#supervisor.actions.attachCommand(session.id, options),
			claimSize: (clientPid) => this.#supervisor.actions.claimSize(session.id, clientPid),
			sizing: settings.sizing,
			openActor: (command, size) => this.#actors.open(`${session.id}#${++this.#opened}`, command, size),
		});
		return { name: session.name, pty, ...this.#look(session), isTransient: true };
	}

	/** Where node-pty can't load, VS Code's own terminal runs the same command. */
	async #ordinary(session: Session, why: string): Promise<TerminalOptions | undefined> {
		this.#log.warn(`node-pty can't be loaded, terminals are opened as ordinary ones: ${why}`);
		const outcome = await this.#supervisor.actions.attachCommand(session.id);
		if (outcome.kind === 'refused') {
			await tellRefusal(outcome.refusal);
			return undefined;
		}
		const { file, args } = outcome.value;
		// Inside tmux `tmux attach` refuses to nest; VS Code may itself have been started from there.
		const env = { TMUX: null, TMUX_PANE: null };
		return { name: session.name, shellPath: file, shellArgs: [...args], env, ...this.#look(session), isTransient: true };
	}

	/** The agent's picture, in the colour of the repository it works in. */
	#look({ agent, folder }: Session): Pick<TerminalOptions, 'iconPath' | 'color'> {
		const colour = this.#supervisor.repositories.colourOf(folder);
		return { iconPath: new ThemeIcon(agentIcon(agent)), ...(colour && { color: tabColour(colour) }) };
	}

	#keep(id: SessionId, terminal: Terminal, place: TabPlace): void {
		this.#tabs.set(id, { terminal, place });
		this.#onDidChangeOpen.fire(id);
	}

	/** A tab that VS Code made from our options, as from the + menu, is one of ours too. */
	#handleOpen(terminal: Terminal): void {
		const pty = bridgeOf(terminal);
		if (pty && !this.#tabs.has(pty.id)) this.#keep(pty.id, terminal, 'panel');
	}

	#handleClose(closed: Terminal): void {
		// A window that goes away takes its tabs along; the next one opens them again.
		if (closed.exitStatus?.reason === TerminalExitReason.Shutdown) return;
		for (const [id, { terminal }] of this.#tabs) {
			if (terminal !== closed) continue;
			this.#tabs.delete(id);
			this.#onDidChangeOpen.fire(id);
		}
	}
}

/** The bridge of a tab that runs over one of ours. */
function bridgeOf({ creationOptions }: Terminal): SessionPty | undefined {
	return 'pty' in creationOptions && creationOptions.pty instanceof SessionPty ? creationOptions.pty : undefined;
}
