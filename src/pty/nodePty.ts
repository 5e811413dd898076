/** node-pty behind the PtyProcess port; the only file that knows its inside. */
import { readSync, writeSync } from 'node:fs';
import type { IPty } from 'node-pty';
import { type Disposable, toDisposable } from '../base/disposable.ts';
import { Emitter } from '../base/event.ts';
import type { PtyCommand, PtyProcess, PtySize, SpawnPty } from './process.ts';

export type NodePty = Pick<typeof import('node-pty'), 'spawn'>;

// What VS Code's terminal is, whatever the extension host was started from.
const TERM = 'xterm-256color';
const DEFAULT_CWD = '/';

export function spawnWith(nodePty: NodePty): SpawnPty {
	return (command: PtyCommand, size: PtySize): PtyProcess => {
		const options = {
			name: TERM,
			cwd: command.cwd ?? DEFAULT_CWD,
			env: { ...command.env },
			cols: size.columns,
			rows: size.rows,
			// Bytes, so that a burst is counted exactly and decoded once per event instead of once per read.
			encoding: null,
		};
		const guard = ignoreHangup();
		try {
			return adapt(nodePty.spawn(command.file, [...command.args], options), guard);
		} catch (error) {
			guard.dispose();
			throw error;
		}
	};
}

function adapt(pty: IPty, guard: Disposable): PtyProcess {
	let ended = false;
	const data = new Emitter<Buffer>();
	pty.onData((chunk: string | Buffer) => data.fire(typeof chunk === 'string' ? Buffer.from(chunk) : chunk));
	const unix = inside(pty);
	unix?._socket.once('end', () => readRest(unix.fd, (chunk) => data.fire(chunk)));
	pty.onExit(() => {
		ended = true;
		guard.dispose();
	});
	return {
		pid: pty.pid,
		onData: data.event,
		onExit: (listener) => pty.onExit(listener),
		write: (bytes) => (ended ? 'closed' : writeNow(pty, bytes)),
		resize: (size) => {
			if (!ended && inside(pty)?._socket.destroyed !== true) pty.resize(size.columns, size.rows);
		},
		pause: () => pty.pause(),
		resume: () => pty.resume(),
		kill: (signal) => {
			if (!ended) pty.kill(signal);
		},
	};
}

/** The parts of node-pty's Unix terminal that its types leave out; a test holds them to the pinned version. */
interface UnixInside {
	readonly fd: number;
	readonly _socket: { readonly destroyed: boolean; once(event: 'end', listener: () => void): unknown };
}

function inside(pty: IPty): UnixInside | undefined {
	const candidate: Partial<UnixInside> = pty as Partial<UnixInside>;
	const { fd, _socket } = candidate;
	return typeof fd === 'number' && typeof _socket?.destroyed === 'boolean' ? { fd, _socket } : undefined;
}

/**
 * Writes to the descriptor itself. node-pty's own queue is exact too, but it retries a full buffer in a busy loop through the
 * thread pool, cannot say how much is left, and goes on after the close, when the number may belong to another terminal.
 * The descriptor is non-blocking and node closes it on this thread, so a look at `destroyed` just before is safe.
 */
function writeNow(pty: IPty, bytes: Buffer): number | 'closed' {
	const unix = inside(pty);
	if (unix === undefined) {
		pty.write(bytes);
		return bytes.length;
	}
	if (unix._socket.destroyed) return 'closed';
	try {
		return writeSync(unix.fd, bytes);
	} catch (error) {
		return isFull(error) ? 0 : 'closed';
	}
}

// More than the kernel keeps for a terminal; ends the loop should it ever not.
const REST_BYTES = 1024 * 1024;
const READ_BYTES = 64 * 1024;

/**
 * libuv takes a hang-up for the end after one short read, and on a terminal every read is short: what a client said last, right
 * after a burst, is still in the kernel. The descriptor is open until this event is over.
 */
function readRest(fd: number, handle: (chunk: Buffer) => void): void {
	for (let total = 0; total < REST_BYTES; ) {
		const chunk = Buffer.allocUnsafe(READ_BYTES);
		try {
			const read = readSync(fd, chunk);
			if (read === 0) return;
			total += read;
			handle(chunk.subarray(0, read));
		} catch {
			// EIO once it is empty.
			return;
		}
	}
}

function isFull(error: unknown): boolean {
	return error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EINTR');
}

let guarded = 0;
const ignore = () => {};

/**
 * `detach-client -P` makes a tmux client send SIGHUP to its parent. That is the whole extension host, which would die of it;
 * so the signal is ignored while a client of ours lives.
 */
function ignoreHangup(): Disposable {
	if (guarded++ === 0) process.on('SIGHUP', ignore);
	return toDisposable(() => {
		if (--guarded === 0) process.off('SIGHUP', ignore);
	});
}
