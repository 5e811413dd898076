/** A tmux server of one test's own, actors on it, and waits with a limit; everything is gone when it is disposed. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PtyActor } from '../../../src/pty/actor.ts';
import { PtyLoader, type PtySupport } from '../../../src/pty/loader.ts';
import type { PtyCommand, PtySize, SpawnPty } from '../../../src/pty/process.ts';

const run = promisify(execFile);

export const loader = new PtyLoader();

/** Longer than anything takes on a busy machine; a test that gets here has failed. */
export const LIMIT_MS = 10_000;

export const env: Record<string, string> = {
	PATH: process.env.PATH ?? '/usr/bin:/bin',
	HOME: process.env.HOME ?? '/',
	LANG: 'C.UTF-8',
};

export class TmuxHarness {
	readonly folder: string;
	readonly socket: string;
	readonly #actors: PtyActor[] = [];

	private constructor(folder: string) {
		this.folder = folder;
		this.socket = join(folder, 'sock');
	}

	static async create(): Promise<TmuxHarness> {
		return new TmuxHarness(await mkdtemp(join(tmpdir(), 'shoal-pty-')));
	}

	async tmux(...args: string[]): Promise<string> {
		const { stdout } = await run('tmux', ['-u', '-S', this.socket, '-f', '/dev/null', ...args], { env, timeout: LIMIT_MS });
		return stdout.trimEnd();
	}

	/** A session that runs exact argv; returns its id. */
	async session(name: string, ...argv: string[]): Promise<string> {
		const program = argv.length === 0 ? ['cat', '-'] : argv;
		return this.tmux('new-session', '-d', '-P', '-F', '#{session_id}', '-s', name, '-x', '80', '-y', '24', '--', ...program);
	}

	attachCommand(target: string): PtyCommand {
		return { file: 'tmux', args: ['-u', '-S', this.socket, '-f', '/dev/null', 'attach-session', '-t', target], env };
	}

	open(target: string, size?: PtySize): PtyActor {
		return this.openCommand(this.attachCommand(target), size);
	}

	/** With `onRead`, hears the bytes as they were read. */
	openCommand(command: PtyCommand, size?: PtySize, onRead?: (chunk: Buffer) => void): PtyActor {
		const load = async (): Promise<PtySupport> => {
			const support = await loader.load();
			if (support.kind !== 'loaded' || onRead === undefined) return support;
			const spawn: SpawnPty = (...args) => {
				const child = support.spawn(...args);
				child.onData(onRead);
				return child;
			};
			return { kind: 'loaded', spawn };
		};
		const actor = new PtyActor({ key: 'test', command, load, ...(size && { size }) });
		this.#actors.push(actor);
		return actor;
	}

	async serverPid(): Promise<number> {
		return Number(await this.tmux('display-message', '-p', '#{pid}'));
	}

	async clients(): Promise<string[]> {
		return (await this.tmux('list-clients', '-F', '#{client_pid} #{client_width}x#{client_height}'))
			.split('\n')
			.filter((line) => line !== '');
	}

	async dispose(): Promise<void> {
		await Promise.all(this.#actors.map((actor) => actor.detach()));
		const pid = await this.serverPid().catch(() => undefined);
		if (pid !== undefined) {
			await this.tmux('kill-server');
			await eventually(() => !isAlive(pid));
		}
		await rm(this.folder, { recursive: true, force: true });
	}
}

/** A zombie counts as gone if it is not our child: it waits for an init that is slow to reap. */
export function isAlive(pid: number): boolean {
	try {
		const [, state, parent] = /\) (\S) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
		return state !== 'Z' || Number(parent) === process.pid;
	} catch {
		return false;
	}
}

/** Asks again until it holds: for what tmux and the kernel tell nobody about. */
export async function eventually(holds: () => boolean | Promise<boolean>, limitMs = LIMIT_MS): Promise<void> {
	const end = performance.now() + limitMs;
	while (!(await holds())) {
		if (performance.now() > end) throw new Error(`not so within ${limitMs} ms: ${holds}`);
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
}

/** Resolves when the output since the call holds the text. */
export function outputHolding(actor: PtyActor, text: string, limitMs = LIMIT_MS): Promise<string> {
	return new Promise((resolve, reject) => {
		let seen = '';
		const done = (act: () => void) => {
			clearTimeout(timer);
			output.dispose();
			ended.dispose();
			act();
		};
		const fail = (why: string) => done(() => reject(new Error(`${why}, last output ${JSON.stringify(seen.slice(-300))}`)));
		const timer = setTimeout(() => fail(`no ${JSON.stringify(text)} within ${limitMs} ms`), limitMs);
		const ended = actor.onDidEnd((cause) => fail(`ended: ${JSON.stringify(cause)}`));
		const output = actor.onDidOutput((chunk) => {
			seen = (seen + chunk).slice(-1_000_000);
			if (seen.includes(text)) done(() => resolve(seen));
		});
	});
}

/** Descriptors of this process that are pseudoterminals. */
export async function terminalDescriptors(): Promise<number> {
	const fds = await readdir('/proc/self/fd');
	const targets = await Promise.all(fds.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
	return targets.filter((target) => target.includes('ptmx') || target.includes('/pts/')).length;
}
