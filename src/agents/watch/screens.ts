/** When to look at a pane's screen: only after something changed, only for what nothing else can tell, and once more when it is quiet. */
import type { Disposable } from '../../base/disposable.ts';
import type { AgentKind } from '../adapter.ts';
import type { Reading } from '../signals.ts';

/** Only the screen shows that a running turn retries; this often keeps that within a second of the truth, on a busy machine too. */
const WHILE_WORKING_MS = 500;
/** A dialog is painted up to half a second after it is announced. */
const FOR_DIALOG_MS = 250;
const WHEN_SCREEN_DECIDES_MS = 400;
const ANY_PROGRAM_MS = 1_000;
/** tmux stamps activity by the second, so the last frame of a burst can go unnoticed: one look after it. */
const SETTLE_MS = 1_200;
/** A dialog that never becomes readable is left alone after this many looks. */
const DIALOG_TRIES = 12;

/** An event of the agent's own is followed by its picture. */
export const AFTER_EVENT_MS = 100;

export interface ScreenNeed {
	/** Least time between two looks while the pane prints; undefined: output alone is no reason to look. */
	readonly everyMs: number | undefined;
	/** Look after this time in any case. */
	readonly onceMs?: number;
}

/** What the stronger source says decides what is left for the screen to tell. */
export function screenNeed(agent: AgentKind, owner: Reading | undefined, decisionKnown: boolean): ScreenNeed {
	if (!owner) return { everyMs: agent === 'other' ? ANY_PROGRAM_MS : WHEN_SCREEN_DECIDES_MS, onceMs: FOR_DIALOG_MS };
	switch (owner.activity) {
		case 'working':
		case 'retrying':
			return { everyMs: WHILE_WORKING_MS, onceMs: WHILE_WORKING_MS };
		case 'needsApproval':
		case 'needsAnswer':
		case 'startDialog':
			return decisionKnown ? { everyMs: WHEN_SCREEN_DECIDES_MS } : { everyMs: FOR_DIALOG_MS, onceMs: FOR_DIALOG_MS };
		case 'idle':
		case 'failed':
		case 'unknown':
			// The owner has said it all; one look confirms it and finds what the agent said last.
			return { everyMs: undefined, onceMs: FOR_DIALOG_MS };
	}
}

/**
 * The next regular look after the last one, at most `everyMs` later. Those at many panes fall on the same moments, so that the caller
 * can take them all with one question: a look between two beats, or a late one, brings its pane back to the beat.
 */
function nextBeat(lastAt: number, everyMs: number): number {
	if (everyMs < WHILE_WORKING_MS || !Number.isFinite(lastAt)) return lastAt + everyMs;
	return Math.floor((lastAt + everyMs) / everyMs) * everyMs;
}

export class ScreenSchedule implements Disposable {
	readonly #look: () => Promise<void>;
	readonly #now: () => number;
	#timer: NodeJS.Timeout | undefined;
	#dueAt = Number.POSITIVE_INFINITY;
	/** Until when, and how often, the burst of output under way is looked at. */
	#settle: { readonly until: number; readonly everyMs: number } | undefined;
	#lastAt = Number.NEGATIVE_INFINITY;
	#busy = false;
	#tries = 0;
	#disposed = false;

	constructor(look: () => Promise<void>, now: () => number) {
		this.#look = look;
		this.#now = now;
	}

	/** What is needed changed: the count of tries for a dialog begins anew. */
	handleNeed(need: ScreenNeed): void {
		this.#tries = 0;
		if (need.onceMs !== undefined) this.#schedule(this.#now() + need.onceMs);
	}

	handleOutput(need: ScreenNeed): void {
		if (need.everyMs === undefined) return;
		const now = this.#now();
		this.#settle = { until: now + SETTLE_MS, everyMs: need.everyMs < SETTLE_MS / 2 ? need.everyMs : SETTLE_MS };
		// After a quiet time there is nothing to wait for.
		this.#schedule(Math.max(now, nextBeat(this.#lastAt, need.everyMs)));
	}

	/** The dialog that is announced is not on the screen yet. */
	tryAgain(): void {
		this.#tries += 1;
		if (this.#tries < DIALOG_TRIES) this.#schedule(this.#now() + FOR_DIALOG_MS);
	}

	/** Work goes on, and output stamps of a second are too coarse for what only the screen will tell of it: retries, and its end. */
	keepLooking(ownerKnows: boolean): void {
		this.#schedule(nextBeat(this.#lastAt, ownerKnows ? WHILE_WORKING_MS : WHEN_SCREEN_DECIDES_MS));
	}

	#schedule(at: number): void {
		if (this.#disposed || at >= this.#dueAt) return;
		this.#dueAt = at;
		if (this.#busy) return;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => void this.#run(), Math.max(0, at - this.#now()));
		this.#timer.unref();
	}

	async #run(): Promise<void> {
		this.#busy = true;
		this.#dueAt = Number.POSITIVE_INFINITY;
		this.#lastAt = this.#now();
		try {
			await this.#look();
		} finally {
			this.#busy = false;
		}
		const next = Math.min(this.#dueAt, this.#nextOfBurst());
		this.#dueAt = Number.POSITIVE_INFINITY;
		if (Number.isFinite(next)) this.#schedule(next);
	}

	/** A burst ends with a look when it is quiet; where the screen decides there are some on the way, because what comes next may carry the same stamp. */
	#nextOfBurst(): number {
		const settle = this.#settle;
		if (settle && this.#lastAt < settle.until) return Math.min(settle.until, this.#lastAt + settle.everyMs);
		this.#settle = undefined;
		return Number.POSITIVE_INFINITY;
	}

	dispose(): void {
		this.#disposed = true;
		clearTimeout(this.#timer);
	}
}
