/** Delivers thoughts in order to whoever stores them: bounded, one per session, and emptied before the end. */
import type { FusedThought } from './state.ts';

export interface QueuedThought {
	readonly session: string;
	readonly thought: FusedThought;
}

/** More sessions than this with something new at once is no human workload; the oldest waits for its next thought. */
const CAPACITY = 256;

export class ThoughtQueue {
	readonly #deliver: (queued: QueuedThought) => Promise<void>;
	readonly #onError: (error: unknown) => void;
	/** A map keeps the order in which sessions got something to say. */
	readonly #waiting = new Map<string, FusedThought>();
	readonly #capacity: number;
	#draining: Promise<void> | undefined;
	#dropped = 0;

	constructor(deliver: (queued: QueuedThought) => Promise<void>, onError: (error: unknown) => void, capacity = CAPACITY) {
		this.#deliver = deliver;
		this.#onError = onError;
		this.#capacity = capacity;
	}

	/** Thoughts that made room for newer ones of other sessions. */
	get dropped(): number {
		return this.#dropped;
	}

	get size(): number {
		return this.#waiting.size;
	}

	push(session: string, thought: FusedThought): void {
		const before = this.#waiting.get(session);
		// An older thought never overtakes a newer one.
		if (before && before.seq >= thought.seq) return;
		this.#waiting.set(session, thought);
		if (this.#waiting.size > this.#capacity) {
			const oldest = this.#waiting.keys().next().value;
			if (oldest !== undefined) this.#waiting.delete(oldest);
			this.#dropped += 1;
		}
		this.#draining ??= this.#run();
	}

	/** Resolves once everything that was pushed is delivered: to be awaited before shutdown. */
	async drain(): Promise<void> {
		while (this.#draining) await this.#draining;
	}

	async #run(): Promise<void> {
		// One turn of the event loop gathers what comes at once.
		await Promise.resolve();
		for (let next = this.#waiting.entries().next(); !next.done; next = this.#waiting.entries().next()) {
			const [session, thought] = next.value;
			this.#waiting.delete(session);
			try {
				await this.#deliver({ session, thought });
			} catch (error) {
				this.#onError(error);
			}
		}
		this.#draining = undefined;
	}
}
