/** The same work for many things, a limited number of them at a time. */

export async function inParallel<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<unknown>): Promise<void> {
	// One iterator for all workers: each takes the next item when it is free.
	const rest = items[Symbol.iterator]();
	const worker = async () => {
		for (const item of rest) await work(item);
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}
