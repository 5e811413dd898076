/** Git worktrees for sessions: made under a folder of ours, on a branch named from the session. */
import { lstat, mkdir, realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { projectKey } from '../../registry/paths.ts';
import type { Refusal } from '../outcome.ts';
import { storageFolder } from './attachments.ts';
import type { ActionDesk } from './context.ts';
import { askGit, git } from './git.ts';

export interface MadeWorktree {
	readonly path: string;
	/** Where the agent runs: the same place inside the worktree as the folder it was asked for. */
	readonly folder: string;
	readonly branch: string;
	readonly branchMade: boolean;
	readonly startedAt: string;
	/** The repository's own folder, which stays when the worktree goes. */
	readonly repository: string;
}

/** Branches that we make are known by their prefix. */
const BRANCH_PREFIX = 'shoal/';
const MOST_TRIES = 100;

export async function worktreesFolder(desk: ActionDesk): Promise<string> {
	return desk.context.worktreesFolder() ?? defaultFolder(desk);
}

/** Where worktrees of ours may be: the user may have set the folder after some were made. */
export async function worktreeFolders(desk: ActionDesk): Promise<readonly string[]> {
	return [...new Set([await worktreesFolder(desk), await defaultFolder(desk)])];
}

async function defaultFolder(desk: ActionDesk): Promise<string> {
	return join(await storageFolder(desk), 'worktrees');
}

export async function makeWorktree(
	folder: string,
	{ root, name, branch: wish }: { readonly root: string; readonly name: string; readonly branch?: string },
): Promise<MadeWorktree | Refusal> {
	const top = await repositoryOf(folder);
	if (top === undefined) return { kind: 'not-a-repository', folder };
	const branch = wish ?? (await branchFor(top, name));
	if (!(await isBranchName(top, branch))) return { kind: 'bad-branch', branch };
	const branchMade = !(await branchExists(top, branch));
	const path = await freePath(join(root, projectKey(top)), name);
	const startedAt = (await git(top, ['rev-parse', branchMade ? 'HEAD' : `refs/heads/${branch}`])).trim();
	await git(top, branchMade ? ['worktree', 'add', '-q', '-b', branch, path, 'HEAD'] : ['worktree', 'add', '-q', path, branch]);
	const inside = relative(await realpath(top), await realpath(folder));
	const there = join(path, inside);
	return { path, folder: (await exists(there)) ? there : path, branch, branchMade, startedAt, repository: await commonFolder(top) };
}

/** Takes back what a start that failed has made; whatever was committed meanwhile is kept. */
export async function undoWorktree({ path, repository, branch, branchMade, startedAt }: MadeWorktree): Promise<void> {
	await askGit(repository, ['worktree', 'remove', '--force', path]);
	if (branchMade) await askGit(repository, ['update-ref', '-d', `refs/heads/${branch}`, startedAt]);
}

/** The git folder that all worktrees of a repository share. */
export async function commonFolder(folder: string): Promise<string> {
	return (await git(folder, ['rev-parse', '--path-format=absolute', '--git-common-dir'])).replace(/\n$/, '');
}

/** The top folder of the working copy that holds this folder. */
export async function repositoryOf(folder: string): Promise<string | undefined> {
	return (await askGit(folder, ['rev-parse', '--show-toplevel']))?.replace(/\n$/, '') || undefined;
}

/** A branch that there is not yet, named from the session. */
export async function branchFor(folder: string, name: string): Promise<string> {
	const base = `${BRANCH_PREFIX}${name}`;
	for (let number = 1; number <= MOST_TRIES; number++) {
		const branch = number === 1 ? base : `${base}-${number}`;
		if (!(await branchExists(folder, branch))) return branch;
	}
	return base;
}

async function freePath(parent: string, name: string): Promise<string> {
	await mkdir(parent, { recursive: true, mode: 0o700 });
	for (let number = 1; number <= MOST_TRIES; number++) {
		const path = join(parent, number === 1 ? name : `${name}-${number}`);
		if (!(await exists(path))) return path;
	}
	throw new Error(`no free folder for a worktree in ${parent}`);
}

/** A name that git takes as it stands: nothing that reads as an option or as an expression. */
export async function isBranchName(folder: string, branch: string): Promise<boolean> {
	if (branch.startsWith('-') || branch.includes('@{')) return false;
	return (await askGit(folder, ['check-ref-format', '--branch', branch]))?.trim() === branch;
}

async function branchExists(folder: string, branch: string): Promise<boolean> {
	return (await askGit(folder, ['show-ref', '--verify', '--quiet', `refs/heads/${branch}`])) !== undefined;
}

async function exists(path: string): Promise<boolean> {
	return lstat(path).then(
		() => true,
		() => false,
	);
}
