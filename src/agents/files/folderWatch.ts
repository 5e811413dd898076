/** Tells which entries of a folder changed; waits for the folder where it does not exist yet, and finds it again when it is made anew. */
import { existsSync, type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Disposable } from '../../base/disposable.ts';

/** An agent that starts for the first time makes its folders within moments; later a missing folder is looked for at leisure. */
const RETRIES_MS = [50, 100, 200, 400, 800] as const;
const LAST_RETRY_MS = 2_000;

export class FolderWatch implements Disposable {
	readonly #folder: string;
	/** Called with the entry's name, or with undefined when any may have changed. */
	readonly #onChange: (name: string | undefined) => void;
	#watcher: FSWatcher | undefined;
	/** Tells at once when a missing folder is made. */
	#parentWatcher: FSWatcher | undefined;
	#timer: NodeJS.Timeout | undefined;
	#tries = 0;
	#disposed = false;

	constructor(folder: string, onChange: (name: string | undefined) => void) {
		this.#folder = folder;
		this.#onChange = onChange;
		this.#open(false);
	}

	#open(announce: boolean): void {
		if (this.#disposed || this.#watcher) return;
		try {
			this.#watcher = watch(this.#folder, { persistent: false }, (event, name) => this.#handle(event, name));
			this.#watcher.on('error', () => this.#reopen());
		} catch {
			this.#reopen();
			return;
		}
		this.#tries = 0;
		this.#stopWaiting();
		// What was written before the watch began is told of by nobody.
		if (announce) this.#onChange(undefined);
	}

	#handle(event: string, name: string | null): void {
		const removed = event === 'rename' && name === basename(this.#folder) && !existsSync(this.#folder);
		if (removed) this.#reopen();
		this.#onChange(removed ? undefined : (name ?? undefined));
	}

	#reopen(): void {
		this.#watcher?.close();
		this.#watcher = undefined;
		if (this.#disposed) return;
		this.#watchParent();
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#open(true), RETRIES_MS[this.#tries] ?? LAST_RETRY_MS).unref();
		this.#tries += 1;
	}

	#watchParent(): void {
		if (this.#parentWatcher) return;
		try {
			this.#parentWatcher = watch(dirname(this.#folder), { persistent: false }, (_, name) => {
				if (name === basename(this.#folder) && existsSync(this.#folder)) this.#open(true);
			});
			this.#parentWatcher.on('error', () => this.#stopWaiting());
		} catch {
			// The parent is missing too: the timer finds it.
		}
	}

	#stopWaiting(): void {
		if (this.#watcher) clearTimeout(this.#timer);
		this.#parentWatcher?.close();
		this.#parentWatcher = undefined;
	}

	dispose(): void {
		this.#disposed = true;
		clearTimeout(this.#timer);
		this.#parentWatcher?.close();
		this.#watcher?.close();
	}
}
