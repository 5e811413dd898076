/** The port to one child under a pseudoterminal: what an actor needs of node-pty, no more. */
import type { Disposable } from '../base/disposable.ts';

/** What to run: exact argv, never a shell line, and the whole environment (nothing is inherited). */
export interface PtyCommand {
	readonly file: string;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
	/** Where the client itself runs, which is not where its session lives; `/` unless given: always there, and pins no folder. */
	readonly cwd?: string;
}

export interface PtySize {
	readonly columns: number;
	readonly rows: number;
}

export interface PtyExit {
	readonly exitCode: number;
	/** The number of the signal that ended it; 0 or missing if none did. */
	readonly signal?: number;
}

export interface PtyProcess {
	readonly pid: number;
	onData(listener: (chunk: Buffer) => void): Disposable;
	/** Fires once, after the last data. */
	onExit(listener: (exit: PtyExit) => void): Disposable;
	/** How many bytes the kernel took at once; 0 while its buffer is full; `closed` when nobody will ever read them. */
	write(bytes: Buffer): number | 'closed';
	resize(size: PtySize): void;
	pause(): void;
	resume(): void;
	/** Signals the child; does nothing once it has ended. */
	kill(signal: 'SIGHUP' | 'SIGKILL'): void;
}

export type SpawnPty = (command: PtyCommand, size: PtySize) => PtyProcess;

/** What a terminal has before anyone measured it. */
export const DEFAULT_SIZE: PtySize = { columns: 80, rows: 24 };

// tmux refuses to draw below 1x1 and the kernel stores 16 bits; a panel dragged shut reports 0 or 1.
const SMALLEST: PtySize = { columns: 2, rows: 2 };
// tmux's own limit on a window's width and height (WINDOW_MAXIMUM).
const LARGEST: PtySize = { columns: 10_000, rows: 10_000 };

/** A size the kernel and tmux accept, whatever a half-open panel reports. */
export function clampSize(size: PtySize): PtySize {
	return { columns: clamp(size.columns, 'columns'), rows: clamp(size.rows, 'rows') };
}

function clamp(value: number, side: keyof PtySize): number {
	if (Number.isNaN(value)) return DEFAULT_SIZE[side];
	return Math.floor(Math.min(LARGEST[side], Math.max(SMALLEST[side], value)));
}
