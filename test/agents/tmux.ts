/** A tmux server of a test's own, on its own socket: starts programs, types, and shows what is on the screen. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { PaneFacts } from '../../src/agents/watch/facts.ts';

const run = promisify(execFile);
/** Unit separator: no title or path contains it. */
const FIELDS = [
	'#{pane_id}',
	'#{pane_pid}',
	'#{pane_dead}',
	'#{pane_current_command}',
	'#{pane_current_path}',
	'#{cursor_x},#{cursor_y},#{history_size},#{window_activity}',
	'#{pane_title}',
];
const SEPARATOR = '\u001f';

/** An agent says goodbye to its files and goes. */
const END_LIMIT_MS = 5_000;

export interface Screen {
	readonly text: string;
	readonly title: string;
	readonly dead: boolean;
	readonly path: string;
	readonly command: string;
}

function factsOf(line: string): PaneFacts {
	const [key = '', pid = '0', dead = '0', command = '', path = '', outputMark = '', title = ''] = line.split(SEPARATOR);
	return { key, panePid: Number(pid), dead: dead === '1', command, path, outputMark, title };
}

export class TestTmux {
	readonly folder: string;
	readonly #env: NodeJS.ProcessEnv;

	constructor(folder: string, env: NodeJS.ProcessEnv) {
		this.folder = folder;
		this.#env = env;
	}

	static async start(): Promise<TestTmux> {
		const { TMUX: _, TMUX_PANE: __, ...env } = process.env;
		return new TestTmux(await mkdtemp(join(tmpdir(), 'shoal-agents-')), env);
	}

	async tmux(...args: readonly string[]): Promise<string> {
		const { stdout } = await run('tmux', ['-S', join(this.folder, 'tmux.sock'), '-f', '/dev/null', ...args], { env: this.#env });
		return stdout;
	}

	/** Starts a program in a session of its own and returns its pane. */
	async spawn(options: {
		name: string;
		folder: string;
		env: Readonly<Record<string, string>>;
		command: readonly string[];
		size?: readonly [number, number];
		keep?: boolean;
	}): Promise<string> {
		const [columns, rows] = options.size ?? [120, 40];
		const env = Object.entries(options.env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
		const words = options.command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
		const format = ['-P', '-F', '#{pane_id}', '-x', String(columns), '-y', String(rows)];
		const pane = (
			await this.tmux('new-session', '-d', '-s', options.name, '-c', options.folder, ...env, ...format, `exec ${words}`)
		).trim();
		if (options.keep ?? true) await this.tmux('set-option', '-t', options.name, 'remain-on-exit', 'on');
		return pane;
	}

	/** Ends one session, and waits until its program is gone: it may write into its folders while it ends. */
	async end(name: string): Promise<void> {
		const pid = Number((await this.tmux('display-message', '-p', '-t', name, '#{pane_pid}')).trim());
		await this.tmux('kill-session', '-t', name);
		const deadline = performance.now() + END_LIMIT_MS;
		while (isAlive(pid) && performance.now() < deadline) await delay(20);
		if (isAlive(pid)) process.kill(pid, 'SIGKILL');
	}

	async keys(pane: string, ...keys: readonly string[]): Promise<void> {
		await this.tmux('send-keys', '-t', pane, ...keys);
	}

	/** Puts a prompt into the box as one paste and submits it. */
	async prompt(pane: string, text: string): Promise<void> {
		await this.tmux('set-buffer', '-b', 'prompt', text);
		await this.tmux('paste-buffer', '-p', '-d', '-b', 'prompt', '-t', pane, ';', 'send-keys', '-t', pane, 'Enter');
	}

	async panes(): Promise<readonly PaneFacts[]> {
		const listed = await this.tmux('list-panes', '-a', '-F', FIELDS.join(SEPARATOR)).catch(() => '');
		return listed
			.split('\n')
			.filter((line) => line !== '')
			.map(factsOf);
	}

	/** Facts and picture of one moment, by one command. */
	async screen(pane: string): Promise<Screen> {
		const printed = await this.tmux('display-message', '-p', '-t', pane, FIELDS.join(SEPARATOR), ';', 'capture-pane', '-p', '-t', pane);
		const end = printed.indexOf('\n');
		const { title, dead, path, command } = factsOf(printed.slice(0, end));
		return { text: printed.slice(end + 1), title, dead, path, command };
	}

	/** Ends every process of every pane by its pid, then the server: agents may outlive their session. */
	async stop(): Promise<void> {
		const roots = (await this.panes()).filter(({ dead }) => !dead).map(({ panePid }) => panePid);
		const doomed = (await Promise.all(roots.map(descendants))).flat();
		await this.tmux('kill-server').catch(() => '');
		for (const pid of [...doomed, ...roots]) {
			try {
				process.kill(pid, 'SIGKILL');
			} catch {
				// Ended with its terminal.
			}
		}
		await rm(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
	}
}

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

export async function descendants(pid: number): Promise<number[]> {
	try {
		const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').filter(Boolean).map(Number);
		return [...children, ...(await Promise.all(children.map(descendants))).flat()];
	} catch {
		return [];
	}
}
