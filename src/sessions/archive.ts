/** The archive as the UI sees it: whether there is anything, and what, read from disk when asked for. */
import { DisposableList } from '../base/disposable.ts';
import { Emitter } from '../base/event.ts';
import type { Registry } from '../registry/registry.ts';
import type { SessionId } from './session.ts';
import type { SessionList } from './sessionList.ts';

export interface ArchivedSession {
	readonly id: SessionId;
	readonly name: string;
	readonly agent: string;
	readonly folder: string;
	/** Milliseconds since the epoch. */
	readonly archivedAt: number;
}

export class Archive extends DisposableList {
	readonly #registry: () => Promise<Registry>;
	readonly #onDidChange = this.add(new Emitter<void>());
	readonly onDidChange = this.#onDidChange.event;
	#size = 0;

	constructor(registry: () => Promise<Registry>, sessions: SessionList) {
		super();
		this.#registry = registry;
		// What is archived leaves the list, and what is restored comes back to it.
		this.add(
			sessions.onDidChange(({ added, removed }) => {
				if (added.length + removed.length > 0) void this.look();
			}),
		);
	}

	get size(): number {
		return this.#size;
	}

	/** Newest first. */
	async list(): Promise<readonly ArchivedSession[]> {
		const records = await (await this.#registry()).listArchive();
		return records
			.map(({ id, name, agent, folder, archived, updatedAt }) => ({
				id: id as SessionId,
				name,
				agent,
				folder,
				archivedAt: archived?.at ?? updatedAt,
			}))
			.sort((a, b) => b.archivedAt - a.archivedAt);
	}

	/** Counts files, reads none. */
	async look(): Promise<void> {
		const size = await (await this.#registry()).countArchive();
		if (this.disposed) return;
		const changed = size !== this.#size;
		this.#size = size;
		if (changed) this.#onDidChange.fire();
	}
}
