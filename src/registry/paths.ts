/** Where things are in the registry folder, and which names are safe to be part of a path. */
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { RegistryError } from './errors.ts';

export const ARCHIVE_FOLDER = '.archive';
export const BROKEN_FOLDER = '.broken';
const RECORD_SUFFIX = '.json';

/** Ids also arrive from outside (a tmux user option), so they are checked before they name a file. */
const SAFE_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const SAFE_PROJECT = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,99}$/u;

/** Long enough to tell projects apart by eye, short enough that name and hash stay far below the 255 bytes of a file name. */
const READABLE_CHARS = 32;
/** 40 bits: a collision among a thousand projects is less likely than one in a million. */
const HASH_CHARS = 10;

export interface Layout {
	readonly root: string;
	readonly sessions: string;
	readonly journal: string;
	readonly claims: string;
	readonly locks: string;
	readonly counters: string;
}

export function layoutOf(root: string): Layout {
	return {
		root,
		sessions: join(root, 'sessions'),
		journal: join(root, 'journal'),
		claims: join(root, 'claims'),
		locks: join(root, 'locks'),
		counters: join(root, 'counters.json'),
	};
}

/** The folder name of a project: readable, the same on every run, different for different folders of the same name. */
export function projectKey(folderOrRepo: string): string {
	const trimmed = folderOrRepo.length > 1 ? folderOrRepo.replace(/[\\/]+$/, '') : folderOrRepo;
	const readable = basename(trimmed)
		.normalize('NFC')
		.replace(/[^\p{L}\p{N}_]+/gu, '-')
		.replace(/^-+/, '')
		.slice(0, READABLE_CHARS)
		.replace(/-+$/, '');
	const hash = createHash('sha256').update(trimmed).digest('hex').slice(0, HASH_CHARS);
	return `${readable || 'root'}-${hash}`;
}

export function isSessionId(text: string): boolean {
	return SAFE_ID.test(text);
}

export function checkId(id: string): void {
	if (!isSessionId(id)) throw new RegistryError('invalid', `"${id.slice(0, 80)}" can't be the id of a session.`);
}

export function isProjectKey(text: string): boolean {
	return SAFE_PROJECT.test(text);
}

export function recordName(id: string): string {
	return `${id}${RECORD_SUFFIX}`;
}

/** The id a file name stands for, or nothing for files that are not records (temporary files start with a dot). */
export function idOfName(name: string): string | undefined {
	if (!name.endsWith(RECORD_SUFFIX)) return undefined;
	const id = name.slice(0, -RECORD_SUFFIX.length);
	return isSessionId(id) ? id : undefined;
}
