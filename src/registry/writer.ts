/** Every change of a record: one process at a time per session, on disk before it is told, never over somebody else's write. */
import type { KeyedQueue } from '../base/keyedQueue.ts';
import type { Logger } from '../base/logger.ts';
import type { Claims } from './claims.ts';
import { RegistryError, toRegistryError } from './errors.ts';
import type { Journal } from './journal.ts';
import type { Lease, LockFolder } from './lock.ts';
import type { NameCounters } from './names.ts';
import { checkId, isProjectKey } from './paths.ts';
import { type RecordDraft, SCHEMA_VERSION, type SessionRecord } from './record.ts';
import type { RecordStore, Stored } from './store.ts';
import type { RegistryView } from './view.ts';

export interface WriterOptions {
	readonly store: RecordStore;
	readonly view: RegistryView;
	readonly locks: LockFolder;
	readonly queue: KeyedQueue;
	readonly claims: Claims;
	readonly journal: Journal;
	readonly names: NameCounters;
	readonly logger: Logger;
	readonly now: () => number;
}

export type RecordUpdate = (record: SessionRecord) => SessionRecord;

export class RecordWriter {
	readonly #options: WriterOptions;

	constructor(options: WriterOptions) {
		this.#options = options;
	}

	create(draft: RecordDraft): Promise<SessionRecord> {
		const { id, project } = draft;
		const { store, view, now } = this.#options;
		return this.#exclusive(id, { verb: 'save', project }, async (lease) => {
			const existing = await store.find(id, project);
			if (existing) throw new RegistryError('exists', `Session ${id} already has a record${existing.archived ? ' in the archive' : ''}.`);
			const at = now();
			const record: SessionRecord = { createdAt: at, ...draft, schemaVersion: SCHEMA_VERSION, revision: 1, updatedAt: at };
			return view.accept(record, await store.write(record, { lease }));
		});
	}

	/** `basedOn`: the revision the caller saw; where another one is stored, nothing is written. */
	update(id: string, change: RecordUpdate, basedOn?: number): Promise<SessionRecord> {
		return this.#exclusive(id, { verb: 'save' }, async (lease) => {
			const before = await this.#findActive(id);
			if (basedOn !== undefined && before.record.revision !== basedOn) {
				throw new RegistryError('lost-race', `Session ${id} was changed in another window meanwhile; nothing was overwritten.`);
			}
			const after = change(before.record);
			if (after === before.record) return after;
			checkChange(before.record, after);
			const { record, mark } = await this.#write(before, after, lease);
			return this.#options.view.accept(record, mark);
		});
	}

	async archive(id: string): Promise<boolean> {
		const { store, view, now } = this.#options;
		await this.#retireName(id);
		return this.#exclusive(id, { verb: 'archive' }, async (lease) => {
			const before = await store.find(id, view.records.get(id)?.project);
			if (before && !before.archived) {
				const to = { project: before.project, archived: true };
				// What can be refused is refused before anything changes.
				await store.openFolder(to);
				// The record says first that it is archived; whoever finds it so in the wrong folder moves it.
				const archived = { at: now(), from: before.record.lifecycle };
				if (before.record.lifecycle !== 'archived') await this.#write(before, { ...before.record, lifecycle: 'archived', archived }, lease);
				await store.move(id, before, to);
			}
			view.drop(id);
			return before !== undefined && !before.archived;
		});
	}

	restore(id: string): Promise<boolean> {
		const { store, view } = this.#options;
		return this.#exclusive(id, { verb: 'restore' }, async (lease) => {
			const found = await store.find(id, view.records.get(id)?.project);
			if (!found) throw new RegistryError('not-found', `There is no session ${id}, neither in the list nor in the archive.`);
			if (!found.archived && found.record.lifecycle !== 'archived') return false;
			const place = { project: found.project, archived: false };
			if (found.archived) await store.move(id, found, place);
			const from = found.record.archived?.from;
			const lifecycle = from === 'errored' || from === 'decommissioned' ? from : 'stopped';
			const { record, mark } = await this.#write({ ...found, ...place }, { ...found.record, lifecycle, archived: undefined }, lease);
			view.accept(record, mark);
			return true;
		});
	}

	async delete(id: string): Promise<boolean> {
		const { store, view, claims, journal } = this.#options;
		await this.#retireName(id);
		return this.#exclusive(id, { verb: 'delete' }, async () => {
			let removed = false;
			for (let stored = await store.find(id); stored; stored = await store.find(id)) {
				removed = (await store.remove(stored, id)) || removed;
			}
			await claims.remove(id);
			await journal.remove(id);
			view.drop(id);
			return removed;
		});
	}

	async #write(before: Stored, after: SessionRecord, lease: Lease): Promise<{ record: SessionRecord; mark: string }> {
		const { store, now } = this.#options;
		const kept = Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined)) as SessionRecord;
		const record = { ...kept, revision: before.record.revision + 1, updatedAt: now() };
		return { record, mark: await store.write(record, { before, lease, archived: before.archived }) };
	}

	async #findActive(id: string): Promise<Stored> {
		const { store, view } = this.#options;
		const stored = await store.find(id, view.records.get(id)?.project);
		if (!stored) throw new RegistryError('not-found', `There is no session ${id} any more.`);
		if (stored.archived || stored.record.lifecycle === 'archived') {
			throw new RegistryError('not-found', `Session ${id} is in the archive; restore it first.`);
		}
		// Told as another window's before our own change is put on top of it.
		return { ...stored, record: view.accept(stored.record, stored.mark, 'foreign') };
	}

	async #exclusive<T>(id: string, about: { verb: string; project?: string }, work: (lease: Lease) => Promise<T>): Promise<T> {
		const { queue, locks, view } = this.#options;
		checkId(id);
		const project = about.project ?? view.records.get(id)?.project;
		if (project !== undefined && !isProjectKey(project)) {
			throw new RegistryError('invalid', `"${project.slice(0, 80)}" can't be the key of a project.`);
		}
		try {
			// Before the session's own turn, since this one may be among those to write.
			if (project !== undefined) await this.#writeVanished(project);
			return await queue.run(id, () => locks.hold(`session.${id}`, work));
		} catch (error) {
			throw withContext(error, `Could not ${about.verb} session ${id}`);
		}
	}

	/** A whole folder that is gone was not removed by a window: what is known of it is written again. */
	async #writeVanished(project: string): Promise<void> {
		const { queue, locks, store, view, logger } = this.#options;
		await queue.run(`folder:${project}`, async () => {
			// In this order: going through the list on every save would make saves slower the more sessions there are.
			if (await store.hasFolder(project)) return;
			const known = view.records.of(project);
			if (known.length === 0) return;
			logger.warn(`registry: the folder of ${project} is gone; writing its ${known.length} sessions again`);
			const writeAgain = (record: SessionRecord) =>
				locks.hold(`session.${record.id}`, async (lease) => {
					if (await store.find(record.id)) return;
					view.accept(record, await store.write(record, { lease }));
				});
			await view.whileRewriting(project, async () => {
				for (const record of known) await queue.run(record.id, () => writeAgain(record));
			});
		});
	}

	async #retireName(id: string): Promise<void> {
		const { names, view, logger } = this.#options;
		const known = view.records.get(id);
		try {
			if (known) await names.retire(known.name);
		} catch (error) {
			// A name given a second time is better than a session that can't be put away.
			logger.warn(`registry: ${String(error)}`);
		}
	}
}

/** What makes a record this record can't be changed, and archiving has its own way. */
function checkChange(before: SessionRecord, after: SessionRecord): void {
	if (after.id !== before.id || after.project !== before.project || after.schemaVersion !== before.schemaVersion) {
		throw new RegistryError('invalid', 'The id, the project and the format of a record never change.');
	}
	if (after.lifecycle === 'archived') throw new RegistryError('invalid', 'A session is archived by `archive`.');
}

/** What is wrong with a file is said about "it"; here it gets a subject. */
function withContext(error: unknown, what: string): RegistryError {
	if (error instanceof RegistryError && error.message.startsWith('It ')) {
		return new RegistryError(error.reason, `${what}. ${error.message}`, { cause: error });
	}
	return toRegistryError(error, what);
}
