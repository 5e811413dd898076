/** What Claude Code's own files tell of one process: its status file first, then the transcript of its conversation. */
import { join } from 'node:path';
import { DisposableList, toDisposable } from '../../base/disposable.ts';
import type { TailReading } from '../files/tail.ts';
import { WatchedTail } from '../files/watchedTail.ts';
import type { AgentFact, SignalContext, SignalReader } from '../signals.ts';
import { ClaudeHome } from './home.ts';
import { type ClaudeStatus, readingOfStatus } from './statusFile.ts';
import { type ClaudeTranscript, emptyTranscript, readClaudeLine } from './transcript.ts';

/** Watches can miss a change; a look at one small file is cheap, but not for every row that a pane prints. */
const RECHECK_MS = 1_000;

export function openClaudeSignals(context: SignalContext): SignalReader {
	return new ClaudeSignals(context);
}

export function claudeFolder(home: string, environment: Readonly<Record<string, string>>): string {
	return environment.CLAUDE_CONFIG_DIR ?? join(home, '.claude');
}

class ClaudeSignals extends DisposableList implements SignalReader {
	readonly #context: SignalContext;
	#home: ClaudeHome | undefined;
	#status: ClaudeStatus | undefined;
	#tail: WatchedTail | undefined;
	#transcript: ClaudeTranscript = emptyTranscript;
	#searching = false;
	#checkedAt = 0;
	#timer: NodeJS.Timeout | undefined;

	constructor(context: SignalContext) {
		super();
		this.#context = context;
		this.add(toDisposable(() => this.#tail?.dispose()));
		this.add(toDisposable(() => clearTimeout(this.#timer)));
		void this.#open();
	}

	poke(): void {
		this.#tail?.poke();
		// One look after the burst, whose last output counts too.
		const wait = Math.max(0, this.#checkedAt + RECHECK_MS - this.#context.now());
		this.#timer ??= setTimeout(() => this.#check(), wait).unref();
	}

	#check(): void {
		this.#timer = undefined;
		this.#checkedAt = this.#context.now();
		void this.#home?.read(this.#context.process.pid);
		void this.#findTranscript();
	}

	async #open(): Promise<void> {
		const { process, processes, shared, home } = this.#context;
		const folder = claudeFolder(home, await processes.environment(process.pid, ['CLAUDE_CONFIG_DIR']));
		if (this.disposed) return;
		const used = shared.use(`claude:${folder}`, () => new ClaudeHome(folder));
		this.#home = used.watch;
		this.add(toDisposable(used.release));
		this.add(this.#home.onDidChange(({ pid, status }) => pid === process.pid && this.#handle(status)));
		const known = this.#home.get(process.pid);
		if (known) this.#handle(known);
		else await this.#home.read(process.pid);
	}

	/** A file that another process left behind under the same pid says nothing about this one. */
	#handle(status: ClaudeStatus | undefined): void {
		if (this.disposed) return;
		const { process, now } = this.#context;
		const own = status && (status.procStart === undefined || status.procStart === process.startTime) ? status : undefined;
		const before = this.#status;
		this.#status = own;
		if (!own) {
			if (before) this.#emit({ kind: 'silent', source: 'status-file', at: now() });
			return;
		}
		if (own.sessionId !== before?.sessionId) this.#follow(own);
		const reading = readingOfStatus(own, now());
		if (reading) this.#emit({ kind: 'reading', reading });
		const shell = own.status === 'shell';
		if (shell !== (before?.status === 'shell')) this.#emit({ kind: 'backgroundShell', running: shell, at: now() });
		this.#tail?.poke();
		void this.#findTranscript();
	}

	/** `/clear` and `/resume` change the conversation under the same process. */
	#follow(status: ClaudeStatus): void {
		this.#tail?.dispose();
		this.#tail = undefined;
		this.#transcript = emptyTranscript;
		this.#emit({ kind: 'conversation', id: status.sessionId, ...(status.name && { name: status.name }), at: this.#context.now() });
	}

	/** The transcript is made at the first prompt, so it is looked for until it is there. */
	async #findTranscript(): Promise<void> {
		const id = this.#status?.sessionId;
		if (this.#tail || this.#searching || !id) return;
		this.#searching = true;
		const file = await this.#home?.findTranscript(id).catch(() => undefined);
		this.#searching = false;
		if (!file || this.disposed || this.#status?.sessionId !== id) return;
		this.#emit({ kind: 'conversation', id, file, ...(this.#status.name && { name: this.#status.name }), at: this.#context.now() });
		this.#tail = new WatchedTail(file, (reading) => this.#read(reading));
	}

	#read({ lines, restarted }: TailReading): void {
		if (restarted) this.#transcript = emptyTranscript;
		for (const line of lines) {
			const { state, facts } = readClaudeLine(this.#transcript, line, this.#context.now());
			this.#transcript = state;
			for (const fact of facts) this.#emit(fact);
		}
	}

	#emit(fact: AgentFact): void {
		if (!this.disposed) this.#context.emit(fact);
	}
}
