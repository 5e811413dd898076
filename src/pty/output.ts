/** The way of output from the client to its listeners: paused on bursts, joined into few events, decoded, remembered. */
import { StringDecoder } from 'node:string_decoder';
import type { Disposable } from '../base/disposable.ts';
import { Joiner, ReadBudget } from './burst.ts';
import { Replay } from './replay.ts';

/** What can hold the client's output back. */
export interface Valve {
	pause(): void;
	resume(): void;
}

export interface OutputOptions {
	readonly valve: Valve;
	readonly emit: (text: string) => void;
	/** Milliseconds that never go back. */
	readonly now?: () => number;
}

export class OutputPipe implements Disposable {
	readonly replay = new Replay();
	readonly #valve: Valve;
	readonly #emit: (text: string) => void;
	readonly #now: () => number;
	readonly #budget: ReadBudget;
	readonly #joiner = new Joiner();
	readonly #decoder = new StringDecoder('utf8');
	#flushTimer: NodeJS.Timeout | undefined;
	#resumeTimer: NodeJS.Timeout | undefined;
	#draining = false;
	#pauses = 0;

	constructor(options: OutputOptions) {
		this.#valve = options.valve;
		this.#emit = options.emit;
		this.#now = options.now ?? (() => performance.now());
		this.#budget = new ReadBudget(this.#now());
	}

	/** How often a burst was held back so far. */
	get pauses(): number {
		return this.#pauses;
	}

	get burstSince(): number | undefined {
		return this.#budget.shortSince(this.#now());
	}

	handleChunk(chunk: Buffer): void {
		const now = this.#now();
		const pauseMs = this.#budget.spend(chunk.length, now);
		if (pauseMs > 0) this.#pause(pauseMs);
		const waitMs = this.#joiner.add(chunk, now);
		if (waitMs === 0) this.#flush();
		else this.#flushTimer ??= setTimeout(() => this.#flush(), waitMs);
	}

	/** Reads on without pauses: the client is ending, and what it still says is little and matters. */
	drain(): void {
		this.#draining = true;
		this.#resume();
	}

	/** Emits what is left. */
	finish(): void {
		this.#flush();
		const rest = this.#decoder.end();
		if (rest !== '') this.#pass(rest);
		this.dispose();
	}

	dispose(): void {
		clearTimeout(this.#flushTimer);
		clearTimeout(this.#resumeTimer);
	}

	#flush(): void {
		clearTimeout(this.#flushTimer);
		this.#flushTimer = undefined;
		if (this.#joiner.heldBytes === 0) return;
		const text = this.#decoder.write(this.#joiner.take(this.#now()));
		if (text !== '') this.#pass(text);
	}

	#pass(text: string): void {
		this.replay.add(text);
		this.#emit(text);
	}

	#pause(ms: number): void {
		// Reads that were already under way still come in after a pause.
		if (this.#draining || this.#resumeTimer !== undefined) return;
		this.#pauses++;
		this.#valve.pause();
		this.#resumeTimer = setTimeout(() => this.#resume(), ms);
	}

	#resume(): void {
		if (this.#resumeTimer === undefined) return;
		clearTimeout(this.#resumeTimer);
		this.#resumeTimer = undefined;
		this.#valve.resume();
	}
}
