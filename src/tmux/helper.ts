/** Starts processes by way of a small shell: forking the extension host itself would stall it, and the shell ends all it started when we die. */
import type { Disposable } from '../base/disposable.ts';
import { type Finished, type RunningStream, type RunOptions, Shell, type StreamHandler, type StreamSlot } from './shell.ts';

interface Request {
	readonly argv: readonly string[];
	readonly options: RunOptions;
	readonly resolve: (finished: Finished) => void;
	readonly reject: (error: Error) => void;
}

export class Helper implements Disposable {
	readonly #env: Record<string, string>;
	#shell: Shell | undefined;
	#queue: Request[] = [];
	#busy = false;
	#disposed = false;

	constructor(env: Record<string, string>) {
		this.#env = env;
	}

	/** Runs one process to its end, one at a time. */
	run(argv: readonly string[], options: RunOptions): Promise<Finished> {
		return new Promise((resolve, reject) => {
			if (this.#disposed) return reject(new Error('the helper has ended'));
			this.#queue.push({ argv, options, resolve, reject });
			this.#next();
		});
	}

	stream(slot: StreamSlot, argv: readonly string[], handler: StreamHandler): RunningStream {
		return this.#ready().stream(slot, argv, handler);
	}

	/** Ends the streams and everything else at once, after one last command that needs no answer. */
	dispose(farewell?: readonly string[]): void {
		if (this.#disposed) return;
		this.#disposed = true;
		for (const request of this.#queue.splice(0)) request.reject(new Error('the helper has ended'));
		this.#shell?.leave(farewell);
	}

	#ready(): Shell {
		if (!this.#shell?.alive) this.#shell = new Shell(this.#env);
		return this.#shell;
	}

	#next(): void {
		if (this.#busy) return;
		const request = this.#queue.shift();
		if (!request) return;
		this.#busy = true;
		// Inside a promise, as a system without a free process or file makes the start itself throw.
		new Promise<Finished>((resolve) => resolve(this.#ready().run(request.argv, request.options)))
			.then(request.resolve, request.reject)
			.finally(() => {
				this.#busy = false;
				this.#next();
			});
	}
}
