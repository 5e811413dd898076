/** A small file that remembers something of the window: written at once, so that a killed window loses nothing of it. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '../base/logger.ts';

export class KeptFile {
	readonly #folder: string;
	readonly #path: string;
	readonly #logger: Logger;

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

	/** On disk when it returns. Few and small, so waiting for the disk costs less than a queue that a starting window keeps busy. */
	write(value: unknown): void {
		try {
			mkdirSync(this.#folder, { recursive: true });
			const draft = `${this.#path}.${process.pid}`;
			writeFileSync(draft, JSON.stringify(value));
			renameSync(draft, this.#path);
		} catch (error) {
			this.#logger.warn(`${this.#path} can't be written, so it is not remembered: ${String(error)}`);
		}
	}
}
