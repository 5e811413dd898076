/** Gives each suite a temp folder and a mark in its environment, and afterwards finds and ends what the suite has left behind. */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { endMarkedProcesses, settle } from '../marked-processes.mjs';
import { cacheDir } from '../setup/cache.mjs';

const MARK = 'SHOAL_TEST_RUN';

/** Short on purpose: unix sockets live in here, and their paths may not be longer than about 100 characters. */
const BASE = process.platform === 'darwin' ? '/tmp' : os.tmpdir();

export async function makeSandbox() {
	const dir = await mkdtemp(path.join(BASE, 'shoal-'));
	await mkdir(path.join(dir, 'home'));
	const env = {
		...process.env,
		TMPDIR: dir,
		TMUX_TMPDIR: dir,
		// The user's own dot files (of tmux, shells, agents) neither steer a test nor are touched by one.
		HOME: path.join(dir, 'home'),
		SHOAL_DEV_CACHE: cacheDir(),
		[MARK]: dir,
		// Vite warns that a later version will load its configuration in another way.
		VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true',
	};
	if (!process.stdout.isTTY) env.NO_COLOR = '1';
	// A surrounding tmux, VS Code or npm must not be taken for the one under test.
	for (const name of Object.keys(env)) if (/^(TMUX|TMUX_PANE|VSCODE_.*|SHOAL_TMUX_SOCKET|npm_.*)$/.test(name)) delete env[name];
	return { dir, env };
}

/** Clears the sandbox and returns what should not have been there any more: processes, and temp folders of our own tests. */
export async function clearSandbox({ dir }) {
	const mark = `${MARK}=${dir}`;
	const left = await settle(mark);
	if (left.length > 0) await endMarkedProcesses(mark);
	const files = (await readdir(dir)).filter((name) => name.startsWith('shoal-'));
	await rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	return [...left.map(({ pid, command }) => `process ${pid} (${command.slice(0, 120)})`), ...files.map((name) => `temp folder ${name}`)];
}
