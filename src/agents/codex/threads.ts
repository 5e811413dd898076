/** Which conversation a Codex process writes: it holds the thread's lock, and its rollout once there is one. */
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessFacts } from '../process/facts.ts';
import { descendantsOf, type ProcessSource } from '../process/source.ts';

const LOCK = /\/thread-writer-locks\/([0-9a-f-]{36})\.lock$/;
const ROLLOUT = /\/sessions\/.*\/rollout-[^/]*-([0-9a-f-]{36})\.jsonl$/;
/** The first line of a rollout says who began it, before the long instructions. */
const FIRST_BYTES = 4_096;
const DELEGATED = /"thread_source":\s?"(?!user")|"source":\s?\{\s?"sub_?agent"/i;
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
		const locks = open.filter((path) => LOCK.test(path));
		if (locks.length === 0) continue;
		const { id, file } = await currentOf(await Promise.all(locks.map((lock) => threadBehind(lock, open))));
		return { id, file };
	}
	return undefined;
}

interface LockedThread extends CodexThread {
	readonly lock: string;
}

async function threadBehind(lock: string, open: readonly string[]): Promise<LockedThread> {
	const id = LOCK.exec(lock)?.[1] ?? '';
	const file =
		open.find((path) => ROLLOUT.exec(path)?.[1] === id) ?? (await findRollout(lock.replace(/\/thread-writer-locks\/.*$/, ''), id));
	return { id, file, lock };
}

/** After `/clear` and `/resume` Codex holds the old lock too, and its sub-agents have locks of their own: the last of the user's counts. */
async function currentOf(threads: readonly LockedThread[]): Promise<CodexThread> {
	const dated = await Promise.all(
		threads.map(async (thread) => ({
			thread,
			at: Math.max(await changedAt(thread.lock), await changedAt(thread.file)),
			own: !(await isDelegated(thread.file)),
		})),
	);
	const own = dated.filter((candidate) => candidate.own);
	return (own.length > 0 ? own : dated).reduce((newest, next) => (next.at > newest.at ? next : newest)).thread;
}

async function changedAt(file: string | undefined): Promise<number> {
	if (file === undefined) return 0;
	return stat(file).then(
		({ mtimeMs }) => mtimeMs,
		() => 0,
	);
}

async function isDelegated(file: string | undefined): Promise<boolean> {
	if (file === undefined) return false;
	const handle = await open(file, 'r').catch(() => undefined);
	if (!handle) return false;
	try {
		const { buffer, bytesRead } = await handle.read(Buffer.alloc(FIRST_BYTES), 0, FIRST_BYTES, 0);
		return DELEGATED.test(buffer.toString('utf8', 0, bytesRead));
	} finally {
		await handle.close();
	}
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
