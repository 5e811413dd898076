/** Finds and ends all processes that carry a mark in their environment: children inherit it, however far down and however detached. */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { run } from './setup/command.mjs';

/** Processes that were told to end may take this long to be gone. */
export const SETTLE_MS = 4_000;
const POLL_MS = 100;

async function markedOnLinux(mark) {
	const found = [];
	for (const pid of await readdir('/proc')) {
		if (!/^\d+$/.test(pid)) continue;
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

/** Other systems have `ps` print the environment after the command, for processes of the same user. */
async function markedByPs(mark) {
	const { output } = await run('ps', ['-E', '-ww', '-ax', '-o', 'pid=,command=']);
	return output
		.split('\n')
		.filter((line) => line.includes(mark))
		.map((line) => ({ pid: Number.parseInt(line, 10), command: line.trim().replace(/^\d+\s+/, '') }));
}

/** `{ pid, command }` of all processes marked with `NAME=value`, except this one. */
export async function markedProcesses(mark) {
	const all = process.platform === 'linux' ? await markedOnLinux(mark) : await markedByPs(mark);
	return all.filter(({ pid }) => pid !== process.pid);
}

/** Waits for marked processes to end by themselves; returns those that do not. */
export async function settle(mark) {
	const end = Date.now() + SETTLE_MS;
	for (;;) {
		const left = await markedProcesses(mark);
		if (left.length === 0 || Date.now() > end) return left;
		await delay(POLL_MS);
	}
}

/** Ends marked processes by their pids: first asked, then made to. */
export async function endMarkedProcesses(mark) {
	for (const signal of ['SIGTERM', 'SIGKILL']) {
		for (const { pid } of await markedProcesses(mark)) {
			try {
				process.kill(pid, signal);
			} catch {
				// Ended meanwhile.
			}
		}
		if ((await settle(mark)).length === 0) return;
	}
}
