/** The records of this window's view, newest first, and what changed about them. */
import { isDeepStrictEqual } from 'node:util';
import type { SessionRecord } from './record.ts';

export interface RegistryChange {
	readonly added: readonly SessionRecord[];
	readonly changed: readonly SessionRecord[];
	/** As they were last known. */
	readonly removed: readonly SessionRecord[];
	/** `own`: made through this registry; `foreign`: by another window or by hand. */
	readonly origin: 'own' | 'foreign';
}

interface Entry {
	readonly record: SessionRecord;
	/** Which file it was read from; see `markOf`. */
	readonly mark: string;
}

export class RecordList {
	readonly #entries = new Map<string, Entry>();
	#sorted: readonly SessionRecord[] | undefined;

	get(id: string): SessionRecord | undefined {
		return this.#entries.get(id)?.record;
	}

	markOf(id: string): string | undefined {
		return this.#entries.get(id)?.mark;
	}

	/** Newest first; sessions of the same moment by id, so the order never flickers. */
	get newestFirst(): readonly SessionRecord[] {
		this.#sorted ??= [...this.#entries.values()].map((entry) => entry.record).sort(byAge);
		return this.#sorted;
	}

	of(project: string): readonly SessionRecord[] {
		return this.newestFirst.filter((record) => record.project === project);
	}

	set(record: SessionRecord, mark: string): 'added' | 'changed' | 'same' {
		const known = this.#entries.get(record.id);
		const same = known !== undefined && isDeepStrictEqual(known.record, record);
		// The same object stays for the same content, so that views can compare by identity.
		this.#entries.set(record.id, { record: same ? known.record : deepFreeze(record), mark });
		if (same) return 'same';
		this.#sorted = undefined;
		return known ? 'changed' : 'added';
	}

	remove(id: string): SessionRecord | undefined {
		const known = this.#entries.get(id);
		if (!known) return undefined;
		this.#entries.delete(id);
		this.#sorted = undefined;
		return known.record;
	}
}

/** Collects changes of several records into one event. */
export class ChangeBatch {
	readonly #added: SessionRecord[] = [];
	readonly #changed: SessionRecord[] = [];
	readonly #removed: SessionRecord[] = [];

	note(kind: 'added' | 'changed' | 'same' | 'removed', record: SessionRecord): void {
		switch (kind) {
			case 'added':
				this.#added.push(record);
				break;
			case 'changed':
				this.#changed.push(record);
				break;
			case 'removed':
				this.#removed.push(record);
				break;
			case 'same':
				break;
		}
	}

	toChange(origin: RegistryChange['origin']): RegistryChange | undefined {
		if (this.#added.length + this.#changed.length + this.#removed.length === 0) return undefined;
		return { added: this.#added, changed: this.#changed, removed: this.#removed, origin };
	}
}

export function byAge(a: SessionRecord, b: SessionRecord): number {
	return b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1);
}

/** Records are handed out as they are kept; a caller that wrote to one would change everybody's view without a write. */
function deepFreeze<T>(value: T): T {
	if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
	for (const member of Object.values(value)) deepFreeze(member);
	return Object.freeze(value);
}
