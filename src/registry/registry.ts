/**
 * The registry of sessions: what tmux can't know, shared by all windows on this machine and safe against the death of any of them.
 *
 *  - `openRegistry` loads everything and follows what other windows do. `list`, `get` and the `find…` questions answer from memory,
 *    newest first; records are frozen, and a record that did not change stays the same object.
 *  - `create`, `update`, `save`, `archive`, `restore`, `delete` are on disk when they resolve. `update` takes a pure function, called
 *    once with the record as it is on disk under a lock between processes. `save` takes a whole record and refuses with `lost-race`
 *    where another window wrote since it was read. Each rejects with a `RegistryError` and has then changed nothing.
 *  - `checkpoint` is for observations: returns at once, gathers, writes soon (`urgent`) or within 30 s (`lazy`), tries again on failure.
 *  - `claim` lets exactly one window do what must happen once; see `claims.ts` for what a crash of the winner means.
 *  - `close` ends it in order, for `deactivate`.
 *  - `journal` is the history of each session, `reserveName` gives default names that were never used.
 *  - `onDidChange` tells of every change with its origin; `onDidFindProblem` of each bad file once, `problems` are all of them so far.
 *
 * Archived sessions are not in memory: `listArchive` reads them when asked. A project folder that vanishes keeps its sessions in the
 * list, and the next write to it writes all of them again.
 */
import { chmod } from 'node:fs/promises';
import { type Disposable, DisposableList } from '../base/disposable.ts';
import type { Event } from '../base/event.ts';
import { KeyedQueue } from '../base/keyedQueue.ts';
import type { Logger } from '../base/logger.ts';
import { withTimeout } from '../base/timeout.ts';
import { countArchive, readArchive } from './archive.ts';
import { Checkpointer, type RecordPatch } from './checkpointer.ts';
import { type ClaimAction, type ClaimResult, Claims } from './claims.ts';
import { toRegistryError } from './errors.ts';
import { FOLDER_MODE, makeFolder } from './files.ts';
import { Journal } from './journal.ts';
import { LockFolder } from './lock.ts';
import { defaultBase, NameCounters } from './names.ts';
import { type Layout, layoutOf } from './paths.ts';
import { Problems, type RegistryProblem } from './problems.ts';
import { ownIdentity, type ProcessIdentity } from './process.ts';
import { findByPrefix, unfinishedForIssue, withTmuxName } from './queries.ts';
import { MAX_ERRORS, type RecordDraft, type SessionRecord } from './record.ts';
import type { RegistryChange } from './recordList.ts';
import { RecordStore } from './store.ts';
import { RegistryView } from './view.ts';
import { FolderWatch, type WatchTargets } from './watch.ts';
import { type RecordUpdate, RecordWriter } from './writer.ts';

export interface RegistryOptions {
	/** The extension's global storage. */
	readonly folder: string;
	readonly logger: Logger;
	/** Names this window in claims and in the journal. */
	readonly windowId: string;
	readonly now?: () => number;
	/** False makes changes of others be found by looking only. */
	readonly useSystemWatch?: boolean;
}

export async function openRegistry(options: RegistryOptions): Promise<Registry> {
	const registry = new Registry(options, await ownIdentity());
	await registry.start();
	return registry;
}

export class Registry implements Disposable {
	readonly journal: Journal;
	readonly onDidChange: Event<RegistryChange>;
	readonly onDidFindProblem: Event<RegistryProblem>;
	/** `sessions`, where the records are: for a person who wants to look. */
	readonly sessionsFolder: string;
	readonly #layout: Layout;
	readonly #now: () => number;
	readonly #logger: Logger;
	readonly #queue = new KeyedQueue();
	readonly #locks: LockFolder;
	readonly #store: RecordStore;
	readonly #view: RegistryView;
	readonly #writer: RecordWriter;
	readonly #watch: FolderWatch;
	readonly #claims: Claims;
	readonly #names: NameCounters;
	readonly #problems: Problems;
	readonly #checkpointer: Checkpointer;
	readonly #disposables = new DisposableList();
	/** Reloads one after the other: a slow one must not bring back what a later one saw go. */
	#reloading: Promise<void> = Promise.resolve();

