/** How long something has been so, as short as a row can hold it. Pure: the clock comes in. */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export type Age = { readonly unit: 'minutes' | 'hours' | 'days'; readonly count: number };

/** Undefined within the first minute: what is fresh needs no age. */
export function ageOf(since: number, now: number): Age | undefined {
	const ms = now - since;
	if (!(ms >= MINUTE_MS)) return undefined;
	if (ms < HOUR_MS) return { unit: 'minutes', count: Math.floor(ms / MINUTE_MS) };
	if (ms < DAY_MS) return { unit: 'hours', count: Math.floor(ms / HOUR_MS) };
	return { unit: 'days', count: Math.floor(ms / DAY_MS) };
}
