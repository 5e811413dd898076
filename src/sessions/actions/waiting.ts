/** Waits until something holds, looking again whenever a session changes and at least every so often; always within a limit. */
import { setTimeout as delay } from 'node:timers/promises';
import { nextEvent } from '../../base/event.ts';
import type { SessionList } from '../sessionList.ts';

export interface Patience {
	readonly limitMs: number;
	/** How often to look where nothing is pushed; a screen is not. */
	readonly everyMs: number;
}

/** The first result that is not undefined, or undefined when the time is over. */
export async function eventually<T>(
	sessions: SessionList,
	{ limitMs, everyMs }: Patience,
	look: () => Promise<T | undefined> | T | undefined,
): Promise<T | undefined> {
	const deadline = performance.now() + limitMs;
	for (;;) {
		const found = await look();
		if (found !== undefined) return found;
		const left = deadline - performance.now();
		if (left <= 0) return undefined;
		await changeOrTime(sessions, Math.min(everyMs, left));
	}
}

async function changeOrTime(sessions: SessionList, ms: number): Promise<void> {
	const over = new AbortController();
	const changed = nextEvent(sessions.onDidChange, over.signal).catch(() => undefined);
	await Promise.race([changed, delay(ms, undefined, { signal: over.signal }).catch(() => undefined)]);
	over.abort();
}
