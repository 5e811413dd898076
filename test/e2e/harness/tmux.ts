/** A tmux server of one test's own, on a socket that only the test and its extension know. */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { eventually } from './poll.ts';

const execute = promisify(execFile);
const LIMIT_MS = 10_000;

export class TestTmux {
	readonly socket: string;
	readonly #env: NodeJS.ProcessEnv;

	constructor(socket: string, env: NodeJS.ProcessEnv = process.env) {
		this.socket = socket;
		this.#env = env;
	}

	/** Runs `tmux -S <socket> …` and returns what it prints. */
	async run(...args: string[]): Promise<string> {
		const { stdout } = await execute('tmux', ['-u', '-S', this.socket, '-f', '/dev/null', ...args], { env: this.#env, timeout: LIMIT_MS });
		return stdout.trimEnd();
	}

	/** A detached session that runs exact argv, or a shell. */
	async newSession(name: string, folder: string, command: readonly string[] = []): Promise<void> {
		await this.run('new-session', '-d', '-s', name, '-c', folder, '-x', '100', '-y', '30', ...command);
	}

	/** Names of all sessions; none when no server runs. */
	async sessions(): Promise<string[]> {
		return this.#lines('list-sessions', '-F', '#{session_name}');
	}

	/** Sizes of the clients attached to a session, as `columns x rows`. */
	async clients(session: string): Promise<string[]> {
		return this.#lines('list-clients', '-t', `=${session}`, '-F', '#{client_width}x#{client_height}');
	}

	async screen(session: string): Promise<string> {
		return this.run('capture-pane', '-p', '-t', `=${session}:`);
	}

	/** Ends the server with all that runs in it, and returns when its process is gone. */
	async dispose(): Promise<void> {
		const pid = Number(await this.run('display-message', '-p', '#{pid}').catch(() => ''));
		await this.run('kill-server').catch(() => undefined);
		if (pid > 0) await eventually(() => assertGone(pid));
		await rm(this.socket, { force: true });
	}

	async #lines(...args: string[]): Promise<string[]> {
		const output = await this.run(...args).catch(() => '');
		return output.split('\n').filter((line) => line !== '');
	}
}

function assertGone(pid: number): void {
	try {
		process.kill(pid, 0);
	} catch {
		return;
	}
	throw new Error(`tmux (pid ${pid}) still runs`);
}
