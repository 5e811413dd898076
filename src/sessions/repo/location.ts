/** Where a folder stands in git, read from git's own files: no process is started to find out. */
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';

export interface RepoLocation {
	/** The main work tree, which all worktrees of a repository share. */
	readonly root: string;
	/** The work tree the folder is in: the root itself, or a linked worktree. */
	readonly worktree: string;
	/** Where this work tree's HEAD is. */
	readonly gitFolder: string;
}

/** Undefined where the folder is in no repository. */
export async function locate(folder: string): Promise<RepoLocation | undefined> {
	if (!isAbsolute(folder)) return undefined;
	for (let at = folder; ; at = dirname(at)) {
		const found = await locationAt(at);
		if (found) return found;
		if (at === dirname(at)) return undefined;
	}
}

async function locationAt(worktree: string): Promise<RepoLocation | undefined> {
	const entry = join(worktree, '.git');
	const stats = await stat(entry).catch(() => undefined);
	// An empty folder of that name is no repository; git looks further up too.
	if (stats?.isDirectory())
		return (await text(join(entry, 'HEAD'))) === undefined ? undefined : { root: worktree, worktree, gitFolder: entry };
	if (!stats?.isFile()) return undefined;
	// A linked worktree, or a submodule: a file that names the real folder.
	const gitFolder = pathIn(await text(entry), worktree);
	if (!gitFolder) return undefined;
	const common = await text(join(gitFolder, 'commondir'));
	const shared = common === undefined ? gitFolder : resolve(gitFolder, common.trim());
	const root = basename(shared) === '.git' ? dirname(shared) : worktree;
	return { root, worktree, gitFolder };
}

function pathIn(content: string | undefined, from: string): string | undefined {
	const path = content?.match(/^gitdir: (.+)$/m)?.[1]?.trim();
	return path && resolve(from, path);
}

/** The branch, or the short id of a detached HEAD. */
export async function branchOf({ gitFolder }: RepoLocation): Promise<string | undefined> {
	const head = (await text(join(gitFolder, 'HEAD')))?.trim();
	return head?.match(/^ref: refs\/heads\/(.+)$/)?.[1] ?? head?.match(/^[0-9a-f]{40,64}$/)?.[0].slice(0, SHORT_ID);
}

const SHORT_ID = 8;

function text(file: string): Promise<string | undefined> {
	return readFile(file, 'utf8').catch(() => undefined);
}
