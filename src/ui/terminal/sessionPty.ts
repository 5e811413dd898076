/** One terminal tab on one session: a Pseudoterminal over a PTY actor, which attaches when the tab opens and can attach again. */
import { EventEmitter, type Pseudoterminal, type TerminalDimensions } from 'vscode';
import { DisposableList } from '../../base/disposable.ts';
import type { PtyActor } from '../../pty/actor.ts';
import type { EndCause } from '../../pty/cause.ts';
import { FarewellFilter } from '../../pty/farewell.ts';
import type { PtyCommand, PtySize } from '../../pty/process.ts';
import type { Outcome } from '../../sessions/outcome.ts';
import type { SessionId, TransportHealth } from '../../sessions/session.ts';
import type { SessionList } from '../../sessions/sessionList.ts';
import { refusalText } from '../words/outcome.ts';
import { terminalWords } from '../words/terminal.ts';
import { attachesQuietly, isTyped, type Sizing } from './sizing.ts';

export interface SessionPtyOptions {
	readonly id: SessionId;
	readonly name: string;
	readonly sessions: SessionList;
	readonly attachCommand: (options: { readonly ignoreSize: boolean }) => Promise<Outcome<PtyCommand>>;
	/** Lets our client set the size from now on. */
	readonly claimSize: (clientPid: number) => unknown;
	readonly sizing: () => Sizing;
	readonly openActor: (command: PtyCommand, size: PtySize | undefined) => PtyActor;
}

/** What Enter does once the session's output has stopped. */
type AfterEnd = 'attach' | 'close';

/** Longer than two parts of one write are apart, shorter than an eye notices. */
const HOLD_MS = 30;

export class SessionPty extends DisposableList implements Pseudoterminal {
	readonly #options: SessionPtyOptions;
	readonly #onDidWrite = this.add(new EventEmitter<string>());
	readonly onDidWrite = this.#onDidWrite.event;
	readonly #onDidClose = this.add(new EventEmitter<number>());
	readonly onDidClose = this.#onDidClose.event;
	readonly #onDidChangeName = this.add(new EventEmitter<string>());
	readonly onDidChangeName = this.#onDidChangeName.event;
	#name: string;
	#size: PtySize | undefined;
	#actor: PtyActor | undefined;
	#ended: AfterEnd | undefined;
	/** Attached without a say in the window's size. */
	#isQuiet = false;
	readonly #farewell = new FarewellFilter();
	#flushing: NodeJS.Timeout | undefined;

	constructor(options: SessionPtyOptions) {
		super();
		this.#options = options;
		this.#name = options.name;
		this.add(
			options.sessions.onDidChange(({ changed }) => {
				const renamed = changed.find((session) => session.id === options.id && session.name !== this.#name);
				if (renamed) {
					this.#name = renamed.name;
					this.#onDidChangeName.fire(renamed.name);
				}
			}),
		);
	}

	get id(): SessionId {
		return this.#options.id;
	}

	get health(): TransportHealth {
		return this.#actor?.health ?? 'disconnected';
	}

	/** Attaches again where the tab stands ended; for a session that was resumed. */
	revive(): void {
		if (this.#ended) void this.#attach();
	}

	open(dimensions: TerminalDimensions | undefined): void {
		this.#size = dimensions;
		void this.#attach();
	}

	setDimensions(dimensions: TerminalDimensions): void {
		this.#size = dimensions;
		this.#actor?.resize(dimensions);
	}

	handleInput(data: string): void {
		if (!this.#ended) {
			this.#claimSize(data);
			// A full mailbox means tmux has stopped reading: the bell says that the key went nowhere.
			if (this.#actor?.write(data) === 'full') this.#onDidWrite.fire('\u0007');
			return;
		}
		if (data !== '\r') return;
		if (this.#ended === 'attach') void this.#attach();
		else this.#onDidClose.fire(0);
	}

	/** The tab was closed: our client leaves, the session lives on. */
	close(): void {
		this.dispose();
	}

	override dispose(): void {
		clearTimeout(this.#flushing);
		this.#actor?.dispose();
		super.dispose();
	}

	async #attach(): Promise<void> {
		this.#ended = undefined;
		const { sizing, sessions, id } = this.#options;
		this.#isQuiet = attachesQuietly(sizing(), sessions.get(id)?.clients ?? 0);
		const outcome = await this.#options.attachCommand({ ignoreSize: this.#isQuiet });
		if (this.disposed) return;
		if (outcome.kind === 'refused') {
			this.#say(refusalText(outcome.refusal), outcome.refusal.kind === 'gone' ? 'close' : 'attach');
			return;
		}
		try {
			const actor = this.#options.openActor(outcome.value, this.#size);
			this.#actor = actor;
			actor.onDidOutput((text) => this.#show(text));
			actor.onDidEnd((cause) => this.#handleEnd(cause));
		} catch (error) {
			this.#say(terminalWords.terminalFailed(String(error)), 'attach');
		}
	}

	/** Who types works here: the window takes this tab's size. */
	#claimSize(input: string): void {
		const pid = this.#actor?.pid;
		if (!this.#isQuiet || pid === undefined || this.#options.sizing() === 'never' || !isTyped(input)) return;
		this.#isQuiet = false;
		this.#options.claimSize(pid);
	}

	#show(output: string): void {
		clearTimeout(this.#flushing);
		const text = this.#farewell.filter(output);
		if (text !== '') this.#onDidWrite.fire(text);
		if (this.#farewell.isHolding) this.#flushing = setTimeout(() => this.#onDidWrite.fire(this.#farewell.flush()), HOLD_MS);
	}

	#handleEnd(cause: EndCause): void {
		this.#actor = undefined;
		clearTimeout(this.#flushing);
		this.#farewell.flush();
		const lives = this.#options.sessions.get(this.#options.id) !== undefined;
		const { text, onEnter } = farewell(cause, { name: this.#name, lives });
		this.#say(text, onEnter);
	}

	/** One calm line under what the session last showed. */
	#say(text: string, onEnter: AfterEnd): void {
		this.#ended = onEnter;
		this.#onDidWrite.fire(`\u001b[2m${text}\u001b[0m`);
	}
}

function farewell(cause: EndCause, session: { readonly name: string; readonly lives: boolean }): { text: string; onEnter: AfterEnd } {
	switch (cause.kind) {
		case 'session-ended':
			return { text: terminalWords.terminalEnded(session.name), onEnter: 'close' };
		case 'server-died':
			return { text: terminalWords.terminalServerGone(), onEnter: 'attach' };
		case 'failed':
			return { text: terminalWords.terminalFailed(cause.message), onEnter: 'attach' };
		// Our client is gone, which says nothing about the session: the list knows.
		case 'detached':
		case 'killed':
		case 'unknown':
			return session.lives
				? { text: terminalWords.terminalDetached(session.name), onEnter: 'attach' }
				: { text: terminalWords.terminalEnded(session.name), onEnter: 'close' };
	}
}
