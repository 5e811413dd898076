/** One attached client: takes input and sizes, gives output, and knows why it ended. The session behind it is never harmed. */
import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/event.ts';
import { type Logger, silentLogger } from '../base/logger.ts';
import { withTimeout } from '../base/timeout.ts';
import { type EndCause, isGivenBack, judgeEnd } from './cause.ts';
import type { PtyHealth } from './health.ts';
import { HealthWatch } from './healthWatch.ts';
import { InputQueue, type WriteOutcome } from './input.ts';
import type { PtySupport } from './loader.ts';
import { OutputPipe } from './output.ts';
import { whyNotRun } from './postMortem.ts';
import { clampSize, DEFAULT_SIZE, type PtyCommand, type PtyExit, type PtyProcess, type PtySize } from './process.ts';

export type PtyState =
	/** Until the first screen; input and sizes are remembered. */
	| { readonly kind: 'starting' }
	| { readonly kind: 'attached' }
	/** Asked to end; no more input is taken, the last output still comes. */
	| { readonly kind: 'draining' }
	| { readonly kind: 'ended'; readonly cause: EndCause };

export interface PtyActorOptions {
	/** Names the actor in the log and in a registry. */
	readonly key: string;
	readonly command: PtyCommand;
	readonly load: () => Promise<PtySupport>;
	readonly size?: PtySize;
	readonly logger?: Logger;
}

// tmux answers within milliseconds; a machine that swaps or a server in a long `run-shell` takes seconds.
const ATTACH_LIMIT_MS = 10_000;
// The client says goodbye to its server first; a hung server never answers, so the client is then killed.
const HANGUP_LIMIT_MS = 1_000;
// A killed process is gone at once unless the kernel holds it.
const KILL_LIMIT_MS = 1_000;
// The last words are one line, after about 300 characters that restore the terminal.
const LAST_WORDS_CHARACTERS = 2_048;
// Plain colours, no margins, a visible cursor, no mouse, focus or paste reports: what a client that vanished leaves switched on.
// The screen itself stays, to be read.
const GIVE_BACK = '\u001b[r\u001b(B\u001b[m\u001b[?1l\u001b>\u001b[?25h\u001b[?1000;1002;1003;1005;1006;1004;2004l\u001b[9999;1H\r\n';

class Answer<T> {
	readonly promise: Promise<T>;
	resolve: (value: T) => void = () => {};

	constructor() {
		this.promise = new Promise((resolve) => {
			this.resolve = resolve;
		});
	}
}

export class PtyActor implements Disposable {
	readonly key: string;
	readonly #logger: Logger;
	readonly #command: PtyCommand;
	readonly #onDidOutput = new Emitter<string>();
	readonly #onDidChangeState = new Emitter<PtyState>();
	readonly #onDidEnd = new Emitter<EndCause>();
	readonly #onDidChangeHealth = new Emitter<PtyHealth>();
	/** Text that fits a terminal's write; characters are never split between two events. */
	readonly onDidOutput: Event<string> = this.#onDidOutput.event;
	readonly onDidChangeState: Event<PtyState> = this.#onDidChangeState.event;
	/** Fires once, after the last output. */
	readonly onDidEnd: Event<EndCause> = this.#onDidEnd.event;
	readonly onDidChangeHealth: Event<PtyHealth> = this.#onDidChangeHealth.event;

