/** Tells when a commit is made in the folder of an agent that has edited something there. */
import { basename, dirname } from 'node:path';
import { DisposableList } from '../../base/disposable.ts';
import { headLog, lastCommitAt } from './commits.ts';
import { FolderWatch } from './folderWatch.ts';

export class CommitWatch extends DisposableList {
	readonly folder: string;
	readonly #onCommit: (at: number) => void;
	#at: number | undefined;

	constructor(folder: string, onCommit: (at: number) => void) {
		super();
		this.folder = folder;
		this.#onCommit = onCommit;
		void this.#follow();
	}

	async check(): Promise<void> {
		const at = await lastCommitAt(this.folder).catch(() => undefined);
		if (at === undefined || at === this.#at || this.disposed) return;
		this.#at = at;
		this.#onCommit(at);
	}

	/** The user may commit while the agent rests and nothing else tells. */
	async #follow(): Promise<void> {
		const log = await headLog(this.folder).catch(() => undefined);
		if (log !== undefined && !this.disposed)
			this.add(new FolderWatch(dirname(log), (name) => (name ?? basename(log)) === basename(log) && void this.check()));
		await this.check();
	}
}
