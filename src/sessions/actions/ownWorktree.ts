/** Whether a worktree is one that we made, where we made it, and holds nothing that is not its own. Asked before anything is removed. */
import { lstat, readdir, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { SessionRecord } from '../../registry/record.ts';
import type { NotOurs } from '../outcome.ts';
import { askGit } from './git.ts';

/** A worktree with more than this takes minutes to look through; it is then left to a person. */
const MOST_ENTRIES = 500_000;

export type Possession =
	| { readonly kind: 'ours'; readonly path: string }
	/** There is nothing of ours to remove. */
	| { readonly kind: 'none' }
	| { readonly kind: 'not-ours'; readonly path: string; readonly why: NotOurs };

export async function possession(record: SessionRecord, roots: readonly string[]): Promise<Possession> {
	const path = record.worktree;
	if (path === undefined || record.ownership?.worktree !== 'created') return { kind: 'none' };
	const no = (why: NotOurs): Possession => ({ kind: 'not-ours', path, why });
	const entry = await lstat(path).catch(() => undefined);
	if (!entry) return no('moved');
	if (entry.isSymbolicLink() || !entry.isDirectory()) return no('link');
	const root = roots.find((folder) => path.startsWith(folder + sep) && !relative(folder, path).startsWith('..'));
	if (root === undefined) return no('outside');
	const [realRoot, real] = await Promise.all([realpath(root), realpath(path)]);
	const inside = relative(root, path);
	if (inside === '' || !real.startsWith(realRoot + sep)) return no('outside');
	// A link anywhere on the way leads to another place than the one that we made.
	if (real !== join(realRoot, inside)) return no('link');
	if (!(await isWorktree(real))) return no('moved');
	if (await holdsRepository(real)) return no('nested-repository');
	return { kind: 'ours', path: real };
}

/** A linked worktree that its repository knows at this very place. A clone that stands there instead is somebody's own. */
async function isWorktree(path: string): Promise<boolean> {
	const mark = await lstat(join(path, '.git')).catch(() => undefined);
	if (!mark?.isFile()) return false;
	const top = (await askGit(path, ['rev-parse', '--show-toplevel']))?.replace(/\n$/, '');
	if (top !== path) return false;
	const listed = await askGit(path, ['worktree', 'list', '--porcelain', '-z']);
	return (listed ?? '').split('\0').includes(`worktree ${path}`);
}

/** Any other repository inside, submodules included: its history is not ours to remove. Links are not followed. */
async function holdsRepository(root: string): Promise<boolean> {
	const waiting = [root];
	let seen = 0;
	for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
		for (const entry of await readdir(folder, { withFileTypes: true })) {
			seen += 1;
			if (seen > MOST_ENTRIES) return true;
			if (entry.name === '.git' && folder !== root) return true;
			// A bare repository has no `.git` of its own.
			if (entry.name === 'HEAD' && folder !== root && (await isBare(folder))) return true;
			if (entry.isDirectory()) waiting.push(join(folder, entry.name));
		}
	}
	return false;
}

async function isBare(folder: string): Promise<boolean> {
	const names = await readdir(folder);
	return names.includes('objects') && names.includes('refs');
}
