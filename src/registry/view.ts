/** Keeps the list of records in line with the files: loads them, follows changes of other windows, deals with bad files. */
import { lstat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/event.ts';
import type { KeyedQueue } from '../base/keyedQueue.ts';
import { inParallel } from '../base/parallel.ts';
import { isMissing, RegistryError, toRegistryError } from './errors.ts';
import type { Lease, LockFolder } from './lock.ts';
import type { Layout } from './paths.ts';
import type { Problems } from './problems.ts';
import type { SessionRecord } from './record.ts';
import { ChangeBatch, RecordList, type RegistryChange } from './recordList.ts';
import { PARALLEL_READS, type Place, type RecordStore } from './store.ts';
import type { WatchTargets } from './watch.ts';

/** An editor that saves in place leaves the file empty for a moment; a bad file this young gets a second look. */
const YOUNG_MS = 1_000;
const SECOND_LOOK_MS = 200;

export interface ViewOptions {
	readonly layout: Layout;
	readonly store: RecordStore;
	readonly locks: LockFolder;
	/** Own writes and reloads of a session take turns, so an own write is never mistaken for somebody else's. */
	readonly queue: KeyedQueue;
	readonly problems: Problems;
	readonly now: () => number;
}

export class RegistryView implements Disposable {
	readonly records = new RecordList();
	readonly #options: ViewOptions;
	/** Projects whose files are being written again: what is not there yet is not gone. */
	readonly #rewriting = new Set<string>();
	#disposed = false;
	readonly #onDidChange = new Emitter<RegistryChange>();
	readonly onDidChange = this.#onDidChange.event;

	constructor(options: ViewOptions) {
		this.#options = options;
	}

	/** Looks through all projects. Returns them, or nothing where they can't be read: then the last known list stays. */
	async reload(): Promise<readonly string[] | undefined> {
		const { store, problems, layout } = this.#options;
		let projects: readonly string[];
		try {
			projects = await store.projects();
			problems.settle(layout.sessions);
		} catch (error) {
			this.#reportFolder(error, layout.sessions);
			return undefined;
		}
		const known = new Set(this.records.newestFirst.map((record) => record.project));
		await this.#rescan([...new Set([...projects, ...known])]);
		return projects;
	}

	/** Looks at what a watch told of. */
	async refresh(targets: WatchTargets): Promise<void> {
		const batch = new ChangeBatch();
		const files = [...targets.files].flatMap(([project, ids]) => [...ids].map((id) => ({ project, id })));
		await inParallel(files, PARALLEL_READS, ({ project, id }) => this.#refreshFile(project, id, batch));
		this.#fire(batch, 'foreign');
		await this.#rescan([...targets.folders]);
	}

	/** Takes in what this window wrote itself, or found another's before the watch told of it. */
	accept(record: SessionRecord, mark: string, origin: RegistryChange['origin'] = 'own'): SessionRecord {
		const batch = new ChangeBatch();
		batch.note(this.records.set(record, mark), record);
		this.#fire(batch, origin);
		return this.records.get(record.id) ?? record;
	}

	drop(id: string): void {
		const batch = new ChangeBatch();
		const removed = this.records.remove(id);
		if (removed) batch.note('removed', removed);
		this.#fire(batch, 'own');
	}

	async whileRewriting(project: string, work: () => Promise<void>): Promise<void> {
		this.#rewriting.add(project);
		try {
			await work();
		} finally {
			this.#rewriting.delete(project);
		}
	}

	dispose(): void {
		this.#disposed = true;
		this.#onDidChange.dispose();
	}

	async #rescan(projects: readonly string[]): Promise<void> {
		const batch = new ChangeBatch();
		for (const project of projects) {
			const changed = await this.#changedFiles(project);
			await inParallel(changed, PARALLEL_READS, (id) => this.#refreshFile(project, id, batch));
		}
		this.#fire(batch, 'foreign');
	}

	async #changedFiles(project: string): Promise<readonly string[]> {
		const { store, problems, layout } = this.#options;
		const place = { project, archived: false };
		try {
			const ids = await store.ids(place);
			problems.settle(store.folderOf(place));
			const changed: string[] = [];
			await inParallel(ids, PARALLEL_READS, async (id) => {
				const known = this.records.markOf(id);
				if (known === undefined || known !== (await store.mark(place, id))) changed.push(id);
			});
			const present = new Set(ids);
			const gone = this.records.of(project).filter((record) => !present.has(record.id));
			return [...changed, ...gone.map((record) => record.id)];
		} catch (error) {
			// Where all of it is gone, that is told once and not for each project.
			const allGone = isMissing(error) && (await lstat(layout.sessions).catch(() => undefined)) === undefined;
			this.#reportFolder(error, allGone ? layout.sessions : store.folderOf(place), project);
			return [];
		}
	}

	/** A folder that can't be read says nothing about the sessions in it. */
	#reportFolder(error: unknown, path: string, project?: string): void {
		const known = project === undefined ? this.records.newestFirst : this.records.of(project);
		if (isMissing(error) && known.length === 0) return;
		const { reason, message } = toRegistryError(error, 'The sessions could not be read again, the last known list is shown');
		this.#options.problems.report({ reason, path, message });
	}

	#refreshFile(project: string, id: string, batch: ChangeBatch): Promise<void> {
		const { store, queue } = this.#options;
		const place = { project, archived: false };
		return queue.run(id, async () => {
			// A window that ends leaves bad files and halves to the others.
			if (this.#disposed) return;
			try {
				// Mostly the watch telling of an own write, which is known already.
				const known = this.records.markOf(id);
				if (known !== undefined && known === (await store.mark(place, id))) return;
				const stored = await store.read(place, id);
				if (stored === undefined) await this.#handleGone(place, id, batch);
				else if (stored.record.lifecycle === 'archived') await this.#finishArchiving(place, id, batch);
				else this.#take(stored.record, stored.mark, batch);
			} catch (error) {
				if (error instanceof RegistryError && error.reason === 'broken') return this.#mend(place, id, { error, batch });
				await store.reportFile(place, id, error);
			}
		});
	}

	#take(record: SessionRecord, mark: string, batch: ChangeBatch): void {
		const known = this.records.get(record.id);
		if (known && known.project !== record.project && known.revision >= record.revision) {
			const path = this.#options.store.pathOf({ project: record.project, archived: false }, record.id);
			const message = `Two files are about session ${record.id}; the one in ${known.project} is used.`;
			this.#options.problems.report({ reason: 'exists', path, message });
			return;
		}
		batch.note(this.records.set(record, mark), record);
	}

	async #handleGone(place: Place, id: string, batch: ChangeBatch): Promise<void> {
		const { store, locks } = this.#options;
		const known = this.records.get(id);
		if (known?.project !== place.project || this.#rewriting.has(place.project)) return;
		// The whole folder is gone, which nobody does to remove one session: see `Registry` on what becomes of it.
		if (!(await store.hasFolder(place.project))) return;
		// A window that does not know what was in a broken file set it aside; this one does.
		if (await store.wasSetAside(place, id, known.updatedAt)) {
			return locks.hold(`session.${id}`, async (lease) => {
				const stored = await store.read(place, id);
				if (stored) this.#take(stored.record, stored.mark, batch);
				else await this.#writeAgain(known, lease, batch);
			});
		}
		const removed = this.records.remove(id);
		if (removed) batch.note('removed', removed);
	}

	/** Whoever archived it died between the two steps; the record says what was meant. */
	async #finishArchiving(place: Place, id: string, batch: ChangeBatch): Promise<void> {
		const { store, locks } = this.#options;
		const removed = this.records.remove(id);
		if (removed) batch.note('removed', removed);
		await locks.hold(`session.${id}`, async () => {
			const stored = await store.read(place, id);
			if (stored?.record.lifecycle === 'archived') await store.move(id, place, { ...place, archived: true });
		});
	}

	/** Sets a broken file aside; where this window knows what was in it, the record is written again. */
	async #mend(place: Place, id: string, { error, batch }: { error: RegistryError; batch: ChangeBatch }): Promise<void> {
		const { store, locks, problems, now } = this.#options;
		const path = store.pathOf(place, id);
		try {
			await locks.hold(`session.${id}`, async (lease) => {
				const age = now() - (await lstat(path)).mtimeMs;
				if (age < YOUNG_MS) await sleep(SECOND_LOOK_MS);
				const again = await store.read(place, id).catch((failure) => {
					if (failure instanceof RegistryError && failure.reason === 'broken') return 'broken' as const;
					throw failure;
				});
				if (again === undefined) return;
				if (again !== 'broken') return this.#take(again.record, again.mark, batch);
				const movedTo = await store.setAside(place, id, now());
				if (movedTo === undefined) return;
				problems.report(
					{ reason: 'broken', path, movedTo, message: `A session file can't be used and was set aside. ${error.message}` },
					movedTo,
				);
				const known = this.records.get(id);
				if (known?.project === place.project) await this.#writeAgain(known, lease, batch);
			});
		} catch (failure) {
			if (isMissing(failure)) return;
			const why = toRegistryError(failure, 'It could not be set aside').message;
			problems.report({ reason: 'broken', path, message: `A session file can't be used. ${error.message} ${why}` });
		}
	}

	async #writeAgain(known: SessionRecord, lease: Lease, batch: ChangeBatch): Promise<void> {
		const record = { ...known, revision: known.revision + 1, updatedAt: this.#options.now() };
		this.#take(record, await this.#options.store.write(record, { lease }), batch);
	}

	#fire(batch: ChangeBatch, origin: RegistryChange['origin']): void {
		const change = batch.toChange(origin);
		if (change) this.#onDidChange.fire(change);
	}
}
