/** Who stands in the way of an action, so that the user can go and look. Pure. */
import type { SessionRecord } from '../../registry/record.ts';
import type { Holder } from '../outcome.ts';
import type { Session, SessionId } from '../session.ts';

export function holderOf({ id, name, lifecycle }: Pick<Session | SessionRecord, 'id' | 'name' | 'lifecycle'>): Holder {
	return { id: id as SessionId, name, running: lifecycle === 'live' || lifecycle === 'starting' };
}
