/** Gives each suite a temp folder and a mark in its environment, and afterwards finds and ends what the suite has left behind. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const MARK = 'SHOAL_TEST_RUN';
/** Processes that were told to end may take this long to be gone; what stays longer was left behind. */
const SETTLE_MS = 4_000;
const POLL_MS = 100;

/** Short on purpose: unix sockets live in here, and their paths may not be longer than about 100 characters. */
const BASE = process.platform === 'darwin' ? '/tmp' : os.tmpdir();

export async function makeSandbox() {
	const dir = await mkdtemp(path.join(BASE, 'shoal-'));
	const env = { ...process.env, TMPDIR: dir, TMUX_TMPDIR: dir, [MARK]: dir };
	if (!process.stdout.isTTY) env.NO_COLOR = '1';
	// Vite warns that a later version will load its configuration in another way.
	env.VITE_CONFIG_NATIVE_IGNORE_WARNING = 'true';
	// A surrounding tmux or VS Code must not be taken for the one under test.
	for (const name of Object.keys(env)) if (/^(TMUX|TMUX_PANE|VSCODE_.*|SHOAL_TMUX_SOCKET)$/.test(name)) delete env[name];
	return { dir, env };
}

/** Every process inherits the mark from the suite that started it, however far down and however detached. Linux only. */
export async function markedProcesses(mark) {
	if (process.platform !== 'linux') return [];
	const found = [];
	for (const pid of await readdir('/proc')) {
		if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue;
		try {
			if (!(await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0').includes(mark)) continue;
			const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
			if (command) found.push({ pid: Number(pid), command });
		} catch {
			// Ended meanwhile, or another user's.
		}
	}
	return found;
}

/** Ends marked processes by their pids, first politely. */
export async function endProcesses(mark) {
	for (const signal of ['SIGTERM', 'SIGKILL']) {
		for (const { pid } of await markedProcesses(mark)) {
			try {
				process.kill(pid, signal);
			} catch {
				// Ended meanwhile.
			}
		}
		const end = Date.now() + SETTLE_MS;
		while (Date.now() < end && (await markedProcesses(mark)).length > 0) await delay(POLL_MS);
	}
}

/** Clears the sandbox and returns what should not have been there any more: processes, and temp folders of our own tests. */
export async function clearSandbox({ dir }) {
	const mark = `${MARK}=${dir}`;
	const end = Date.now() + SETTLE_MS;
	let left = await markedProcesses(mark);
	while (left.length > 0 && Date.now() < end) {
		await delay(POLL_MS);
		left = await markedProcesses(mark);
	}
	if (left.length > 0) await endProcesses(mark);
	const files = (await readdir(dir)).filter((name) => name.startsWith('shoal-'));
	await rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	return [...left.map(({ pid, command }) => `process ${pid} (${command.slice(0, 120)})`), ...files.map((name) => `temp folder ${name}`)];
}
