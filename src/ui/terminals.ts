/** The terminal tabs of this window: one per session, revealed instead of opened twice, ended with the window. */
import { EventEmitter, type LogOutputChannel, type Terminal, ThemeIcon, window } from 'vscode';
import { DisposableList } from '../base/disposable.ts';
import { PtyLoader } from '../pty/loader.ts';
import { PtyActors } from '../pty/registry.ts';
import type { Session, SessionId } from '../sessions/session.ts';
import type { Supervisor } from '../sessions/supervisor.ts';
import { SessionPty } from './sessionPty.ts';
import { tellRefusal } from './tellRefusal.ts';

export class SessionTerminals extends DisposableList {
	readonly #supervisor: Supervisor;
	readonly #log: LogOutputChannel;
	readonly #loader = new PtyLoader();
	readonly #actors: PtyActors;
	readonly #tabs = new Map<SessionId, Terminal>();
	readonly #onDidChangeOpen = this.add(new EventEmitter<SessionId>());
	readonly onDidChangeOpen = this.#onDidChangeOpen.event;
	/** Tells apart two tabs on one session, as after a quick close and open. */
	#opened = 0;

	constructor(supervisor: Supervisor, log: LogOutputChannel) {
		super();
		this.#supervisor = supervisor;
		this.#log = log;
		this.#actors = this.add(new PtyActors({ load: () => this.#loader.load(), logger: log }));
		this.add(window.onDidCloseTerminal((terminal) => this.#forget(terminal)));
	}

	isOpen(id: SessionId): boolean {
		return this.#tabs.has(id);
	}

	async open(session: Session): Promise<void> {
		const known = this.#tabs.get(session.id);
		if (known) {
			known.show();
			return;
		}
		const support = await this.#loader.load();
		const terminal = support.kind === 'loaded' ? this.#openBridged(session) : await this.#openOrdinary(session, support.message);
		if (!terminal) return;
		this.#tabs.set(session.id, terminal);
		this.#onDidChangeOpen.fire(session.id);
		terminal.show();
	}

	/** Closes the tab, which detaches our client; the session lives on. */
	close(id: SessionId): void {
		this.#tabs.get(id)?.dispose();
	}

	#openBridged(session: Session): Terminal {
		const pty = new SessionPty({
			id: session.id,
			name: session.name,
			sessions: this.#supervisor.sessions,
			attachCommand: () => this.#supervisor.attachCommand(session.id),
			openActor: (command, size) => this.#actors.open(`${session.id}#${++this.#opened}`, command, size),
		});
		return window.createTerminal({ name: session.name, pty, iconPath: new ThemeIcon('terminal-tmux'), isTransient: true });
	}

	/** Where node-pty can't load, VS Code's own terminal runs the same command. */
	async #openOrdinary(session: Session, why: string): Promise<Terminal | undefined> {
		this.#log.warn(`node-pty can't be loaded, terminals are opened as ordinary ones: ${why}`);
		const outcome = await this.#supervisor.attachCommand(session.id);
		if (outcome.kind === 'refused') {
			await tellRefusal(outcome.refusal);
			return undefined;
		}
		const { file, args } = outcome.value;
		// Inside tmux `tmux attach` refuses to nest; VS Code may itself have been started from there.
		const env = { TMUX: null, TMUX_PANE: null };
		return window.createTerminal({ name: session.name, shellPath: file, shellArgs: [...args], env, isTransient: true });
	}

	#forget(terminal: Terminal): void {
		for (const [id, tab] of this.#tabs) {
			if (tab !== terminal) continue;
			this.#tabs.delete(id);
			this.#onDidChangeOpen.fire(id);
		}
	}
}