	constructor(options: RegistryOptions, self: ProcessIdentity) {
		const { logger, windowId, now = Date.now, useSystemWatch = true } = options;
		const layout = layoutOf(options.folder);
		const queue = this.#queue;
		const locks = new LockFolder(layout.locks, self);
		const problems = this.#disposables.add(new Problems(logger));
		const store = new RecordStore(layout, problems);
		const view = this.#disposables.add(new RegistryView({ layout, store, locks, queue, problems, now }));
		const claims = new Claims({ folder: layout.claims, locks, self, windowId, now });
		const names = new NameCounters(layout.counters, locks);
		const journal = new Journal({ folder: layout.journal, locks, windowId, now });
		const writer = new RecordWriter({ store, view, locks, queue, claims, journal, names, logger, now });
		const write = (id: string, patch: RecordPatch) => writer.update(id, (record) => ({ ...record, ...patch }));
		this.#checkpointer = this.#disposables.add(new Checkpointer({ write, logger }));
		const onDidTouch = (targets: WatchTargets) => void this.#handleTouch(targets);
		this.#watch = this.#disposables.add(new FolderWatch({ root: layout.sessions, logger, useSystemWatch, onDidTouch }));
		this.#layout = layout;
		this.#now = now;
		this.#logger = logger;
		this.#locks = locks;
		this.#problems = problems;
		this.#store = store;
		this.#view = view;
		this.#claims = claims;
		this.#names = names;
		this.#writer = writer;
		this.journal = journal;
		this.sessionsFolder = layout.sessions;
		this.onDidChange = view.onDidChange;
		this.onDidFindProblem = problems.onDidReport;
	}

