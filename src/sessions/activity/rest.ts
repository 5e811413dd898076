/** How long an agent has waited for the user, in words that a person uses. Pure: the clock comes in. */
import type { Activity } from '../session.ts';
import type { Rest, ThoughtState } from './state.ts';

/** Long enough to have read the answer and not replied. */
const DROWSY_MS = 30_000;
/** The user has turned to something else. */
const SLEEPING_MS = 5 * 60_000;
/** The user has left it for the day's other work. */
const DEEP_SLEEP_MS = 60 * 60_000;

const STEPS: readonly (readonly [number, Rest])[] = [
	[DEEP_SLEEP_MS, 'deepSleep'],
	[SLEEPING_MS, 'sleeping'],
	[DROWSY_MS, 'drowsy'],
];

export function waitsForUser(activity: Activity): boolean {
	switch (activity) {
		case 'idle':
		case 'needsApproval':
		case 'needsAnswer':
		case 'failed':
		case 'startDialog':
			return true;
		case 'working':
		case 'retrying':
		case 'unknown':
			return false;
	}
}

/** Something whose last thought does not say that it waits is at most drowsy. */
export function restOf(waitingSince: number | undefined, thought: ThoughtState | undefined, now: number): Rest {
	if (waitingSince === undefined) return 'active';
	const waited = now - waitingSince;
	const rest = STEPS.find(([from]) => waited >= from)?.[1] ?? 'active';
	return rest === 'active' || thought === undefined || thought === 'sleeping' ? rest : 'drowsy';
}

/** When the next step comes, or undefined in the deepest. */
export function nextRestAt(waitingSince: number | undefined, now: number): number | undefined {
	if (waitingSince === undefined) return undefined;
	return [...STEPS]
		.reverse()
		.map(([from]) => waitingSince + from)
		.find((at) => at > now);
}
