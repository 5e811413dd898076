/** All attached clients of this window, by key: opens each once and ends them together. */
import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/event.ts';
import { type Logger, silentLogger } from '../base/logger.ts';
import { withTimeout } from '../base/timeout.ts';
import { PtyActor } from './actor.ts';
import type { PtySupport } from './loader.ts';
import type { PtyCommand, PtySize } from './process.ts';

export interface PtyActorsOptions {
	readonly load: () => Promise<PtySupport>;
	readonly logger?: Logger;
	/** How many clients may be open at once. */
	readonly limit?: number;
}

/** The one error of this layer that is thrown: everything else is an EndCause. */
export class TooManyTerminalsError extends Error {
	override readonly name = 'TooManyTerminalsError';
	readonly limit: number;

	constructor(limit: number) {
		super(`${limit} terminals are open already`);
		this.limit = limit;
	}
}

// Each takes a process and a descriptor; a soft limit of 1,024 descriptors is common, and the extension host shares it.
const OPEN_LIMIT = 256;
// Hang-up, then kill: twice a second, and a little.
const DISPOSE_LIMIT_MS = 3_000;

export class PtyActors implements Disposable {
	readonly #options: PtyActorsOptions;
	readonly #limit: number;
	readonly #logger: Logger;
	readonly #actors = new Set<PtyActor>();
	#disposed = false;
	readonly #onDidChange = new Emitter<PtyActor>();
	/** An actor was opened, changed its state or health, or ended (then it is no longer in here). */
	readonly onDidChange: Event<PtyActor> = this.#onDidChange.event;

	constructor(options: PtyActorsOptions) {
		this.#options = options;
		this.#limit = options.limit ?? OPEN_LIMIT;
		this.#logger = options.logger ?? silentLogger;
	}

	/** The actor under this key if one lives, else a fresh one; throws a TooManyTerminalsError. */
	open(key: string, command: PtyCommand, size?: PtySize): PtyActor {
		const living = this.get(key);
		if (living !== undefined) return living;
		if (this.#actors.size >= this.#limit) throw new TooManyTerminalsError(this.#limit);
		const actor = new PtyActor({ key, command, load: this.#options.load, logger: this.#logger, ...(size && { size }) });
		this.#actors.add(actor);
		actor.onDidChangeState(() => this.#onDidChange.fire(actor));
		actor.onDidChangeHealth(() => this.#onDidChange.fire(actor));
		void actor.gone.then(() => {
			this.#actors.delete(actor);
			this.#onDidChange.fire(actor);
		});
		if (this.#disposed) actor.dispose();
		this.#onDidChange.fire(actor);
		return actor;
	}

	/** A client that is on its way out is not found: its key is free again. */
	get(key: string): PtyActor | undefined {
		for (const actor of this.#actors) {
			if (actor.key === key && (actor.state.kind === 'starting' || actor.state.kind === 'attached')) return actor;
		}
		return undefined;
	}

	/** Every client whose process may still be there, also those on their way out. */
	all(): readonly PtyActor[] {
		return [...this.#actors];
	}

	/** Detaches every client; resolves when their processes are gone, rejects with a TimeoutError. */
	async disposeAll(limitMs = DISPOSE_LIMIT_MS): Promise<void> {
		this.dispose();
		await withTimeout(Promise.all(this.all().map((actor) => actor.gone)), limitMs, 'detaching all terminals');
	}

	/** Detaches every client without waiting. What is opened afterwards ends at once. */
	dispose(): void {
		this.#disposed = true;
		this.#onDidChange.dispose();
		for (const actor of this.#actors) actor.dispose();
	}
}
