/** Which sessions a filter keeps: every word must be found somewhere in what a row says or hides. Pure. */
import type { Session } from '../../sessions/session.ts';

/** `state` is what the row says of it in words, so that a person can filter by what they read. */
export function passes(session: Session, filter: string, state: string): boolean {
	const words = filter.toLocaleLowerCase().split(/\s+/).filter(Boolean);
	if (words.length === 0) return true;
	const { name, folder, agent, command, thought, objective, decision } = session;
	const haystack = [name, folder, agent, command, thought?.text, objective?.text, decision?.question, state]
		.filter((part) => part !== undefined)
		.join('\n')
		.toLocaleLowerCase();
	return words.every((word) => haystack.includes(word));
}