	readonly #gone = new Answer<EndCause>();
	readonly #shown = new Answer<PtyState>();
	/** Resolves when the client is gone, also after a dispose. */
	readonly gone: Promise<EndCause> = this.#gone.promise;
	readonly #input = new InputQueue(() => this.#watch.handleProgress(this.#input.waitingBytes));
	readonly #watch = new HealthWatch({
		burstSince: () => this.#output?.burstSince,
		onChange: (health) => {
			this.#logger.info(`pty ${this.key}: ${health}`);
			this.#onDidChangeHealth.fire(health);
		},
	});
	#output: OutputPipe | undefined;
	#process: PtyProcess | undefined;
	#state: PtyState = { kind: 'starting' };
	#size: PtySize;
	#sentSize: PtySize | undefined;
	#sizeTimer: NodeJS.Immediate | undefined;
	#killTimer: NodeJS.Timeout | undefined;
	#shownOnce = false;
	#asked = false;

	constructor(options: PtyActorOptions) {
		this.key = options.key;
		this.#logger = options.logger ?? silentLogger;
		this.#size = clampSize(options.size ?? DEFAULT_SIZE);
		this.#command = options.command;
		void this.#start(options.load);
	}

	get state(): PtyState {
		return this.#state;
	}

	get health(): PtyHealth {
		return this.#watch.health;
	}

	/** The size asked for last. */
	get size(): PtySize {
		return this.#size;
	}

	/** Of the attached client, not of the session. */
	get pid(): number | undefined {
		return this.#process?.pid;
	}

	/** Input that the client has not read yet. */
	get waitingBytes(): number {
		return this.#input.waitingBytes;
	}

	/** How often a burst of output was held back so far. */
	get pauses(): number {
		return this.#output?.pauses ?? 0;
	}

	/** All of it in order, or none. Before the first screen it waits: until then the line is cooked, and would lose and interpret bytes. */
	write(data: string): WriteOutcome {
		if (this.#state.kind === 'draining' || this.#state.kind === 'ended') return 'ended';
		const outcome = this.#input.write(data);
		if (outcome === 'full') {
			this.#logger.warn(`pty ${this.key}: input of ${data.length} characters refused, ${this.#input.waitingBytes} bytes wait`);
		}
		this.#watch.handleInput(this.#input.waitingBytes, outcome === 'full');
		return outcome;
	}

	/** The last size of an event-loop turn wins; the same size again does nothing. */
	resize(size: PtySize): void {
		this.#size = clampSize(size);
		this.#sizeTimer ??= setImmediate(() => this.#applySize());
	}

	/** The last output, bounded: written to a fresh terminal it shows about the same screen. */
	snapshot(): string {
		return this.#output?.replay.text() ?? '';
	}

	/** The state once the first screen is there or the client has ended; rejects with a TimeoutError. */
	attached(limitMs = ATTACH_LIMIT_MS): Promise<PtyState> {
		return withTimeout(this.#shown.promise, limitMs, `attaching ${this.key}`);
	}

	/** Ends our client only; the session lives on. Resolves when the client is gone, by force if need be. */
	detach(): Promise<EndCause> {
		if (!this.#asked && this.#state.kind !== 'ended') {
			this.#asked = true;
			this.#setState({ kind: 'draining' }, 'asked to detach');
			this.#input.dispose();
			this.#output?.drain();
			if (this.#process === undefined) this.#end({ kind: 'detached', by: 'us' });
			else this.#hangUp(this.#process);
		}
		return this.gone;
	}

	/** Detaches without waiting, and tells nobody. */
	dispose(): void {
		for (const emitter of [this.#onDidOutput, this.#onDidChangeState, this.#onDidEnd, this.#onDidChangeHealth]) emitter.dispose();
		void this.detach();
	}

	async #start(load: () => Promise<PtySupport>): Promise<void> {
		try {
			const support = await load();
			if (this.#asked) return;
			if (support.kind === 'unavailable') return this.#end({ kind: 'failed', reason: 'unavailable', message: support.message });
			const child = support.spawn(this.#command, this.#size);
			this.#sentSize = this.#size;
			this.#process = child;
			this.#output = new OutputPipe({ valve: child, emit: (text) => this.#handleOutput(text) });
			child.onData((chunk) => this.#output?.handleChunk(chunk));
			child.onExit((exit) => this.#handleExit(exit));
			this.#logger.debug(`pty ${this.key}: client ${child.pid} started`);
		} catch (error) {
			this.#end({ kind: 'failed', reason: 'refused', message: error instanceof Error ? error.message : String(error) });
		}
	}

	#handleOutput(text: string): void {
		// Error messages are plain; a screen starts with a sequence, sent after tmux has put the line in raw mode.
		if (!this.#shownOnce && text.includes('\u001b')) this.#handleFirstScreen();
		this.#onDidOutput.fire(text);
		this.#watch.handleOutput();
	}

	#handleFirstScreen(): void {
		this.#shownOnce = true;
		this.#watch.handleFirstScreen();
		if (this.#state.kind === 'starting') this.#setState({ kind: 'attached' }, 'first screen');
		this.#shown.resolve(this.#state);
		const child = this.#process;
		if (child !== undefined) this.#input.open((bytes) => child.write(bytes));
		this.#watch.handleInput(this.#input.waitingBytes, false);
	}

	#applySize(): void {
		this.#sizeTimer = undefined;
		const size = this.#size;
		if (this.#process === undefined || this.#state.kind === 'ended') return;
		if (size.columns === this.#sentSize?.columns && size.rows === this.#sentSize.rows) return;
		this.#sentSize = size;
		try {
			this.#process.resize(size);
		} catch (error) {
			// The client is ending and its line is closed already; its exit follows.
			this.#logger.debug(`pty ${this.key}: not resized: ${error}`);
		}
	}

	#hangUp(child: PtyProcess): void {
		child.kill('SIGHUP');
		this.#killTimer = setTimeout(() => {
			this.#logger.warn(`pty ${this.key}: client ${child.pid} did not detach within ${HANGUP_LIMIT_MS} ms, killing it`);
			child.kill('SIGKILL');
			this.#killTimer = setTimeout(() => {
				this.#logger.error(`pty ${this.key}: client ${child.pid} survived SIGKILL`);
				this.#end({ kind: 'detached', by: 'us' });
			}, KILL_LIMIT_MS);
		}, HANGUP_LIMIT_MS);
	}

	#handleExit(exit: PtyExit): void {
		this.#output?.finish();
		const tail = this.#output?.replay.tail(LAST_WORDS_CHARACTERS) ?? '';
		if (this.#shownOnce && !isGivenBack(tail)) this.#onDidOutput.fire(GIVE_BACK);
		const cause = judgeEnd({ exit, tail, attached: this.#shownOnce, asked: this.#asked });
		this.#end(cause.kind === 'failed' && cause.reason === 'refused' ? (whyNotRun(this.#command) ?? cause) : cause);
	}

	#end(cause: EndCause): void {
		if (this.#state.kind === 'ended') return;
		clearTimeout(this.#killTimer);
		clearImmediate(this.#sizeTimer);
		this.#input.dispose();
		this.#output?.dispose();
		this.#setState({ kind: 'ended', cause }, JSON.stringify(cause));
		this.#watch.dispose();
		this.#shown.resolve(this.#state);
		this.#onDidEnd.fire(cause);
		this.#gone.resolve(cause);
	}

	#setState(state: PtyState, why: string): void {
		this.#logger.debug(`pty ${this.key}: ${this.#state.kind} → ${state.kind} (${why})`);
		this.#state = state;
		this.#onDidChangeState.fire(state);
	}
}
