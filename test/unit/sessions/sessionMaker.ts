/** A session at work in tmux, with what a test wants to be different. */
import type { Session, SessionId } from '../../../src/sessions/session.ts';

export function session(id: string, more: Partial<Session> = {}): Session {
	const agent = more.agent ?? 'claude';
	return {
		id: id as SessionId,
		name: id,
		agent,
		folder: '/repo',
		host: {
			kind: 'tmux',
			server: 'default',
			target: { server: { pid: 9, startTime: 1 }, sessionId: '$1', created: 3 },
			paneId: '%1',
			panePid: 100,
		},
		lifecycle: 'live',
		activity: 'working',
		evidence: { source: 'status-file', observation: 'busy', at: 1, confidence: 'certain' },
		activitySince: 1,
		rest: 'active',
		delegations: 0,
		commitCandidate: false,
		health: 'healthy',
		clients: 0,
		command: agent,
		createdAt: 3_000,
		...more,
	};
}
