/** Which sessions wait with a question, and what tells one question from another. Pure. */
import { needsUser } from '../../sessions/attention.ts';
import type { Session } from '../../sessions/session.ts';

export type Decision = NonNullable<Session['decision']>;

type Waiting = Session & { readonly decision: Decision };

/** The longest waiting first. */
export function waitingOf(sessions: readonly Session[]): readonly Waiting[] {
	return sessions.filter(isWaiting).sort((a, b) => a.decision.askedAt - b.decision.askedAt);
}

function isWaiting(session: Session): session is Waiting {
	return needsUser(session) && session.decision !== undefined;
}

/** The same question asked again is another one. */
export function questionOf({ fingerprint, askedAt }: Decision): string {
	return `${fingerprint}.${askedAt}`;
}
