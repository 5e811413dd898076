/** One bounded line of prompts per session, in the order asked. */
import { KeyedQueue } from '../../base/keyedQueue.ts';
import { type Outcome, refused } from '../outcome.ts';
import type { SessionId } from '../session.ts';

/** More prompts than a person keeps in mind for one agent. */
const MAX_WAITING = 20;
/** A prompt for now that comes this late would surprise whoever sent it. */
const NOW_LIMIT_MS = 60_000;

export class SendQueue {
	readonly #queue = new KeyedQueue();
	readonly #waiting = new Map<SessionId, number>();

	waiting(id: SessionId): number {
		return this.#waiting.get(id) ?? 0;
	}

	async run<T>(id: SessionId, when: 'now' | 'idle', work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
		const waiting = this.waiting(id);
		if (waiting >= MAX_WAITING) return refused({ kind: 'queue-full', waiting });
		this.#waiting.set(id, waiting + 1);
		const asked = performance.now();
		try {
			return await this.#queue.run(id, async () => {
				const waitedMs = Math.round(performance.now() - asked);
				return when === 'now' && waitedMs > NOW_LIMIT_MS ? refused({ kind: 'timed-out', waitedMs }) : work();
			});
		} finally {
			const left = this.waiting(id) - 1;
			if (left > 0) this.#waiting.set(id, left);
			else this.#waiting.delete(id);
		}
	}
}
