/** Questions about a list of records; pure, newest first as the list is. */
import { RegistryError } from './errors.ts';
import { isFinished, type SessionRecord } from './record.ts';

/** The one record whose id starts with `prefix`. An id that is given whole is never ambiguous. */
export function findByPrefix(records: readonly SessionRecord[], prefix: string): SessionRecord {
	if (prefix === '') throw new RegistryError('not-found', 'No session id was given.');
	const matches = records.filter((record) => record.id.startsWith(prefix));
	const exact = matches.find((record) => record.id === prefix);
	const [only, another] = matches;
	if (exact) return exact;
	if (!only) throw new RegistryError('not-found', `No session has an id that starts with "${prefix}".`);
	if (another) throw new RegistryError('ambiguous', `"${prefix}" is ambiguous: ${matches.length} sessions have an id that starts with it.`);
	return only;
}

/** Sessions last seen under this tmux name, on one server or on any. */
export function withTmuxName(records: readonly SessionRecord[], name: string, socket?: string): readonly SessionRecord[] {
	return records.filter(({ host }) => host?.kind === 'tmux' && host.name === name && (socket === undefined || host.socket === socket));
}

/** Who works, or could work again, on an issue. */
export function unfinishedForIssue(records: readonly SessionRecord[], issueId: string): readonly SessionRecord[] {
	return records.filter((record) => record.issueId === issueId && !isFinished(record));
}
