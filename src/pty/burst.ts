/** How much output may pass and when: keeps a burst from piling up in a terminal that cannot push back. Pure; time comes in. */

// VS Code's terminal parses 5 to 35 MB/s and queues the rest without bound, and a remote window has a network in between: a
// sustained burst gets fifty redraws of a large screen (40 KB) a second. tmux loses nothing by it: a client that reads slowly
// skips frames, while the agent runs on at full speed.
const SUSTAINED_BYTES_PER_MS = 2 * 1024;
// A redraw of the largest screens, a few times over, passes without any pause.
const BURST_BYTES = 1024 * 1024;
// Regained before reading goes on: 32 ms at the sustained rate, two frames, so that typing stays responsive under a flood.
// Far below the 200 ms after which node-pty drops what an ended child still had to say.
const RESUME_BYTES = 64 * 1024;

// While a window has passed no more than this, output passes at once: the echo of a key never waits, nor does a first screen.
const PROMPT_BYTES = 2 * 1024;
const PROMPT_EVENTS = 4;
// Beyond, chunks are joined for this long: a quarter of a frame, so that nobody sees it.
const WINDOW_MS = 4;
// One event is never larger than this and one read.
const EVENT_BYTES = 64 * 1024;

/** A bucket of bytes that refills with time: what may still be read before a pause. */
export class ReadBudget {
	#bytes = BURST_BYTES;
	#at: number;
	#shortSince: number | undefined;

	constructor(now: number) {
		this.#at = now;
	}

	/** Milliseconds to pause for after these bytes; 0 to read on. */
	spend(bytes: number, now: number): number {
		this.#refill(now);
		this.#bytes -= bytes;
		if (this.#bytes > 0) return 0;
		this.#shortSince ??= now;
		return Math.ceil((RESUME_BYTES - this.#bytes) / SUSTAINED_BYTES_PER_MS);
	}

	/** Since when one burst has been held back, until half the budget is regained. */
	shortSince(now: number): number | undefined {
		this.#refill(now);
		return this.#shortSince;
	}

	#refill(now: number): void {
		this.#bytes = Math.min(BURST_BYTES, this.#bytes + Math.max(0, now - this.#at) * SUSTAINED_BYTES_PER_MS);
		this.#at = now;
		if (this.#bytes >= BURST_BYTES / 2) this.#shortSince = undefined;
	}
}

/** Joins the many small reads of a burst into few events. */
export class Joiner {
	#held: Buffer[] = [];
	#heldBytes = 0;
	#windowEnd = 0;
	#windowBytes = 0;
	#windowEvents = 0;

	get heldBytes(): number {
		return this.#heldBytes;
	}

	/** Takes a chunk; returns 0 if all that is held is due now, or the milliseconds until it is. */
	add(chunk: Buffer, now: number): number {
		this.#held.push(chunk);
		this.#heldBytes += chunk.length;
		this.#enter(now);
		const prompt = this.#windowBytes <= PROMPT_BYTES && this.#windowEvents < PROMPT_EVENTS;
		return prompt || this.#heldBytes >= EVENT_BYTES ? 0 : Math.max(1, this.#windowEnd - now);
	}

	/** All that is held; it counts towards the window it passes in. */
	take(now: number): Buffer {
		// Several at once: the burst goes on, so another window begins, for joining from its start.
		const joined = this.#held.length > 1;
		this.#enter(now, joined);
		this.#windowEvents += joined ? PROMPT_EVENTS : 1;
		this.#windowBytes += this.#heldBytes;
		const [only] = this.#held;
		const bytes = this.#held.length === 1 && only !== undefined ? only : Buffer.concat(this.#held, this.#heldBytes);
		this.#held = [];
		this.#heldBytes = 0;
		return bytes;
	}

	#enter(now: number, another = false): void {
		if (now < this.#windowEnd && !another) return;
		this.#windowEnd = now + WINDOW_MS;
		this.#windowBytes = 0;
		this.#windowEvents = 0;
	}
}
