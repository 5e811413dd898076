/** What a window remembers of its workspace. VS Code's own memory may lose the last seconds of a killed window; this one does not. */
import type { Memento } from 'vscode';
import type { KeptFile } from './keptFile.ts';

export type Memory = Pick<Memento, 'get' | 'update'>;

export class KeptMemory implements Memory {
	readonly #file: KeptFile;
	readonly #values: Map<string, unknown>;

	constructor(file: KeptFile) {
		this.#file = file;
		const kept = file.read();
		this.#values = new Map(typeof kept === 'object' && kept !== null ? Object.entries(kept) : []);
	}

	get<T>(key: string): T | undefined;
	get<T>(key: string, fallback: T): T;
	get<T>(key: string, fallback?: T): T | undefined {
		const value = this.#values.get(key);
		return value === undefined ? fallback : (value as T);
	}

	/** Undefined forgets the key. */
	async update(key: string, value: unknown): Promise<void> {
		this.#values.set(key, value);
		this.#file.write(Object.fromEntries(this.#values));
	}
}
