/** When the last commit was made in a folder: read from git's own log of HEAD, without starting git. */
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** What git writes there for a commit, of whatever kind; a checkout or a pull is none. */
const COMMIT = /> (\d+) [-+]\d+\t(?:commit|merge|cherry-pick|revert|rebase)\b/;

/** Git's log of where HEAD was; undefined outside of a repository. */
export async function headLog(folder: string): Promise<string | undefined> {
	for (let at = resolve(folder); ; at = dirname(at)) {
		const git = await gitFolder(join(at, '.git'));
		if (git) return join(git, 'logs/HEAD');
		if (at === dirname(at)) return undefined;
	}
}

/** Undefined outside of a repository and before the first commit. */
export async function lastCommitAt(folder: string): Promise<number | undefined> {
	const log = await headLog(folder);
	if (log === undefined) return undefined;
	const lines = (await readFile(log, 'utf8').catch(() => '')).trimEnd().split('\n');
	const last = lines.findLastIndex((line) => COMMIT.test(line));
	if (last < 0) return undefined;
	// Git counts whole seconds; the file's own time is finer, as long as nothing was written after the commit.
	if (last === lines.length - 1) return Math.round((await stat(log)).mtimeMs);
	return (Number(COMMIT.exec(lines[last] ?? '')?.[1]) + 1) * 1_000;
}

/** A worktree has a file in place of the folder, which names the real one. */
async function gitFolder(path: string): Promise<string | undefined> {
	const found = await stat(path).catch(() => undefined);
	if (found?.isDirectory()) return path;
	if (!found?.isFile()) return undefined;
	const target = /^gitdir: (.+)$/m.exec(await readFile(path, 'utf8').catch(() => ''))?.[1];
	return target === undefined ? undefined : resolve(dirname(path), target);
}
