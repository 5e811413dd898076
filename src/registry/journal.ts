/** The history of each session: one line per thing that happened, appended by any window, bounded in size. */
import { open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { Emitter } from '../base/event.ts';
import { isMissing, toRegistryError } from './errors.ts';
import { FILE_MODE, makeFolder, readBounded, removeFile } from './files.ts';
import type { LockFolder } from './lock.ts';
import { checkId } from './paths.ts';

export const JOURNAL_KINDS = [
	'spawned',
	'adopted',
	'stateChanged',
	'asked',
	'answered',
	'sent',
	'interrupted',
	'killed',
	'stopped',
	'resumed',
	'renamed',
	'paused',
	'archived',
	'restored',
	'decommissioned',
	'note',
	'error',
] as const;

const entrySchema = v.object({
	/** Milliseconds since the epoch. */
	at: v.number(),
	kind: v.picklist(JOURNAL_KINDS),
	/** Who did it: a person, Shoal by itself, or something outside of it. */
	by: v.picklist(['user', 'auto', 'outside']),
	window: v.optional(v.string()),
	why: v.optional(v.string()),
	/** What a person would want to read: the question, the answer, the new name. */
	text: v.optional(v.string()),
});

export type JournalEntry = Readonly<v.InferOutput<typeof entrySchema>>;
export type JournalDraft = Omit<JournalEntry, 'at' | 'window'> & { readonly at?: number };

/** A month of a busy session; two files of it at most are kept per session. */
const ROTATE_BYTES = 256 * 1024;
/** Appends of other processes may still land in a full file while it is being rotated. */
const READ_LIMIT_BYTES = 4 * ROTATE_BYTES;
/** A line stays one write of the system, and a pasted file does not push everything else out. */
const MAX_TEXT_CHARS = 2_000;
const DEFAULT_READ_LIMIT = 500;

export interface JournalOptions {
	readonly folder: string;
	readonly locks: LockFolder;
	readonly windowId: string;
	readonly now: () => number;
}

export class Journal {
	readonly #options: JournalOptions;
	readonly #onDidAppend = new Emitter<string>();
	/** Tells of whose history this window has written to. */
	readonly onDidAppend = this.#onDidAppend.event;

	constructor(options: JournalOptions) {
		this.#options = options;
	}

	/** Not synced to disk: it outlives this process, and a power cut may cost the last seconds of history. */
	async append(id: string, draft: JournalDraft): Promise<void> {
		checkId(id);
		const entry: JournalEntry = { at: this.#options.now(), window: this.#options.windowId, ...bounded(draft) };
		// A newline on both sides: where the line before is torn, this one still stands by itself.
		const line = Buffer.from(`\n${JSON.stringify(entry)}\n`);
		try {
			if ((await this.#appendLine(this.#path(id), line)) > ROTATE_BYTES) await this.#rotate(id);
		} catch (error) {
			throw toRegistryError(error, `Could not write the history of session ${id}`);
		}
		this.#onDidAppend.fire(id);
	}

	/** Oldest first, the last `limit` entries. Lines that are torn or not understood are left out. */
	async read(id: string, limit = DEFAULT_READ_LIMIT): Promise<readonly JournalEntry[]> {
		checkId(id);
		try {
			const older = await readBounded(this.#olderPath(id), READ_LIMIT_BYTES);
			const current = await readBounded(this.#path(id), READ_LIMIT_BYTES);
			return [older, current].flatMap((file) => (file ? parseLines(file.text) : [])).slice(-limit);
		} catch (error) {
			throw toRegistryError(error, `Could not read the history of session ${id}`);
		}
	}

	async remove(id: string): Promise<void> {
		await removeFile(this.#path(id));
		await removeFile(this.#olderPath(id));
	}

	/** One write to the end of the file, which the system does not mix with another process's. Returns the size after it. */
	async #appendLine(path: string, line: Buffer): Promise<number> {
		const handle = await open(path, 'a', FILE_MODE).catch(async (error) => {
			if (!isMissing(error)) throw error;
			await makeFolder(this.#options.folder);
			return open(path, 'a', FILE_MODE);
		});
		try {
			await handle.write(line);
			return (await handle.stat()).size;
		} finally {
			await handle.close();
		}
	}

	/** One process rotates; the size is looked at again under the lock, or a second one would push out what the first just kept. */
	async #rotate(id: string): Promise<void> {
		await this.#options.locks.hold(`journal.${id}`, async () => {
			const { size } = await stat(this.#path(id));
			if (size > ROTATE_BYTES) await rename(this.#path(id), this.#olderPath(id));
		});
	}

	#path(id: string): string {
		return join(this.#options.folder, `${id}.jsonl`);
	}

	#olderPath(id: string): string {
		return join(this.#options.folder, `${id}.1.jsonl`);
	}
}

function bounded(draft: JournalDraft): JournalDraft {
	const cut = (text: string) => (text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS)}…` : text);
	return {
		...draft,
		...(draft.text === undefined ? {} : { text: cut(draft.text) }),
		...(draft.why === undefined ? {} : { why: cut(draft.why) }),
	};
}

function parseLines(text: string): JournalEntry[] {
	return text.split('\n').flatMap((line) => {
		if (line === '') return [];
		try {
			const result = v.safeParse(entrySchema, JSON.parse(line));
			return result.success ? [result.output] : [];
		} catch {
			return [];
		}
	});
}
