/** Sessions to render. */
import type { Session, SessionId } from '../../../src/sessions/session.ts';

export const NOW = Date.parse('2026-11-18T15:00:00');

export function aSession(more: Partial<Session> = {}): Session {
	return {
		id: 'session-1' as SessionId,
		name: 'tides',
		agent: 'claude',
		folder: '/src/harbor',
		host: {
			kind: 'tmux',
			server: 'default',
			target: { server: { pid: 1, startTime: 1 }, sessionId: '$1', created: 1 },
			paneId: '%1',
			panePid: 2,
		},
		lifecycle: 'live',
		activity: 'idle',
		evidence: { source: 'status-file', observation: 'status is idle', at: NOW - 5_000, confidence: 'certain' },
		activitySince: NOW - 120_000,
		rest: 'active',
		delegations: 0,
		commitCandidate: false,
		health: 'healthy',
		clients: 0,
		command: 'claude',
		createdAt: NOW - 3_600_000,
		...more,
	};
}

type Decision = NonNullable<Session['decision']>;

export function asking(decision: Partial<Decision> = {}, more: Partial<Session> = {}): Session {
	return aSession({
		activity: decision.kind === 'question' ? 'needsAnswer' : 'needsApproval',
		decision: {
			kind: 'approval',
			question: 'Do you want to proceed?',
			options: [
				{ label: 'Yes', effect: 'approve' },
				{ label: 'Yes, and don’t ask again', effect: 'approveAlways' },
				{ label: 'No', effect: 'reject' },
			],
			defaultIndex: 0,
			fingerprint: 'abc',
			askedAt: NOW - 60_000,
			...decision,
		},
		...more,
	});
}
