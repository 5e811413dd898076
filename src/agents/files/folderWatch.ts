/** Tells which entries of a folder changed; waits for the folder where it does not exist yet. */
import { type FSWatcher, watch } from 'node:fs';
import type { Disposable } from '../../base/disposable.ts';

/** A folder that is missing is looked for this often; one system call each time. */
const RETRY_MS = 2_000;

export class FolderWatch implements Disposable {
	readonly #folder: string;
	/** Called with the entry's name, or with undefined when any may have changed. */
	readonly #onChange: (name: string | undefined) => void;
	#watcher: FSWatcher | undefined;
	#timer: NodeJS.Timeout | undefined;
	#disposed = false;

	constructor(folder: string, onChange: (name: string | undefined) => void) {
		this.#folder = folder;
		this.#onChange = onChange;
		this.#open(false);
	}

	#open(announce: boolean): void {
		if (this.#disposed) return;
		try {
			this.#watcher = watch(this.#folder, { persistent: false }, (_, name) => this.#onChange(name ?? undefined));
			this.#watcher.on('error', () => this.#reopen());
			if (announce) this.#onChange(undefined);
		} catch {
			this.#reopen();
		}
	}

	#reopen(): void {
		this.#watcher?.close();
		this.#watcher = undefined;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#open(true), RETRY_MS);
		this.#timer.unref();
	}

	dispose(): void {
		this.#disposed = true;
		clearTimeout(this.#timer);
		this.#watcher?.close();
	}
}
