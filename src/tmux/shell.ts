/** One life of the helper shell: starts processes on request, says how they end, and takes them with it when we die. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { TimeoutError } from '../base/timeout.ts';
import { quote } from './quoting.ts';

export interface Finished {
	readonly code: number;
	readonly stdout: string;
	readonly stderr: string;
}

export interface RunOptions {
	readonly limitMs: number;
	/** What the process reads on its standard input; nothing otherwise. */
	readonly input?: string;
}

export interface RunningStream {
	/** Ends the process; `onEnd` still comes. */
	end(): void;
}

export interface StreamHandler {
	onData(chunk: string): void;
	/** The process is gone; null when the helper itself went first. */
	onEnd(code: number | null): void;
}

/** Each slot is a pipe of its own, so that streams never mix. */
export type StreamSlot = 3 | 4;
const CONTROL_FD = 5;

/**
 * The shell reads its script from a pipe. When we end, in whatever way, the pipe ends and the shell takes its whole process
 * group with it. A server started by one of our commands has left the group by then.
 */
const PROLOGUE = `trap 'kill -9 0' EXIT; run=0 stream3=0 stream4=0\n`;
/** For a child: no script to eat, none of the pipes to hold open (a tmux server started by it would hold them for ever). */
const DETACHED = '</dev/null 3>&- 4>&- 5>&-';
/** A child that was sent SIGKILL is reaped at once; a helper that can't even say so is replaced. */
const REAP_LIMIT_MS = 500;
/** A hung server may not keep the last command, and with it the shell, alive after we are gone. */
const FAREWELL_LIMIT_SECONDS = 2;

export class Shell {
	readonly #process: ChildProcess;
	readonly #pids = new Map<string, (pid: number) => void>();
	readonly #ends = new Set<() => void>();
	#control = '';
	alive = true;

