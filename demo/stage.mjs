/** The stage of `npm start`: a temp folder with a small git repository, and a tmux server of its own with sessions running in it. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { endMarkedProcesses, settle } from '../scripts/marked-processes.mjs';
import { which } from '../scripts/setup/command.mjs';

const execute = promisify(execFile);
const MARK = 'SHOAL_DEMO';
const AGENTS = ['claude', 'codex'];

/** Installers put agents here too, and the extension looks here as well. */
function agentFolders() {
	const home = os.homedir();
	return [path.join(home, '.local/bin'), path.join(home, '.claude/local'), '/opt/homebrew/bin', '/usr/local/bin'];
}

function isInstalled(agent) {
	return Boolean(which(agent)) || agentFolders().some((folder) => existsSync(path.join(folder, agent)));
}

export class Stage {
	#mark;

	constructor(root) {
		this.root = root;
		this.folder = path.join(root, 'tides');
		this.socket = path.join(root, 'tmux.sock');
		/** Agents that a script stands in for, because they are not installed. */
		this.standIns = AGENTS.filter((agent) => !isInstalled(agent));
		this.#mark = `${MARK}=${root}`;
	}

	static async set() {
		// Short on purpose: unix sockets live in here, and their paths may not be longer than about 100 characters.
		const base = process.platform === 'darwin' ? '/tmp' : os.tmpdir();
		const stage = new Stage(await mkdtemp(path.join(base, 'shoal-demo-')));
		try {
			await stage.#makeFolders();
			await stage.#makeStandIns();
			await stage.#startSessions();
			return stage;
		} catch (error) {
			await stage.clear();
			throw error;
		}
	}

	/** What a VS Code on this stage must have in its environment. */
	get env() {
		const env = {
			...process.env,
			PATH: [path.join(this.root, 'bin'), path.dirname(process.execPath), process.env.PATH].join(path.delimiter),
			SHOAL_TMUX_SOCKET: this.socket,
			[MARK]: this.root,
		};
		// What belongs to the terminal and the npm that started us is not for the shells on this stage.
		for (const name of Object.keys(env)) if (/^(TMUX|TMUX_PANE|npm_.*)$/.test(name)) delete env[name];
		return env;
	}

	async tmux(...args) {
		await execute('tmux', ['-u', '-S', this.socket, '-f', '/dev/null', ...args], { env: this.env });
	}

	/** Ends the tmux server with all that runs in it, then whatever else was started from this stage. */
	async clear() {
		await this.tmux('kill-server').catch(() => undefined);
		if ((await settle(this.#mark)).length > 0) await endMarkedProcesses(this.#mark);
		await rm(this.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	}

	async #makeFolders() {
		await cp(path.join(import.meta.dirname, 'project'), this.folder, { recursive: true });
		await mkdir(path.join(this.root, 'elsewhere'));
		const author = ['-c', 'user.name=Shoal demo', '-c', 'user.email=demo@localhost', '-c', 'commit.gpgsign=false'];
		for (const args of [
			['init', '-q', '-b', 'main'],
			['add', '.'],
			[...author, 'commit', '-q', '-m', 'Tell the tides'],
		]) {
			await execute('git', args, { cwd: this.folder });
		}
	}

	/** A folder for PATH with a script for each agent that is missing, and none for those that are not. */
	async #makeStandIns() {
		const bin = path.join(this.root, 'bin');
		await mkdir(bin);
		for (const agent of this.standIns) {
			const script = path.join(bin, agent);
			await writeFile(script, `#!/bin/sh\nexec "${process.execPath}" "${path.join(import.meta.dirname, 'bin', agent)}" "$@"\n`);
			await chmod(script, 0o755);
		}
	}

	async #startSessions() {
		const agent = [process.execPath, path.join(import.meta.dirname, 'bin/claude')];
		const session = (name, folder, ...command) =>
			this.tmux('new-session', '-d', '-s', name, '-c', folder, '-x', '120', '-y', '30', ...command);
		await session('tide-tables', this.folder, ...agent);
		await session('docs', path.join(this.folder, 'docs'));
		await session('elsewhere', path.join(this.root, 'elsewhere'));
		await this.tmux('send-keys', '-t', '=tide-tables:', 'explain the code', 'Enter');
	}
}
