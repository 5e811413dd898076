/** Which files in a session's folder differ from the last commit. */
import { join, relative } from 'node:path';
import { askGit } from './actions/git.ts';
import { entriesOf } from './actions/gitSummary.ts';

export interface ChangedFile {
	/** Absolute. */
	readonly path: string;
	/** As seen from the session's folder. */
	readonly name: string;
	readonly change: 'added' | 'changed' | 'removed';
	/** Lines, where git counts them. */
	readonly added?: number;
	readonly removed?: number;
	readonly binary: boolean;
}

export interface FolderChanges {
	/** The folder of the repository, or of the worktree. */
	readonly root: string;
	readonly branch?: string;
	readonly files: readonly ChangedFile[];
}

/** Undefined where the folder is in no repository. */
export async function folderChanges(folder: string): Promise<FolderChanges | undefined> {
	const root = (await askGit(folder, ['rev-parse', '--show-toplevel']))?.trimEnd();
	if (!root) return undefined;
	const [status, counts, branch] = await Promise.all([
		askGit(folder, ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--no-renames', '--', '.']),
		// Without a first commit there is nothing to count.
		askGit(folder, ['diff', '--numstat', '-z', '--no-renames', '--no-ext-diff', 'HEAD', '--', '.']),
		askGit(folder, ['symbolic-ref', '--quiet', '--short', 'HEAD']),
	]);
	const counted = countsOf(counts ?? '');
	const files = entriesOf(status ?? '').map(({ code, path: inRoot }): ChangedFile => {
		const path = join(root, inRoot);
		return { path, name: relative(folder, path), change: changeOf(code), binary: false, ...counted.get(inRoot) };
	});
	return { root, files, ...(branch && { branch: branch.trim() }) };
}

/** The text of a file in the last commit; undefined where it was not in it. */
export async function committedText(root: string, path: string): Promise<string | undefined> {
	return askGit(root, ['show', `HEAD:${relative(root, path)}`]);
}

function changeOf(code: string): ChangedFile['change'] {
	if (code === '??' || code.includes('A')) return 'added';
	return code.includes('D') ? 'removed' : 'changed';
}

type Counts = Pick<ChangedFile, 'added' | 'removed' | 'binary'>;

/** `added TAB removed TAB path`, each ended by NUL; a dash stands for what has no lines. */
function countsOf(numstat: string): ReadonlyMap<string, Counts> {
	const counts = new Map<string, Counts>();
	for (const line of numstat.split('\0')) {
		const [, added, removed, path] = /^(\d+|-)\t(\d+|-)\t(.+)$/s.exec(line) ?? [];
		if (added === undefined || removed === undefined || path === undefined) continue;
		counts.set(path, added === '-' ? { binary: true } : { added: Number(added), removed: Number(removed), binary: false });
	}
	return counts;
}
