/** Text and files that have no path of their own, stored once by content so that an agent can be given one. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { done, type Outcome, refused } from '../outcome.ts';
import type { ActionDesk } from './context.ts';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** What a person pastes or selects; larger things have a path. */
export const MAX_ATTACHMENT_BYTES = 32 * 1024 * 1024;
const MAX_NAME_CHARS = 80;

export function storeAttachment(desk: ActionDesk, bytes: Uint8Array, name: string): Promise<Outcome<string>> {
	return desk.attempt(async () => {
		if (bytes.byteLength > MAX_ATTACHMENT_BYTES) return refused({ kind: 'too-long', limit: MAX_ATTACHMENT_BYTES });
		return done(await store(await storageFolder(desk), bytes, name));
	});
}

/** The folder that holds everything of ours. */
export async function storageFolder(desk: ActionDesk): Promise<string> {
	return dirname((await desk.context.registry()).sessionsFolder);
}

/** The path of a file with this content: the one there is, else a new one under this name. */
export async function store(storage: string, bytes: Uint8Array, name: string): Promise<string> {
	const folder = join(storage, 'attachments', createHash('sha256').update(bytes).digest('hex').slice(0, 32));
	const [present] = (await readdir(folder).catch(() => [])).filter((entry) => !entry.startsWith('.'));
	if (present !== undefined) return join(folder, present);
	await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
	const path = join(folder, safeName(name));
	const temporary = join(folder, `.${process.pid}.${performance.now()}.tmp`);
	try {
		// Whole or not there: an agent may read it the moment it is seen.
		await writeFile(temporary, bytes, { mode: FILE_MODE, flag: 'wx' });
		await rename(temporary, path);
	} finally {
		await rm(temporary, { force: true });
	}
	return path;
}

/** Readable, and nothing that a path, a prompt or a shell could stumble over. */
function safeName(name: string): string {
	const extension = extname(name).replaceAll(/[^A-Za-z0-9.]/g, '');
	const stem = name
		.slice(0, name.length - extname(name).length)
		.normalize('NFKD')
		.replaceAll(/[^A-Za-z0-9_-]+/g, '-')
		.replaceAll(/^-+|-+$/g, '')
		.slice(0, MAX_NAME_CHARS);
	return `${stem || 'text'}${extension}`;
}
