/** One thing at a time per key, in the order asked; different keys do not wait for each other. */

export class KeyedQueue {
	readonly #tails = new Map<string, Promise<unknown>>();

	run<T>(key: string, work: () => Promise<T>): Promise<T> {
		const before = this.#tails.get(key) ?? Promise.resolve();
		const result = before.then(work, work);
		const tail = result.catch(() => undefined);
		this.#tails.set(key, tail);
		// The last one out removes the key, so the map holds only what is in use.
		void tail.then(() => {
			if (this.#tails.get(key) === tail) this.#tails.delete(key);
		});
		return result;
	}

	/** Resolves once everything asked so far is done. */
	async idle(): Promise<void> {
		while (this.#tails.size > 0) await Promise.all(this.#tails.values());
	}
}
