/** A small file that remembers something of the window: written at once, so that a killed window loses nothing of it. */
import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../base/logger.ts';

export class KeptFile {
	readonly #folder: string;
	readonly #path: string;
	readonly #logger: Logger;
	/** Writes go one after the other; only the newest of those that wait is written. */
	#writing: Promise<void> = Promise.resolve();
	#waiting: unknown;

	constructor(folder: string, name: string, logger: Logger) {
		this.#folder = folder;
		this.#path = join(folder, name);
		this.#logger = logger;
	}

	/** What was last written; undefined where there is nothing readable. Read while the window starts, when nobody waits for anything else. */
	read(): unknown {
		try {
			return JSON.parse(readFileSync(this.#path, 'utf8'));
		} catch {
			return undefined;
		}
	}

	write(value: unknown): Promise<void> {
		this.#waiting = value;
		this.#writing = this.#writing.then(async () => {
			if (this.#waiting === undefined) return;
			const text = JSON.stringify(this.#waiting);
			this.#waiting = undefined;
			try {
				await mkdir(this.#folder, { recursive: true });
				const draft = `${this.#path}.${process.pid}`;
				await writeFile(draft, text);
				await rename(draft, this.#path);
			} catch (error) {
				this.#logger.warn(`${this.#path} can't be written, so it is not remembered: ${String(error)}`);
			}
		});
		return this.#writing;
	}
}
