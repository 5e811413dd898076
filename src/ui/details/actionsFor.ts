/** What can be done with a session from its page, the most likely first. Pure. */
import { isRunning, isWorking, needsUser } from '../../sessions/attention.ts';
import type { Session } from '../../sessions/session.ts';
import { detailsWords as words } from '../words/details.ts';

export interface PageAction {
	readonly label: string;
	readonly action: 'question' | 'open' | 'send' | 'interrupt' | 'stop' | 'resume' | 'reveal-terminal';
}

export function actionsFor(session: Session): readonly PageAction[] {
	const { host, agent } = session;
	if (host.kind === 'native') return [{ label: words.open(), action: 'reveal-terminal' }];
	if (!isRunning(session)) return [{ label: words.resume(), action: 'resume' }];
	const asks = needsUser(session) && session.decision !== undefined;
	const actions: (PageAction | false)[] = [
		asks && { label: words.showQuestion(), action: 'question' },
		{ label: words.open(), action: 'open' },
		agent !== 'other' && !asks && { label: words.send(), action: 'send' },
		isWorking(session) && agent !== 'other' && { label: words.interrupt(), action: 'interrupt' },
		{ label: words.stop(), action: 'stop' },
	];
	return actions.filter((action) => action !== false);
}
