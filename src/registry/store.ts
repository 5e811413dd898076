/** Records on disk: one file per session in its project's folder. Knows places and files; holds nothing in memory. */
import type { Dirent } from 'node:fs';
import { lstat, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Decoded, decodeRecord, encodeRecord } from './decode.ts';
import { isMissing, RegistryError, toRegistryError } from './errors.ts';
import { isTempName, makeFolder, markOf, readBounded, removeFile, syncFolder, writeAtomic } from './files.ts';
import type { Lease } from './lock.ts';
import { ARCHIVE_FOLDER, BROKEN_FOLDER, idOfName, isProjectKey, type Layout, recordName } from './paths.ts';
import type { Problems } from './problems.ts';
import type { SessionRecord } from './record.ts';

export interface Place {
	readonly project: string;
	readonly archived: boolean;
}

export interface Stored extends Decoded, Place {
	readonly mark: string;
	readonly modifiedMs: number;
}

/** Files read at the same time: enough to keep the disk busy, far below the limit of open files. */
export const PARALLEL_READS = 32;

/** A temporary file this old belongs to no write that is still going on. */
const LITTER_AGE_MS = 10 * 60_000;

export class RecordStore {
	readonly #layout: Layout;
	readonly #problems: Problems;

	constructor(layout: Layout, problems: Problems) {
		this.#layout = layout;
		this.#problems = problems;
	}

	folderOf({ project, archived }: Place): string {
		return archived ? join(this.#layout.sessions, project, ARCHIVE_FOLDER) : join(this.#layout.sessions, project);
	}

	pathOf(place: Place, id: string): string {
		return join(this.folderOf(place), recordName(id));
	}

	/** Every project folder. Throws where the folder of all of them can't be read. */
	async projects(): Promise<readonly string[]> {
		const entries = await readdir(this.#layout.sessions, { withFileTypes: true });
		return entries.filter((entry) => isProjectKey(entry.name) && this.#isOurs(entry, this.#layout.sessions)).map((entry) => entry.name);
	}

	/** The ids in a folder. Throws where it can't be read; a link in its place is not followed. */
	async ids(place: Place): Promise<readonly string[]> {
		const folder = this.folderOf(place);
		if ((await lstat(folder)).isSymbolicLink()) throw new RegistryError('link', 'It is a symbolic link, which is not followed.');
		const ids: string[] = [];
		for (const name of await readdir(folder)) {
			const id = idOfName(name);
			if (id !== undefined) ids.push(id);
			else if (isTempName(name)) await this.#removeLitter(join(folder, name));
		}
		return ids;
	}

	/** The mark the file would be read with, without reading it. */
	async mark(place: Place, id: string): Promise<string | undefined> {
		try {
			return markOf(await lstat(this.pathOf(place, id)));
		} catch (error) {
			if (isMissing(error)) return undefined;
			throw error;
		}
	}

	async read(place: Place, id: string): Promise<Stored | undefined> {
		const file = await readBounded(this.pathOf(place, id));
		if (file === undefined) return undefined;
		const decoded = decodeRecord(file.text, { id, project: place.project });
		return { ...decoded, project: place.project, archived: place.archived, mark: file.mark, modifiedMs: file.modifiedMs };
	}

	/** Tells about a file that stays where it is, once for each state of the file. */
	async reportFile(place: Place, id: string, error: unknown): Promise<undefined> {
		const mark = await this.mark(place, id).catch(() => '');
		const { reason, message } = toRegistryError(error, 'It could not be read');
		this.#problems.report({ reason, path: this.pathOf(place, id), message: `A session file was left out. ${message}` }, mark);
	}

	/** Looks everywhere: where it was last, then every project, then every archive. */
	async find(id: string, lastProject?: string): Promise<Stored | undefined> {
		if (lastProject !== undefined && (await this.hasFolder(lastProject))) {
			const stored = await this.read({ project: lastProject, archived: false }, id);
			if (stored) return stored;
		}
		const projects = await this.projects().catch((error) => {
			if (isMissing(error)) return [];
			throw error;
		});
		for (const archived of [false, true]) {
			for (const project of projects) {
				if (archived && !(await isFolder(this.folderOf({ project, archived })))) continue;
				const stored = await this.read({ project, archived }, id);
				if (stored) return stored;
			}
		}
		return undefined;
	}

	/** Stores `after` where `before` was read, or in a place of its own; the caller holds the lock. Returns the file's mark. */
	async write(after: SessionRecord, options: { before?: Decoded; lease: Lease; archived?: boolean }): Promise<string> {
		const place = { project: after.project, archived: options.archived ?? false };
		const text = encodeRecord(after, options.before);
		await this.openFolder(place);
		return await writeAtomic(this.pathOf(place, after.id), text, options.lease.assertHeld);
	}

	/** Moves a file between project and archive in one step: at any moment there is exactly one. */
	async move(id: string, from: Place, to: Place): Promise<void> {
		await this.openFolder(to);
		await rename(this.pathOf(from, id), this.pathOf(to, id));
		await syncFolder(this.folderOf(to));
		await syncFolder(this.folderOf(from));
	}

	async remove(place: Place, id: string): Promise<boolean> {
		const removed = await removeFile(this.pathOf(place, id));
		if (removed) await syncFolder(this.folderOf(place));
		return removed;
	}

	/** Moves a file that is no record out of the way; never deletes it. Returns where it is now. */
	async setAside(place: Place, id: string, now: number): Promise<string | undefined> {
		const from = this.pathOf(place, id);
		const folder = join(this.#layout.sessions, place.project, BROKEN_FOLDER);
		const to = join(folder, `${id}.${now}.json`);
		await makeFolder(folder);
		try {
			await rename(from, to);
		} catch (error) {
			// Another window was faster.
			if (isMissing(error)) return undefined;
			throw error;
		}
		await syncFolder(folder);
		await syncFolder(dirname(from));
		return to;
	}

	/** Whether some window set the session's file aside after this time. */
	async wasSetAside(place: Place, id: string, since: number): Promise<boolean> {
		const names = await readdir(join(this.#layout.sessions, place.project, BROKEN_FOLDER)).catch(() => []);
		return names.some((name) => name.startsWith(`${id}.`) && Number(name.split('.')[1]) > since);
	}

	hasFolder(project: string): Promise<boolean> {
		return isFolder(this.folderOf({ project, archived: false }));
	}

	/** Makes the folder where needed, and refuses one that is a link to somewhere else. */
	async openFolder(place: Place): Promise<void> {
		const folder = this.folderOf(place);
		for (const part of place.archived ? [dirname(folder), folder] : [folder]) {
			await makeFolder(part);
			if (!(await isFolder(part))) throw new RegistryError('link', `${part} is a symbolic link; nothing is written through it.`);
		}
	}

	#isOurs(entry: Dirent, parent: string): boolean {
		if (entry.isSymbolicLink()) {
			const path = join(parent, entry.name);
			this.#problems.report({ reason: 'link', path, message: 'A symbolic link lies among the project folders; it is not followed.' });
		}
		return entry.isDirectory();
	}

	async #removeLitter(path: string): Promise<void> {
		const stat = await lstat(path).catch(() => undefined);
		if (stat?.isFile() && Date.now() - stat.mtimeMs > LITTER_AGE_MS) await removeFile(path).catch(() => undefined);
	}
}

async function isFolder(path: string): Promise<boolean> {
	try {
		return (await lstat(path)).isDirectory();
	} catch (error) {
		if (isMissing(error)) return false;
		throw error;
	}
}
