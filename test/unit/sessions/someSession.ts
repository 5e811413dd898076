/** A session for tests that need any: a live shell, with what matters for the case laid over it. */
import type { Session, SessionId } from '../../../src/sessions/session.ts';

export function someSession(name: string, facts: Partial<Session> = {}): Session {
	return {
		id: `id-of-${name}` as SessionId,
		name,
		agent: 'other',
		folder: '/',
		host: { kind: 'native', pid: 1, startTime: '1', ancestors: [] },
		lifecycle: 'live',
		activity: 'unknown',
		evidence: { source: 'none', observation: '', at: 0, confidence: 'none' },
		activitySince: 0,
		rest: 'active',
		delegations: 0,
		commitCandidate: false,
		health: 'healthy',
		clients: 0,
		command: 'bash',
		createdAt: 0,
		...facts,
	};
}
