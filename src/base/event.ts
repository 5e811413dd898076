/** Typed events for everything below the UI; the shape fits `vscode.Event`, so the UI can pass them on. */
import type { Disposable } from './disposable.ts';

export type Event<T> = (listener: (value: T) => unknown) => Disposable;

export class Emitter<T> implements Disposable {
	readonly #listeners = new Set<(value: T) => unknown>();
	readonly #onError: (error: unknown) => void;

	/** A listener that throws does not keep the others from hearing: its error goes to `onError`. */
	constructor(onError: (error: unknown) => void = (error) => queueMicrotask(() => Promise.reject(error))) {
		this.#onError = onError;
	}

	readonly event: Event<T> = (listener) => {
		// A wrapper, so that the same function added twice is heard twice and removed once.
		const entry = (value: T) => listener(value);
		this.#listeners.add(entry);
		return { dispose: () => this.#listeners.delete(entry) };
	};

	fire(value: T): void {
		for (const listener of [...this.#listeners]) {
			try {
				listener(value);
			} catch (error) {
				this.#onError(error);
			}
		}
	}

	dispose(): void {
		this.#listeners.clear();
	}
}

/** The next value that passes, or a rejection when the signal aborts first. */
export function nextEvent<T>(event: Event<T>, signal: AbortSignal, accept: (value: T) => boolean = () => true): Promise<T> {
	return new Promise((resolve, reject) => {
		if (signal.aborted) return reject(signal.reason);
		const onAbort = () => {
			subscription.dispose();
			reject(signal.reason);
		};
		const subscription = event((value) => {
			if (!accept(value)) return;
			subscription.dispose();
			signal.removeEventListener('abort', onAbort);
			resolve(value);
		});
		signal.addEventListener('abort', onAbort, { once: true });
	});
}
