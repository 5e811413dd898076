/** Notices that a server's socket appears, goes or is replaced, without asking or starting anything. */
import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Disposable } from '../base/disposable.ts';

/** Only while no server is known, and only a look at a file: covers folders that can't be watched or do not exist yet. */
const STAT_INTERVAL_MS = 1000;
/** The server toggles the execute bits itself as clients come and go. */
const PERMISSION_BITS = 0o666;
const NONE = 'none';

export class SocketWatch implements Disposable {
	readonly #path: string;
	readonly #onChange: () => void;
	#watchers: FSWatcher[] = [];
	#folder = '';
	#state: string | undefined;
	#timer: NodeJS.Timeout | undefined;
	#disposed = false;

	constructor(path: string, onChange: () => void) {
		this.#path = path;
		this.#onChange = onChange;
	}

	/** Tells of changes from here on. */
	async start(): Promise<void> {
		await this.#check();
	}

	/** As of the last change; the file may be left over from a server that was killed. */
	get exists(): boolean {
		return this.#state?.startsWith(NONE) === false;
	}

	/** Whether to look at the file at intervals too. */
	setAnxious(anxious: boolean): void {
		if (anxious === (this.#timer !== undefined) || this.#disposed) return;
		clearInterval(this.#timer);
		this.#timer = anxious ? setInterval(() => void this.#check(), STAT_INTERVAL_MS) : undefined;
	}

	async #check(): Promise<void> {
		const folder = await stat(dirname(this.#path)).catch(() => undefined);
		const socket = await stat(this.#path).catch(() => undefined);
		if (this.#disposed) return;
		const identity = folder ? `${folder.dev}:${folder.ino}` : '';
		if (identity !== this.#folder) this.#watch(identity);
		const state = socket ? `${socket.ino}:${socket.mtimeMs}:${socket.mode & PERMISSION_BITS}` : `${NONE} ${folder?.mode ?? ''}`;
		const before = this.#state;
		this.#state = state;
		if (before !== undefined && before !== state) this.#onChange();
	}

	/** The folder, or the one above it until it exists. */
	#watch(identity: string): void {
		for (const watcher of this.#watchers.splice(0)) watcher.close();
		this.#folder = identity;
		const watched = identity ? this.#path : dirname(this.#path);
		try {
			const watcher = watch(dirname(watched), { persistent: false }, (_, name) => {
				if (name === null || name === basename(watched) || name === basename(dirname(watched))) void this.#check();
			});
			watcher.on('error', () => watcher.close());
			this.#watchers.push(watcher);
		} catch {
			// The look at intervals does.
		}
	}

	dispose(): void {
		this.#disposed = true;
		clearInterval(this.#timer);
		for (const watcher of this.#watchers.splice(0)) watcher.close();
	}
}
