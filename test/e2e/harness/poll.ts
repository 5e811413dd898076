/** Waits for what will be true soon. Window, extension host and tmux are separate parties: a single read proves nothing. */
import { setTimeout as delay } from 'node:timers/promises';

/** Longer than anything takes on a busy machine; what gets here has failed. */
export const LIMIT_MS = 15_000;
const INTERVAL_MS = 50;

/** Repeats an assertion until it holds; its last error is the reason when it never does. */
export async function eventually<T>(check: () => T | Promise<T>, limitMs = LIMIT_MS): Promise<T> {
	const end = Date.now() + limitMs;
	for (;;) {
		try {
			return await check();
		} catch (error) {
			if (Date.now() > end) throw error;
		}
		await delay(INTERVAL_MS);
	}
}
