/** What Codex's own files tell of one process: the rollout of the thread whose lock it holds. */
import { DisposableList, toDisposable } from '../../base/disposable.ts';
import type { TailReading } from '../files/tail.ts';
import { WatchedTail } from '../files/watchedTail.ts';
import type { AgentFact, SignalContext, SignalReader } from '../signals.ts';
import { type CodexRollout, emptyRollout, readCodexLine } from './rollout.ts';
import { type CodexThread, threadOf } from './threads.ts';

/** A new thread (`/new`, `/resume`) shows in the open files only; they are looked at this often while the pane prints. */
const RECHECK_MS = 2_000;

/** The lock comes some time after the process, without any notice: looked for at growing distances, then only when the pane prints. */
const FIRST_LOOKS_MS = [200, 400, 800, 1_600, 3_200, 6_400] as const;

export function openCodexSignals(context: SignalContext): SignalReader {
	return new CodexSignals(context);
}

class CodexSignals extends DisposableList implements SignalReader {
	readonly #context: SignalContext;
	#thread: CodexThread | undefined;
	#tail: WatchedTail | undefined;
	#rollout: CodexRollout = emptyRollout;
	#checking = false;
	#checkedAt = 0;
	#looks = 0;
	#timer: NodeJS.Timeout | undefined;

	constructor(context: SignalContext) {
		super();
		this.#context = context;
		this.add(toDisposable(() => this.#tail?.dispose()));
		this.add(toDisposable(() => clearTimeout(this.#timer)));
		void this.#check();
	}

	poke(): void {
		this.#tail?.poke();
		const wait = this.#checkedAt + (this.#tail ? RECHECK_MS : RECHECK_MS / 4) - this.#context.now();
		if (wait <= 0) void this.#check();
		else this.#checkIn(wait);
	}

	/** The last output of a burst counts too. */
	#checkIn(ms: number): void {
		this.#timer ??= setTimeout(() => {
			this.#timer = undefined;
			void this.#check();
		}, ms).unref();
	}

	async #check(): Promise<void> {
		if (this.#checking || this.disposed) return;
		this.#checking = true;
		this.#checkedAt = this.#context.now();
		const thread = await threadOf(this.#context.process, this.#context.processes).catch(() => undefined);
		this.#checking = false;
		if (this.disposed) return;
		if (!thread) {
			this.#lookAgain();
			return;
		}
		if (thread.id === this.#thread?.id && (this.#tail || !thread.file)) return;
		this.#thread = thread;
		this.#tail?.dispose();
		this.#rollout = emptyRollout;
		this.#emit({ kind: 'conversation', id: thread.id, ...(thread.file && { file: thread.file }), at: this.#context.now() });
		this.#tail = thread.file ? new WatchedTail(thread.file, (reading) => this.#read(reading)) : undefined;
	}

	#lookAgain(): void {
		const wait = FIRST_LOOKS_MS[this.#looks];
		if (wait === undefined || this.#thread) return;
		this.#looks += 1;
		this.#checkIn(wait);
	}

	#read({ lines, restarted }: TailReading): void {
		if (restarted) this.#rollout = emptyRollout;
		for (const line of lines) {
			const { state, facts } = readCodexLine(this.#rollout, line, this.#context.now());
			this.#rollout = state;
			for (const fact of facts) this.#emit(fact);
		}
	}

	#emit(fact: AgentFact): void {
		if (!this.disposed) this.#context.emit(fact);
	}
}
