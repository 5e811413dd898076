/** Who needs the user: the question that orders rows, counts badges and colours the status bar. Pure. */
import type { Session } from './session.ts';

/** The agent can't go on without a person: it asks, or it stands at a dialog before its first prompt. */
export function needsUser(session: Session): boolean {
	if (session.lifecycle !== 'live') return false;
	switch (session.activity) {
		case 'needsApproval':
		case 'needsAnswer':
		case 'startDialog':
			return true;
		case 'working':
		case 'idle':
		case 'failed':
		case 'retrying':
		case 'unknown':
			return false;
	}
}

export function isWorking(session: Session): boolean {
	return session.lifecycle === 'live' && (session.activity === 'working' || session.activity === 'retrying');
}

export function isRunning(session: Session): boolean {
	return session.lifecycle === 'live' || session.lifecycle === 'starting';
}

/** Lower comes first: who waits for a person, who failed, who works, who rests, who is stopped. */
export function attentionRank(session: Session): number {
	if (needsUser(session)) return 0;
	if (session.lifecycle === 'errored' || (session.lifecycle === 'live' && session.activity === 'failed')) return 1;
	if (isWorking(session)) return 2;
	if (session.lifecycle === 'live' && session.activity === 'idle') return session.agent === 'other' ? 4 : 3;
	return isRunning(session) ? 5 : 6;
}
