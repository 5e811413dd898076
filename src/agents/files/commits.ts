/** When the last commit was made in a folder: read from git's own log of HEAD, without starting git. */
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Undefined outside of a repository and before the first commit. */
export async function lastCommitAt(folder: string): Promise<number | undefined> {
	for (let at = resolve(folder); ; at = dirname(at)) {
		const git = await gitFolder(join(at, '.git'));
		if (git)
			return stat(join(git, 'logs/HEAD')).then(
				({ mtimeMs }) => Math.round(mtimeMs),
				() => undefined,
			);
		if (at === dirname(at)) return undefined;
	}
}

/** A worktree has a file in place of the folder, which names the real one. */
async function gitFolder(path: string): Promise<string | undefined> {
	const found = await stat(path).catch(() => undefined);
	if (found?.isDirectory()) return path;
	if (!found?.isFile()) return undefined;
	const target = /^gitdir: (.+)$/m.exec(await readFile(path, 'utf8').catch(() => ''))?.[1];
	return target === undefined ? undefined : resolve(dirname(path), target);
}
