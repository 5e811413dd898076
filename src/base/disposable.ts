/** Things that end: the one interface for them, and a list that ends them together. */

export interface Disposable {
	dispose(): void;
}

export function toDisposable(dispose: () => void): Disposable {
	let done = false;
	return {
		dispose() {
			if (done) return;
			done = true;
			dispose();
		},
	};
}

/** Ends its members in reverse order. What is added after the end is ended at once, so late results of async work never leak. */
export class DisposableList implements Disposable {
	#members: Disposable[] = [];
	#disposed = false;

	get disposed(): boolean {
		return this.#disposed;
	}

	add<T extends Disposable>(member: T): T {
		if (this.#disposed) member.dispose();
		else this.#members.push(member);
		return member;
	}

	dispose(): void {
		if (this.#disposed) return;
		this.#disposed = true;
		for (const member of this.#members.splice(0).reverse()) member.dispose();
	}
}
