/** Brings observations to disk: at once when they matter, every 30 s otherwise, many of them as one write. Asks tmux nothing. */
import type { Disposable } from '../base/disposable.ts';
import type { Logger } from '../base/logger.ts';
import { withTimeout } from '../base/timeout.ts';
import { RegistryError } from './errors.ts';
import type { SessionRecord } from './record.ts';

/** How much of what is not urgent (when a session was last seen) a crash may cost; also the pace of retries. */
export const CHECKPOINT_INTERVAL_MS = 30_000;

/** A window with 200 sessions writes them all every 30 s; more at once would keep its other file work waiting. */
const WRITES_AT_ONCE = 4;

/** Facts as they are now, so a later patch takes the place of an earlier one field by field; `undefined` removes. */
export type RecordPatch = Partial<
	Omit<SessionRecord, 'id' | 'revision' | 'schemaVersion' | 'project' | 'createdAt' | 'updatedAt' | 'archived'>
>;

export interface CheckpointerOptions {
	readonly write: (id: string, patch: RecordPatch) => Promise<unknown>;
	readonly logger: Logger;
	readonly intervalMs?: number;
}

export class Checkpointer implements Disposable {
	readonly #options: CheckpointerOptions;
	readonly #pending = new Map<string, RecordPatch>();
	/** Whose pending facts are to be written as soon as there is a turn. */
	readonly #due = new Set<string>();
	readonly #writing = new Map<string, Promise<void>>();
	readonly #timer: NodeJS.Timeout;
	#soon: NodeJS.Immediate | undefined;

	constructor(options: CheckpointerOptions) {
		this.#options = options;
		this.#timer = setInterval(() => this.#writeAll(), options.intervalMs ?? CHECKPOINT_INTERVAL_MS);
		this.#timer.unref();
	}

	get dirty(): boolean {
		return this.#pending.size > 0 || this.#writing.size > 0;
	}

	/** `lazy` facts wait for the next urgent one of the same session, or for the interval. */
	mark(id: string, patch: RecordPatch, pace: 'urgent' | 'lazy' = 'urgent'): void {
		this.#pending.set(id, { ...this.#pending.get(id), ...patch });
		if (pace === 'lazy') return;
		this.#due.add(id);
		// Everything that is marked in the same turn goes out as one write per session.
		this.#soon ??= setImmediate(() => {
			this.#soon = undefined;
			this.#pump();
		});
	}

	/** Writes everything now. False where it failed or did not end within the limit; what is not written stays pending. */
	async flush(limitMs: number): Promise<boolean> {
		try {
			await withTimeout(this.#drain(), limitMs, 'Saving the sessions');
		} catch (error) {
			this.#options.logger.warn(`registry: ${String(error)}`);
		}
		return !this.dirty;
	}

	/** Ends the timers; call `flush` before. */
	dispose(): void {
		clearInterval(this.#timer);
		clearImmediate(this.#soon);
	}

	async #drain(): Promise<void> {
		// Twice: once for what is being written, once for what was marked meanwhile. What fails twice stays pending.
		for (let round = 0; round < 2 && this.dirty; round++) {
			this.#writeAll();
			while (this.#writing.size > 0) await Promise.all(this.#writing.values());
		}
	}

	#writeAll(): void {
		for (const id of this.#pending.keys()) this.#due.add(id);
		this.#pump();
	}

	#pump(): void {
		for (const id of [...this.#due]) {
			if (this.#writing.size >= WRITES_AT_ONCE) return;
			// One write per session at a time; what is marked during it goes out together after it.
			if (this.#writing.has(id)) continue;
			this.#due.delete(id);
			const patch = this.#pending.get(id);
			this.#pending.delete(id);
			if (patch === undefined) continue;
			const work = this.#write(id, patch).then(() => {
				this.#writing.delete(id);
				this.#pump();
			});
			this.#writing.set(id, work);
		}
	}

	/** Never rejects. What could not be written is pending again, and due at the next interval. */
	async #write(id: string, patch: RecordPatch): Promise<void> {
		try {
			await this.#options.write(id, patch);
		} catch (error) {
			if (error instanceof RegistryError && error.reason === 'not-found') {
				this.#options.logger.debug(`registry: session ${id} is gone, its checkpoint is dropped`);
				return;
			}
			// Newer facts win over the ones that could not be written.
			this.#pending.set(id, { ...patch, ...this.#pending.get(id) });
			this.#options.logger.warn(`registry: ${error instanceof Error ? error.message : String(error)} It is tried again.`);
		}
	}
}