	/** Called by `openRegistry`. A folder that can't be made is a problem to show, not a reason to have no sessions at all. */
	async start(): Promise<void> {
		try {
			for (const folder of [this.#layout.sessions, this.#layout.journal, this.#layout.claims, this.#layout.locks]) {
				await makeFolder(folder);
				await chmod(folder, FOLDER_MODE);
			}
			await this.#locks.sweep();
		} catch (error) {
			const { reason, message } = toRegistryError(error, "The folder of the registry can't be written, changes will not be kept");
			this.#problems.report({ reason, path: this.#layout.root, message });
		}
		await this.reload();
	}

	/** Reads again what changed. Never empties the list because of an error. */
	async reload(): Promise<void> {
		await this.#serially(async () => {
			const projects = await this.#view.reload();
			this.#watch.setProjects(projects ?? []);
		});
	}

	get problems(): readonly RegistryProblem[] {
		return this.#problems.all;
	}

	list(): readonly SessionRecord[] {
		return this.#view.records.newestFirst;
	}

	listProject(project: string): readonly SessionRecord[] {
		return this.#view.records.of(project);
	}

	get(id: string): SessionRecord | undefined {
		return this.#view.records.get(id);
	}

	/** Throws `not-found` or `ambiguous`. */
	findByPrefix(prefix: string): SessionRecord {
		return findByPrefix(this.list(), prefix);
	}

	findByTmuxName(name: string, socket?: string): readonly SessionRecord[] {
		return withTmuxName(this.list(), name, socket);
	}

	findUnfinishedByIssue(issueId: string): readonly SessionRecord[] {
		return unfinishedForIssue(this.list(), issueId);
	}

	/** Rejects with `exists` where the id has a record, also an archived one: of two windows that adopt a session, one creates it. */
	create(draft: RecordDraft): Promise<SessionRecord> {
		return this.#writer.create(draft);
	}

	/** Returns the record as stored. A function that returns what it was given writes nothing; `undefined` in a field removes it. */
	update(id: string, change: RecordUpdate): Promise<SessionRecord> {
		return this.#writer.update(id, change);
	}

	/** Stores a record that was read earlier and changed since; `lost-race` where it is not based on what is stored. */
	save(record: SessionRecord): Promise<SessionRecord> {
		return this.#writer.update(record.id, () => record, record.revision);
	}

	/** True where this call archived it; false where it is archived already or unknown. */
	archive(id: string): Promise<boolean> {
		return this.#writer.archive(id);
	}

	/** Back from the archive, as stopped. True where this call did it, false where it was not archived; `not-found` where there is none. */
	restore(id: string): Promise<boolean> {
		return this.#writer.restore(id);
	}

	/** Removes the record, live or archived, with its history. True where there was one. */
	delete(id: string): Promise<boolean> {
		return this.#writer.delete(id);
	}

	/** Newest first, of one project or of all; read from disk on every call. Files that can't be read are left out and reported. */
	listArchive(project?: string): Promise<readonly SessionRecord[]> {
		return readArchive(this.#store, this.#problems, project);
	}

	countArchive(): Promise<number> {
		return countArchive(this.#store);
	}

	/** A fact about a session that can wait a moment; see `Checkpointer`. */
	checkpoint(id: string, patch: RecordPatch, pace: 'urgent' | 'lazy' = 'urgent'): void {
		this.#checkpointer.mark(id, patch, pace);
	}

	/** Writes what is pending; false where not everything could be written within the limit. For the end of the window. */
	flush(limitMs: number): Promise<boolean> {
		return this.#checkpointer.flush(limitMs);
	}

	/** Adds to the errors of a session; the oldest give way. */
	recordError(id: string, message: string): Promise<SessionRecord> {
		const error = { at: this.#now(), message };
		return this.update(id, (record) => ({ ...record, errors: [...(record.errors ?? []), error].slice(-MAX_ERRORS) }));
	}

	claim(id: string, action: ClaimAction, key: string): Promise<ClaimResult> {
		return this.#claims.claim(id, action, key);
	}

	/** A default name for a session in this folder, past everything stored, everything reserved, and `seen` (what tmux lists now). */
	reserveName(prefix: string, folder: string, seen: Iterable<string> = []): Promise<string> {
		return this.#names.reserve(defaultBase(prefix, folder), this.#taken(seen));
	}

	/** The name that `reserveName` would give now. */
	previewName(prefix: string, folder: string, seen: Iterable<string> = []): Promise<string> {
		return this.#names.preview(defaultBase(prefix, folder), this.#taken(seen));
	}

	/** The orderly end of a window: what is pending is written, what is under way comes to its end. False as with `flush`. */
	async close(limitMs: number): Promise<boolean> {
		const deadline = performance.now() + limitMs;
		const saved = await this.flush(limitMs);
		this.dispose();
		const rest = Promise.allSettled([this.#queue.idle(), this.#reloading]);
		await withTimeout(rest, Math.max(0, deadline - performance.now()), 'Closing the registry').catch((error) =>
			this.#logger.warn(String(error)),
		);
		return saved;
	}

	/** At once; whatever is under way goes on by itself. */
	dispose(): void {
		this.#disposables.dispose();
	}

	async #handleTouch(targets: WatchTargets): Promise<void> {
		try {
			// A full reload looks through every folder anyway.
			const folders = targets.everything ? new Set<string>() : targets.folders;
			await this.#serially(() => this.#view.refresh({ ...targets, folders }));
			if (targets.everything) await this.reload();
		} catch (error) {
			this.#logger.error(`registry: reading changes of other windows failed: ${String(error)}`);
		}
	}

	#serially(work: () => Promise<void>): Promise<void> {
		this.#reloading = this.#reloading.then(work, work);
		return this.#reloading;
	}

	#taken(seen: Iterable<string>): readonly string[] {
		const stored = this.list().flatMap(({ name, host }) => (host?.kind === 'tmux' ? [name, host.name] : [name]));
		return [...stored, ...seen];
	}
}