	constructor(env: Record<string, string>) {
		const pipes = Array.from({ length: CONTROL_FD + 1 }, () => 'pipe' as const);
		// A group of its own lets the shell end its children together; the root folder can't be unmounted or removed under it.
		this.#process = spawn('/bin/sh', ['-s'], { env, cwd: '/', detached: true, stdio: pipes });
		for (const stream of this.#process.stdio) stream?.on('error', () => this.#lost());
		this.#process.on('error', () => this.#lost());
		this.#process.on('exit', () => this.#lost());
		this.#output(CONTROL_FD).on('data', (chunk: string) => this.#handleControl(chunk));
		for (const slot of [3, 4]) this.#output(slot).resume();
		this.#write(PROLOGUE);
	}

	run(argv: readonly string[], { limitMs, input }: RunOptions): Promise<Finished> {
		const mark = randomBytes(9).toString('hex');
		const feed = input === undefined ? '' : `printf %s ${quote(input.replaceAll('\0', ''))} | `;
		// With a feed, `$!` is the last process of the pipeline: the command itself.
		const start = `${feed}${argv.map(quote).join(' ')} ${input === undefined ? DETACHED : DETACHED.replace('</dev/null ', '')} &`;
		return new Promise((resolve, reject) => {
			let pid: number | undefined;
			let late = false;
			let reaper: NodeJS.Timeout | undefined;
			const out = new Answer(mark);
			const err = new Answer(mark);
			const stdout = this.#output(1);
			const stderr = this.#output(2);
			const settle = (outcome: () => void) => {
				clearTimeout(limit);
				clearTimeout(reaper);
				stdout.off('data', onOut);
				stderr.off('data', onErr);
				this.#pids.delete(mark);
				this.#ends.delete(onLost);
				outcome();
			};
			const check = () => {
				if (out.code === undefined || err.code === undefined) return;
				const { text, code } = out;
				if (late) settle(() => reject(new TimeoutError(argv[0] ?? 'command', limitMs)));
				else settle(() => resolve({ code, stdout: text, stderr: err.text }));
			};
			const onOut = (chunk: string) => {
				out.add(chunk);
				check();
			};
			const onErr = (chunk: string) => {
				err.add(chunk);
				check();
			};
			const onLost = () =>
				settle(() => reject(late ? new TimeoutError(argv[0] ?? 'command', limitMs) : new Error('the helper shell ended')));
			const limit = setTimeout(() => {
				late = true;
				if (pid !== undefined) killQuietly(pid);
				reaper = setTimeout(() => this.kill(), REAP_LIMIT_MS);
			}, limitMs);
			stdout.on('data', onOut);
			stderr.on('data', onErr);
			this.#ends.add(onLost);
			this.#pids.set(mark, (value) => {
				pid = value;
				if (late) killQuietly(value);
			});
			if (!this.alive) return onLost();
			// `wait` reaps the runner before: its end has been heard, and nobody else asks the shell to collect it.
			this.#write(
				`wait $run 2>/dev/null; { ${start} p=$!; echo ${mark} $p >&5; wait $p; printf '\\n${mark} %d\\n' $?; printf '\\n${mark} 0\\n' >&2; } & run=$!\n`,
			);
		});
	}

	stream(slot: StreamSlot, argv: readonly string[], handler: StreamHandler): RunningStream {
		const mark = randomBytes(9).toString('hex');
		const output = this.#output(slot);
		let pid: number | undefined;
		let over = false;
		let ended = false;
		let tail = '';
		const finish = (code: number | null) => {
			if (over) return;
			over = true;
			output.off('data', onData);
			this.#ends.delete(onLost);
			this.#pids.delete(mark);
			output.resume();
			handler.onEnd(code);
		};
		const onLost = () => finish(null);
		const onData = (chunk: string) => {
			// Whole lines only: the end mark, which is a line of its own, is then never cut in two.
			const text = tail + chunk;
			const cut = text.lastIndexOf('\n') + 1;
			tail = text.slice(cut);
			const lines = text.slice(0, cut);
			const at = lines.indexOf(`${mark} `);
			if (at < 0) {
				if (lines) handler.onData(lines);
				return;
			}
			if (at > 0) handler.onData(lines.slice(0, at));
			finish(Number.parseInt(lines.slice(at + mark.length + 1), 10));
		};
		output.on('data', onData);
		this.#ends.add(onLost);
		this.#pids.set(mark, (value) => {
			pid = value;
			if (ended) killQuietly(value);
		});
		const command = argv.map(quote).join(' ');
		const name = `stream${slot}`;
		this.#write(
			`wait $${name} 2>/dev/null; { ${command} ${DETACHED.replace(`${slot}>&-`, '')} >&${slot} 2>&1 & p=$!; echo ${mark} $p >&5; wait $p; printf '\\n${mark} %d\\n' $? >&${slot}; } & ${name}=$!\n`,
		);
		if (!this.alive) queueMicrotask(onLost);
		return {
			end: () => {
				if (over) return;
				ended = true;
				if (pid !== undefined) killQuietly(pid);
			},
		};
	}

	leave(farewell?: readonly string[]): void {
		if (!this.alive) return;
		if (farewell) {
			const command = farewell.map(quote).join(' ');
			this.#write(
				`${command} ${DETACHED} >/dev/null 2>&1 & p=$!; { sleep ${FAREWELL_LIMIT_SECONDS}; kill -9 $p; } >/dev/null 2>&1 & wait $p\n`,
			);
		}
		this.#process.stdin?.end();
		this.#process.unref();
		for (const end of [...this.#ends]) end();
	}

	kill(): void {
		const { pid } = this.#process;
		if (pid !== undefined) killQuietly(-pid);
		this.#lost();
	}

	#output(fd: number): Readable {
		const stream = this.#process.stdio[fd] as Readable;
		if (stream.readableEncoding === null) stream.setEncoding('utf8');
		return stream;
	}

	#write(script: string): void {
		if (this.alive) this.#process.stdin?.write(script);
	}

	#handleControl(chunk: string): void {
		this.#control += chunk;
		const lines = this.#control.split('\n');
		this.#control = lines.pop() ?? '';
		for (const line of lines) {
			const [mark = '', pid = ''] = line.split(' ');
			this.#pids.get(mark)?.(Number(pid));
		}
	}

	#lost(): void {
		if (!this.alive) return;
		this.alive = false;
		for (const end of [...this.#ends]) end();
	}
}

/** One of the two outputs of a run: everything up to the mark that the shell prints after the process is gone. */
class Answer {
	readonly #mark: string;
	#chunks: string[] = [];
	#tail = '';
	text = '';
	code: number | undefined;

	constructor(mark: string) {
		this.#mark = `\n${mark} `;
	}

	add(chunk: string): void {
		this.#chunks.push(chunk);
		// Long answers come in many chunks: only the end is searched each time.
		this.#tail = (this.#tail + chunk).slice(-(chunk.length + this.#mark.length + 16));
		if (!this.#tail.endsWith('\n') || !this.#tail.includes(this.#mark)) return;
		const whole = this.#chunks.join('');
		const at = whole.lastIndexOf(this.#mark);
		this.text = whole.slice(0, at);
		this.code = Number.parseInt(whole.slice(at + this.#mark.length), 10);
	}
}

function killQuietly(pid: number): void {
	try {
		process.kill(pid, 'SIGKILL');
	} catch {
		// Already gone, which is what was wanted.
	}
}
