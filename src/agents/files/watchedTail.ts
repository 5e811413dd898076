/** A growing file that is read when it changes: one reading at a time, in order, never more often than needed. */
import { type FSWatcher, watch } from 'node:fs';
import type { Disposable } from '../../base/disposable.ts';
import { LineTail, type TailReading } from './tail.ts';

/** A turn writes several lines at once: they are read together. */
const GATHER_MS = 40;

export class WatchedTail implements Disposable {
	readonly #tail: LineTail;
	readonly #onLines: (reading: TailReading) => void;
	#watcher: FSWatcher | undefined;
	#timer: NodeJS.Timeout | undefined;
	#reading = false;
	#again = false;
	#disposed = false;

	constructor(path: string, onLines: (reading: TailReading) => void) {
		this.#tail = new LineTail(path);
		this.#onLines = onLines;
		void this.#read();
	}

	get path(): string {
		return this.#tail.path;
	}

	/** Looks soon, whether or not the system reported a change. */
	poke(): void {
		if (this.#disposed || this.#timer) return;
		this.#timer = setTimeout(() => {
			this.#timer = undefined;
			void this.#read();
		}, GATHER_MS);
		this.#timer.unref();
	}

	async #read(): Promise<void> {
		if (this.#reading) {
			this.#again = true;
			return;
		}
		this.#reading = true;
		do {
			this.#again = false;
			this.#watch();
			const reading = await this.#tail.read().catch(() => undefined);
			if (this.#disposed) return;
			if (reading && (reading.lines.length > 0 || reading.restarted)) this.#onLines(reading);
		} while (this.#again);
		this.#reading = false;
	}

	/** A file that is not there yet, or was replaced, is watched from the next poke on. */
	#watch(): void {
		if (this.#watcher) return;
		try {
			const watcher = watch(this.path, { persistent: false }, (event) => {
				if (event === 'rename') this.#unwatch();
				this.poke();
			});
			watcher.on('error', () => this.#unwatch());
			this.#watcher = watcher;
		} catch {
			this.#watcher = undefined;
		}
	}

	#unwatch(): void {
		this.#watcher?.close();
		this.#watcher = undefined;
	}

	dispose(): void {
		this.#disposed = true;
		clearTimeout(this.#timer);
		this.#unwatch();
	}
}
