/** What Copilot's own files tell of one process: the event log of the session that it marked as in use. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DisposableList, toDisposable } from '../../base/disposable.ts';
import { WatchedTail } from '../files/watchedTail.ts';
import type { SignalContext, SignalReader } from '../signals.ts';
import { readCopilotLine } from './events.ts';

/** The mark comes some time after the process; it is looked for this often while the pane prints. */
const RECHECK_MS = 1_000;

export function openCopilotSignals(context: SignalContext): SignalReader {
	return new CopilotSignals(context);
}

/** `session-state/<id>/inuse.<pid>.lock` names the session of a process. */
export async function findCopilotSession(states: string, pid: number): Promise<string | undefined> {
	for (const id of await readdir(states).catch(() => [])) {
		const names: readonly string[] = await readdir(join(states, id)).catch(() => []);
		if (names.includes(`inuse.${pid}.lock`)) return id;
	}
	return undefined;
}

class CopilotSignals extends DisposableList implements SignalReader {
	readonly #context: SignalContext;
	#tail: WatchedTail | undefined;
	#checkedAt = 0;
	#timer: NodeJS.Timeout | undefined;

	constructor(context: SignalContext) {
		super();
		this.#context = context;
		this.add(toDisposable(() => this.#tail?.dispose()));
		this.add(toDisposable(() => clearTimeout(this.#timer)));
		this.poke();
	}

	poke(): void {
		this.#tail?.poke();
		if (this.#tail) return;
		const wait = Math.max(0, this.#checkedAt + RECHECK_MS - this.#context.now());
		this.#timer ??= setTimeout(() => void this.#check(), wait).unref();
	}

	async #check(): Promise<void> {
		this.#timer = undefined;
		this.#checkedAt = this.#context.now();
		const { process, home, now, emit } = this.#context;
		const states = join(home, '.copilot/session-state');
		const id = await findCopilotSession(states, process.pid);
		if (!id || this.#tail || this.disposed) return;
		const file = join(states, id, 'events.jsonl');
		emit({ kind: 'conversation', id, file, at: now() });
		this.#tail = new WatchedTail(file, ({ lines }) => {
			for (const fact of lines.flatMap((line) => readCopilotLine(line, now()))) if (!this.disposed) emit(fact);
		});
	}
}
