/** How many sessions may run at once, and who they are where it is too many. Pure. */
import type { AgentKind } from '../../agents/adapter.ts';
import { isRunning } from '../attention.ts';
import type { Refusal } from '../outcome.ts';
import type { Session } from '../session.ts';
import { holderOf } from './holder.ts';

/** Each agent takes hundreds of megabytes; a hundred fill the machines that people have. */
export const DEFAULT_SESSION_LIMIT = 100;

export function runningCounts(sessions: readonly Session[]): Readonly<Partial<Record<AgentKind, number>>> {
	const counts: Partial<Record<AgentKind, number>> = {};
	for (const { agent } of sessions.filter(isRunning)) counts[agent] = (counts[agent] ?? 0) + 1;
	return counts;
}

/** Shells and other programs are the user's own and do not count. */
export function limitRefusal(sessions: readonly Session[], limit = DEFAULT_SESSION_LIMIT): Refusal | undefined {
	const agents = sessions.filter((session) => isRunning(session) && session.agent !== 'other');
	if (agents.length < limit) return undefined;
	const [idlest] = agents.filter(({ activity }) => activity === 'idle').sort((a, b) => a.activitySince - b.activitySince);
	return { kind: 'limit', limit, counts: runningCounts(sessions), ...(idlest && { idlest: holderOf(idlest) }) };
}
