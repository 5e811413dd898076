/** Files that are whole or not there at all: bounded reads that follow no link, atomic durable writes, private modes. */
import { randomBytes } from 'node:crypto';
import { close, constants, fstat, open as openFile, read } from 'node:fs';
import { mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { errorCode, isMissing, RegistryError } from './errors.ts';

export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

/** A record is about 1 KB; a file a thousand times larger is not one of ours, and reading it would only take memory. */
export const MAX_FILE_BYTES = 1024 * 1024;

const openDescriptor = promisify(openFile);
const statDescriptor = promisify(fstat);
const readDescriptor = promisify(read);
const closeDescriptor = promisify(close);

const TEMP_NAME = /^\..+\.tmp$/;

export interface FileText {
	readonly text: string;
	/** Changes whenever the file is replaced or written; the same after a rename. */
	readonly mark: string;
	readonly modifiedMs: number;
}

export function markOf(stat: { ino: number; size: number; mtimeMs: number }): string {
	return `${stat.ino}:${stat.size}:${stat.mtimeMs}`;
}

/** The file's text, or nothing where there is no file. By descriptor: a thousand file handles would cost twice the time. */
export async function readBounded(path: string, maxBytes = MAX_FILE_BYTES): Promise<FileText | undefined> {
	let file: number;
	try {
		// Not blocking, so that a named pipe in the folder can't hang us.
		file = await openDescriptor(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	} catch (error) {
		if (isMissing(error)) return undefined;
		if (errorCode(error) === 'ELOOP') throw new RegistryError('link', 'It is a symbolic link, which is not followed.', { cause: error });
		throw error;
	}
	try {
		const stat = await statDescriptor(file);
		if (!stat.isFile()) throw new RegistryError('link', 'It is not a regular file.');
		if (stat.size > maxBytes) {
			throw new RegistryError('too-large', `It has ${stat.size} bytes; no record is larger than ${maxBytes}.`);
		}
		const buffer = Buffer.allocUnsafe(stat.size);
		let filled = 0;
		while (filled < buffer.length) {
			const { bytesRead } = await readDescriptor(file, buffer, filled, buffer.length - filled, filled);
			if (bytesRead === 0) break;
			filled += bytesRead;
		}
		return { text: buffer.toString('utf8', 0, filled), mark: markOf(stat), modifiedMs: stat.mtimeMs };
	} finally {
		await closeDescriptor(file);
	}
}

/**
 * Replaces a file in one step: whoever reads sees the text before or after, also when this process or the machine dies on the way.
 * `beforeRename` is the last word before the change shows. Returns the mark of the new file.
 */
export async function writeAtomic(path: string, text: string, beforeRename?: () => Promise<void>): Promise<string> {
	const folder = dirname(path);
	const temp = join(folder, `.${randomBytes(8).toString('hex')}.tmp`);
	let mark: string;
	try {
		const handle = await open(temp, 'wx', FILE_MODE);
		try {
			await handle.writeFile(text);
			await handle.sync();
			mark = markOf(await handle.stat());
		} finally {
			await handle.close();
		}
		await beforeRename?.();
		await rename(temp, path);
	} catch (error) {
		// Where even this fails the file is only litter, and what went wrong first is what matters.
		await unlink(temp).catch(() => undefined);
		throw error;
	}
	await syncFolder(folder);
	return mark;
}

/** Makes a rename or removal in the folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
	const handle = await open(folder, 'r');
	try {
		await handle.sync();
	} catch (error) {
		// Some network file systems can't sync a folder; there the rename itself is all that can be had.
		const code = errorCode(error);
		if (code !== 'EINVAL' && code !== 'ENOTSUP' && code !== 'EPERM') throw error;
	} finally {
		await handle.close();
	}
}

export async function makeFolder(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
}

/** Unlinks a file; true where it was there. */
export async function removeFile(path: string): Promise<boolean> {
	try {
		await unlink(path);
		return true;
	} catch (error) {
		if (isMissing(error)) return false;
		throw error;
	}
}

export function isTempName(name: string): boolean {
	return TEMP_NAME.test(name);
}
