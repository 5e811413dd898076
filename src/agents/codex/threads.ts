/** Which conversation a Codex process writes: it holds the thread's lock, and its rollout once there is one. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessFacts } from '../process/facts.ts';
import { descendantsOf, type ProcessSource } from '../process/source.ts';

const LOCK = /\/thread-writer-locks\/([0-9a-f-]{36})\.lock$/;
const ROLLOUT = /\/sessions\/.*\/rollout-[^/]*-([0-9a-f-]{36})\.jsonl$/;
/** A conversation that is resumed lies under the day it began; older ones than this are found through the open file only. */
const DAYS_SEARCHED = 14;

export interface CodexThread {
	readonly id: string;
	readonly file: string | undefined;
}

/** The process started in the pane may be a wrapper: the lock is held by it or by a descendant. */
export async function threadOf(process: ProcessFacts, processes: ProcessSource): Promise<CodexThread | undefined> {
	for (const candidate of descendantsOf(await processes.table(), process.pid, 30)) {
		const open = await processes.openFiles(candidate.pid, (path) => LOCK.test(path) || ROLLOUT.test(path));
		const id = open.map((path) => LOCK.exec(path)?.[1]).find((found) => found !== undefined);
		if (!id) continue;
		const lock = open.find((path) => LOCK.test(path)) ?? '';
		const file =
			open.find((path) => ROLLOUT.exec(path)?.[1] === id) ?? (await findRollout(lock.replace(/\/thread-writer-locks\/.*$/, ''), id));
		return { id, file };
	}
	return undefined;
}

export async function findRollout(home: string, id: string): Promise<string | undefined> {
	const sessions = join(home, 'sessions');
	for (const day of await newestDays(sessions)) {
		const name = (await entries(day)).find((entry) => entry.endsWith(`-${id}.jsonl`));
		if (name) return join(day, name);
	}
	return undefined;
}

async function entries(folder: string): Promise<readonly string[]> {
	return (await readdir(folder).catch(() => [])).sort().reverse();
}

/** `sessions/YYYY/MM/DD`, newest first. */
async function newestDays(sessions: string): Promise<readonly string[]> {
	const days: string[] = [];
	for (const year of await entries(sessions)) {
		for (const month of await entries(join(sessions, year))) {
			for (const day of await entries(join(sessions, year, month))) {
				days.push(join(sessions, year, month, day));
				if (days.length >= DAYS_SEARCHED) return days;
			}
		}
	}
	return days;
}
