/** Names for sessions in characters that every tmux version keeps as they are, and who has one already. */
import { basename } from 'node:path';
import type { SessionRecord } from '../../registry/record.ts';
import type { Refusal } from '../outcome.ts';
import type { Session } from '../session.ts';
import { holderOf } from './holder.ts';

/** Longer ones fill a row and say no more. */
const MAX_NAME_CHARS = 60;

/** The folder's name in plain characters. */
export function plainName(folder: string): string {
	return plain(basename(folder));
}

/** What is left of a name that a person typed; empty where nothing is. */
export function plain(name: string): string {
	return name
		.normalize('NFKD')
		.replaceAll(/\p{M}+/gu, '')
		.replaceAll(/[^A-Za-z0-9_]+/g, '-')
		.slice(0, MAX_NAME_CHARS)
		.replaceAll(/^-+|-+$/g, '');
}

/** Stopped sessions keep their names: they come back under them. */
export function nameTaken(
	name: string,
	{ sessions, records }: { readonly sessions: readonly Session[]; readonly records: readonly SessionRecord[] },
): Refusal | undefined {
	const by = sessions.find((session) => session.name === name) ?? records.find((record) => record.name === name);
	return by && { kind: 'name-taken', name, by: holderOf(by) };
}
