/** What is wrong with files of the registry: each thing told once, and kept for whoever asks later. */
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/event.ts';
import type { Logger } from '../base/logger.ts';
import type { RegistryErrorReason } from './errors.ts';

export interface RegistryProblem {
	readonly reason: RegistryErrorReason;
	/** A sentence for a person. */
	readonly message: string;
	/** The file or folder it is about. */
	readonly path: string;
	/** Where a broken file is now. */
	readonly movedTo?: string;
}

/** A folder with thousands of bad files is told about, but not kept in memory whole. */
const MAX_KEPT = 200;

export class Problems implements Disposable {
	readonly #logger: Logger;
	readonly #seen = new Set<string>();
	readonly #kept: RegistryProblem[] = [];
	readonly #onDidReport = new Emitter<RegistryProblem>();
	readonly onDidReport = this.#onDidReport.event;

	constructor(logger: Logger) {
		this.#logger = logger;
	}

	get all(): readonly RegistryProblem[] {
		return this.#kept;
	}

	/** `mark` tells two problems of the same kind with the same file apart. */
	report(problem: RegistryProblem, mark = ''): void {
		const key = `${problem.reason}\n${problem.path}\n${mark}`;
		if (this.#seen.has(key)) return;
		this.#seen.add(key);
		this.#logger.warn(`registry: ${problem.message} (${problem.path})`);
		if (this.#kept.length < MAX_KEPT) this.#kept.push(problem);
		this.#onDidReport.fire(problem);
	}

	/** What was wrong with a path is over; if it comes back it is told again. */
	settle(path: string): void {
		for (const key of this.#seen) {
			if (key.includes(`\n${path}\n`)) this.#seen.delete(key);
		}
	}

	dispose(): void {
		this.#onDidReport.dispose();
	}
}
