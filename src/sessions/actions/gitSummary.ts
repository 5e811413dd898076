/** What git knows of a folder and nobody else has: changes, new files, commits that are nowhere else. */
import { askGit } from './git.ts';

export interface GitSummary {
	readonly branch?: string;
	/** Changed or staged files that are not committed. */
	readonly uncommitted: readonly string[];
	readonly untracked: readonly string[];
	/** Ignored files and folders: not in any history either. */
	readonly ignored: readonly string[];
	/** Commits that no remote and no other branch has. */
	readonly unpushed: number;
}

/** Undefined where the folder is in no repository. */
export async function gitSummary(folder: string): Promise<GitSummary | undefined> {
	const status = await askGit(folder, ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--ignored=matching']);
	if (status === undefined) return undefined;
	const entries = entriesOf(status);
	const of = (accept: (code: string) => boolean) => entries.filter(({ code }) => accept(code)).map(({ path }) => path);
	const branch = (await askGit(folder, ['symbolic-ref', '--quiet', '--short', 'HEAD']))?.trim();
	return {
		...(branch && { branch }),
		uncommitted: of((code) => code !== '??' && code !== '!!'),
		untracked: of((code) => code === '??'),
		ignored: of((code) => code === '!!'),
		// Without a first commit there is nothing to count.
		unpushed: (await uniqueCommits(folder, 'HEAD', branch || undefined)) ?? 0,
	};
}

interface StatusEntry {
	readonly code: string;
	readonly path: string;
}

/** `XY path`, each ended by NUL; a rename is followed by where it came from. */
export function entriesOf(status: string): readonly StatusEntry[] {
	const parts = status.split('\0');
	const entries: StatusEntry[] = [];
	for (let index = 0; index < parts.length; index++) {
		const part = parts[index] ?? '';
		if (part.length < 4) continue;
		const code = part.slice(0, 2);
		entries.push({ code, path: part.slice(3) });
		if (/[RC]/.test(code)) index++;
	}
	return entries;
}

/** Commits that go when this branch goes, or where there is none, when the worktree goes. */
export async function uniqueCommits(folder: string, tip: string, branch: string | undefined): Promise<number | undefined> {
	const others = branch === undefined ? ['--branches'] : [`--exclude=${branch}`, '--branches'];
	const count = await askGit(folder, ['rev-list', '--count', tip, '--not', '--remotes', '--tags', ...others, '--']);
	return count === undefined ? undefined : Number(count.trim());
}
