/** The actor's mailbox for input: bounded, in order, byte-exact, and never blocking. */
import type { Disposable } from '../base/disposable.ts';

/** Takes what it can now; see `PtyProcess.write`. */
export type InputSink = (bytes: Buffer) => number | 'closed';

/** `full`: nothing of it was taken, since half a paste is worse than none. */
export type WriteOutcome = 'accepted' | 'full' | 'ended';

// Sixteen pastes of 1 MB: more waits only for a client that has stopped reading.
const INPUT_LIMIT_BYTES = 16 * 1024 * 1024;
// The kernel's buffer is empty again within a millisecond while tmux reads; a client that does not is asked ever more rarely.
const RETRY_FIRST_MS = 1;
const RETRY_LAST_MS = 32;
// Leaves the event loop to others between the pieces of a long paste.
const BYTES_PER_TURN = 256 * 1024;

export class InputQueue implements Disposable {
	readonly #onProgress: () => void;
	#sink: InputSink | undefined;
	#waiting: Buffer[] = [];
	#waitingBytes = 0;
	#retryMs = RETRY_FIRST_MS;
	#timer: NodeJS.Timeout | undefined;
	#ended = false;

	constructor(onProgress: () => void = () => {}) {
		this.#onProgress = onProgress;
	}

	get waitingBytes(): number {
		return this.#waitingBytes;
	}

	write(data: string): WriteOutcome {
		if (this.#ended) return 'ended';
		if (data.length === 0) return 'accepted';
		const bytes = Buffer.from(data, 'utf8');
		if (this.#waitingBytes + bytes.length > INPUT_LIMIT_BYTES) return 'full';
		this.#waiting.push(bytes);
		this.#waitingBytes += bytes.length;
		if (this.#timer === undefined) this.#pump();
		return 'accepted';
	}

	/** What was written before waits for this. */
	open(sink: InputSink): void {
		if (this.#ended || this.#sink !== undefined) return;
		this.#sink = sink;
		this.#pump();
	}

	#pump(): void {
		this.#timer = undefined;
		if (this.#sink === undefined) return;
		let turn = 0;
		for (let head = this.#waiting[0]; head !== undefined; head = this.#waiting[0]) {
			const taken = turn < BYTES_PER_TURN ? this.#sink(head) : 0;
			if (taken === 'closed') {
				this.dispose();
				return;
			}
			if (taken === 0) {
				this.#later(this.#retryMs);
				this.#retryMs = Math.min(this.#retryMs * 2, RETRY_LAST_MS);
				return;
			}
			turn += taken;
			this.#retryMs = RETRY_FIRST_MS;
			this.#waitingBytes -= taken;
			if (taken === head.length) this.#waiting.shift();
			else this.#waiting[0] = head.subarray(taken);
			this.#onProgress();
		}
	}

	#later(ms: number): void {
		this.#timer = setTimeout(() => this.#pump(), ms);
	}

	/** Drops what waits: its reader is gone. */
	dispose(): void {
		this.#ended = true;
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#waiting = [];
		this.#waitingBytes = 0;
	}
}
