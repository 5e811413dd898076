/** Tells when files of other processes changed: the system's folder watch, and a cheap look at folder times behind it. */
import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Disposable } from '../base/disposable.ts';
import type { Logger } from '../base/logger.ts';
import { isMissing } from './errors.ts';
import { idOfName } from './paths.ts';

/** Every write renames a file into its folder, which changes the folder's time: one `stat` per project tells it all. */
const SAFETY_NET_MS = 5_000;
/** The pace where the folder watch does not work (limits, some network file systems): changes show within a second. */
const FALLBACK_MS = 400;
/** Edits in place don't change the folder's time; where no watch told of them, a look at every file does. */
const EVERY_FILE_MS = 60_000;
/** Folder times are as coarse as 2 s on some file systems: a folder that changed so recently may change again unseen. */
const COARSE_TIME_MS = 2_000;
/** A rename comes as several events; they are told as one. */
const GATHER_MS = 10;

export interface WatchTargets {
	/** Files that may have changed, by project. */
	readonly files: ReadonlyMap<string, ReadonlySet<string>>;
	/** Projects to look through as a whole. */
	readonly folders: ReadonlySet<string>;
	/** Also look for project folders that came or went. */
	readonly everything: boolean;
}

export interface FolderWatchOptions {
	readonly root: string;
	readonly logger: Logger;
	readonly onDidTouch: (targets: WatchTargets) => void;
	/** Off makes the fallback do all the work, as where the system has no watches left. */
	readonly useSystemWatch: boolean;
}

export class FolderWatch implements Disposable {
	readonly #options: FolderWatchOptions;
	readonly #watches = new Map<string, FSWatcher>();
	readonly #times = new Map<string, number>();
	/** Which folder had the name at the last look. */
	readonly #inodes = new Map<string, number>();
	#projects: readonly string[] = [];
	#files = new Map<string, Set<string>>();
	#folders = new Set<string>();
	#everything = false;
	#gathering: NodeJS.Timeout | undefined;
	#next: NodeJS.Timeout | undefined;
	#lastFullLook = performance.now();
	#warned = false;
	#disposed = false;

	constructor(options: FolderWatchOptions) {
		this.#options = options;
		this.#schedule();
	}

	/** The project folders that exist now. */
	setProjects(projects: readonly string[]): void {
		this.#projects = projects;
		const wanted = new Set(['', ...projects]);
		for (const name of this.#watches.keys()) {
			if (!wanted.has(name)) this.#unwatch(name);
		}
		for (const name of wanted) this.#watch(name);
	}

	dispose(): void {
		this.#disposed = true;
		clearTimeout(this.#gathering);
		clearTimeout(this.#next);
		for (const name of [...this.#watches.keys()]) this.#unwatch(name);
	}

	/** Everything is watched by the system. */
	get #watching(): boolean {
		return this.#watches.size === this.#projects.length + 1;
	}

	#watch(name: string): void {
		if (this.#disposed || !this.#options.useSystemWatch || this.#watches.has(name)) return;
		try {
			const watcher = watch(join(this.#options.root, name), { persistent: false }, (_, file) => this.#handleEvent(name, file));
			watcher.on('error', (error) => this.#handleFailure(name, error));
			this.#watches.set(name, watcher);
			// What happened before the watch was there is only seen by looking.
			this.#touchFolder(name);
		} catch (error) {
			this.#handleFailure(name, error);
		}
	}

	#unwatch(name: string): void {
		this.#watches.get(name)?.close();
		this.#watches.delete(name);
	}

	#handleEvent(name: string, file: string | null): void {
		if (file === basename(join(this.#options.root, name))) {
			// The folder itself was moved or removed: this watch stays silent when another folder takes the name.
			this.#unwatch(name);
			this.#touchFolder('');
			this.#schedule();
			return;
		}
		if (file === null || name === '') {
			this.#touchFolder(name);
			return;
		}
		const id = idOfName(file);
		if (id === undefined) return;
		const ids = this.#files.get(name) ?? new Set();
		this.#files.set(name, ids.add(id));
		this.#gather();
	}

	#handleFailure(name: string, error: unknown): void {
		this.#unwatch(name);
		if (this.#disposed) return;
		// A folder that is not there is looked for; that is no lack of the system.
		if (!this.#warned && !isMissing(error)) {
			this.#warned = true;
			this.#options.logger.warn(`registry: the folder can't be watched (${String(error)}); looking every ${FALLBACK_MS} ms instead`);
		}
		this.#schedule();
	}

	#touchFolder(name: string): void {
		if (name === '') this.#everything = true;
		else this.#folders.add(name);
		this.#gather();
	}

	#gather(): void {
		if (this.#disposed) return;
		this.#gathering ??= setTimeout(() => {
			this.#gathering = undefined;
			const targets = { files: this.#files, folders: this.#folders, everything: this.#everything };
			this.#files = new Map();
			this.#folders = new Set();
			this.#everything = false;
			this.#options.onDidTouch(targets);
		}, GATHER_MS);
	}

	#schedule(): void {
		clearTimeout(this.#next);
		if (this.#disposed) return;
		this.#next = setTimeout(() => void this.#look(), this.#watching ? SAFETY_NET_MS : FALLBACK_MS);
		this.#next.unref();
	}

	async #look(): Promise<void> {
		const full = performance.now() - this.#lastFullLook > EVERY_FILE_MS;
		if (full) this.#lastFullLook = performance.now();
		for (const name of ['', ...this.#projects]) {
			const changed = await this.#timeChanged(name);
			if (changed || full) this.#touchFolder(name);
			// A folder that came back, or a system that has watches again.
			if (this.#watches.get(name) === undefined) this.#watch(name);
		}
		this.#schedule();
	}

	async #timeChanged(name: string): Promise<boolean> {
		const before = this.#times.get(name);
		const now = Date.now();
		const found = await stat(join(this.#options.root, name)).catch(() => undefined);
		const time = found?.mtimeMs ?? -1;
		// Left open where the time may not tell the next change from this one.
		if (now - time > COARSE_TIME_MS) this.#times.set(name, time);
		else this.#times.delete(name);
		if (found?.ino !== this.#inodes.get(name)) this.#unwatch(name);
		if (found) this.#inodes.set(name, found.ino);
		return before !== time;
	}
}
