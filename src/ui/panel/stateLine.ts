/** The line at the top of a panel: what a session does, and a word more about it. Pure. */
import { isWorking, needsUser } from '../../sessions/attention.ts';
import type { Session } from '../../sessions/session.ts';
import { activityWord } from '../words/state.ts';
import { el, type Piece } from './piece.ts';

export function stateLine(session: Session, more: readonly string[]): Piece {
	return el('p', { class: 'state-line' }, [
		el('span', { class: `dot ${toneOf(session)}`, 'aria-hidden': 'true' }),
		el('strong', {}, activityWord(session)),
		el('span', { class: 'quiet' }, more.join(' · ')),
	]);
}

/** The colours of the rows: who waits, works, rests or failed. */
function toneOf(session: Session): string {
	if (needsUser(session)) return 'waiting';
	if (isWorking(session)) return 'working';
	if (session.lifecycle === 'errored' || session.activity === 'failed') return 'failed';
	return session.lifecycle === 'live' && session.activity === 'idle' ? 'idle' : 'none';
}
