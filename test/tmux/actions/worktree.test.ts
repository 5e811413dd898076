import { execFile } from 'node:child_process';
import { lstat, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Supervisor } from '../../../src/sessions/supervisor.ts';
import { type Actor, isAlive, refusal, useStage, value } from './harness.ts';

const run = promisify(execFile);
const IDENTITY = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org'];

describe('a session in a worktree of its own', () => {
	const stage = useStage();
	const git = async (folder: string, ...args: string[]) => (await run('git', ['-C', folder, ...IDENTITY, ...args])).stdout.trim();
	const exists = (path: string) =>
		lstat(path).then(
			() => true,
			() => false,
		);

	async function repository(): Promise<string> {
		const folder = join(stage.bed.folder, 'repo');
		await mkdir(join(folder, 'sub'), { recursive: true });
		await git(stage.bed.folder, 'init', '-q', '-b', 'main', folder);
		await writeFile(join(folder, 'sub', 'file'), 'one\n');
		await writeFile(join(folder, '.gitignore'), 'ignored\n');
		await git(folder, 'add', '.');
		await git(folder, 'commit', '-qm', 'first');
		return folder;
	}

	async function inWorktree(window: Supervisor, name = 'task'): Promise<{ actor: Actor; worktree: string; repo: string }> {
		const repo = await repository();
		const actor = await stage.spawn(window, { folder: repo, name, worktree: {} });
		const worktree = (await window.openRegistry()).get(actor.id)?.worktree ?? '';
		return { actor, worktree, repo };
	}

	it('is made under our folder on a branch named from the session, at the same place inside', async () => {
		const window = await stage.window();
		const repo = await repository();
		const actor = await stage.spawn(window, { folder: join(repo, 'sub'), name: 'task', worktree: {} });
		const record = (await window.openRegistry()).get(actor.id);
		expect(record).toMatchObject({ branch: 'shoal/task', ownership: { session: 'created', worktree: 'created', branch: 'created' } });
		expect(record?.worktree?.startsWith(join(stage.bed.folder, 'storage', 'worktrees'))).toBe(true);
		expect(record?.folder).toBe(join(record?.worktree ?? '', 'sub'));
		expect(await git(record?.folder ?? '', 'branch', '--show-current')).toBe('shoal/task');
		expect((await actor.heard())[0]?.cwd).toBe(record?.folder);
	});

	it('is made in the folder that the user set, and can be removed after that was changed back', async () => {
		let folder: string | undefined = join(stage.bed.folder, 'trees');
		const window = await stage.window({ worktreesFolder: () => folder });
		const { actor, worktree } = await inWorktree(window);
		expect(worktree.startsWith(join(folder, ''))).toBe(true);
		value(await window.actions.stop(actor.id));
		folder = join(stage.bed.folder, 'elsewhere');
		expect(refusal(await window.actions.decommissionPreview(actor.id))).toMatchObject({ kind: 'not-ours', why: 'outside' });
		folder = join(stage.bed.folder, 'trees');
		value(await window.actions.decommission(actor.id));
		expect(await exists(worktree)).toBe(false);
	});

	it('is removed where it was made by default, also after another folder was set', async () => {
		let folder: string | undefined;
		const window = await stage.window({ worktreesFolder: () => folder });
		const { actor, worktree } = await inWorktree(window);
		value(await window.actions.stop(actor.id));
		folder = join(stage.bed.folder, 'trees');
		value(await window.actions.decommission(actor.id));
		expect(await exists(worktree)).toBe(false);
	});

	it('is refused outside of a repository and for a branch that is no name; a start that fails takes it back', async () => {
		const window = await stage.window();
		const request = { agent: 'claude', folder: stage.bed.folder } as const;
		expect(refusal(await window.actions.spawn({ ...request, worktree: {} }))).toEqual({
			kind: 'not-a-repository',
			folder: stage.bed.folder,
		});
		const repo = await repository();
		for (const branch of ['-f', 'a..b', '@{-1}', 'x y', '--upload-pack=touch pwned'])
			expect(refusal(await window.actions.spawn({ ...request, folder: repo, worktree: { branch } }))).toEqual({
				kind: 'bad-branch',
				branch,
			});
		const failed = await window.actions.spawn({ ...request, folder: repo, name: 'bad', worktree: {}, firstPrompt: 'fail-at-start' });
		expect(refusal(failed).kind).toBe('ended-at-once');
		expect(await git(repo, 'worktree', 'list')).not.toContain('bad');
		expect(await git(repo, 'branch', '--list')).toBe('* main');
	});

	it('is decommissioned: agent, worktree and branch go, a tombstone stays', async () => {
		const window = await stage.window();
		const { actor, worktree, repo } = await inWorktree(window);
		const preview = value(await window.actions.decommissionPreview(actor.id));
		expect(preview).toMatchObject({ worktree, branch: 'shoal/task', loss: '', work: { uncommitted: [], untracked: [], unpushed: 0 } });
		expect(preview.processes.map(({ pid }) => pid)).toContain(actor.pid);
		expect(value(await window.actions.decommission(actor.id))).toEqual({ worktreeRemoved: true });
		expect(await exists(worktree)).toBe(false);
		expect(isAlive(actor.pid)).toBe(false);
		expect(await git(repo, 'branch', '--list')).toBe('* main');
		const registry = await window.openRegistry();
		expect(registry.get(actor.id)?.lifecycle).toBe('decommissioned');
		expect((await registry.journal.read(actor.id)).at(-1)).toMatchObject({ kind: 'decommissioned', by: 'user' });
		expect(refusal(await window.actions.decommission(actor.id)).kind).not.toBe('failed');
	});

	it('loses only what the user has seen and agreed to, and never a commit', async () => {
		const window = await stage.window();
		const { actor, worktree, repo } = await inWorktree(window);
		await writeFile(join(worktree, 'committed'), 'x');
		await git(worktree, 'add', '.');
		await git(worktree, 'commit', '-qm', 'work');
		await writeFile(join(worktree, 'sub', 'file'), 'two\n');
		await writeFile(join(worktree, 'new'), 'x');
		await writeFile(join(worktree, 'ignored'), 'x');
		const outside = join(stage.bed.folder, 'outside');
		await mkdir(outside);
		await writeFile(join(outside, 'precious'), 'x');
		await symlink(outside, join(worktree, 'link'));
		expect(refusal(await window.actions.decommission(actor.id))).toEqual({ kind: 'would-lose', uncommitted: 1, untracked: 2, ignored: 1 });
		expect(isAlive(actor.pid)).toBe(true);
		const { loss, work } = value(await window.actions.decommissionPreview(actor.id));
		expect(work).toMatchObject({ uncommitted: ['sub/file'], untracked: ['link', 'new'], ignored: ['ignored'], unpushed: 1 });
		await writeFile(join(worktree, 'newer'), 'x');
		expect(refusal(await window.actions.decommission(actor.id, { loss })).kind).toBe('would-lose');
		const seen = value(await window.actions.decommissionPreview(actor.id)).loss;
		expect(value(await window.actions.decommission(actor.id, { loss: seen }))).toEqual({ worktreeRemoved: true, branchKept: 'shoal/task' });
		expect(await exists(worktree)).toBe(false);
		expect(await readFile(join(outside, 'precious'), 'utf8')).toBe('x');
		expect(await git(repo, 'log', '--format=%s', '-1', 'shoal/task')).toBe('work');
	});

	it('leaves everything alone that is not as we made it', async () => {
		const window = await stage.window();
		const { actor, worktree, repo } = await inWorktree(window);
		const registry = await window.openRegistry();
		const why = async () => {
			const found = refusal(await window.actions.decommission(actor.id, { loss: 'anything' }));
			return found.kind === 'not-ours' ? found.why : found.kind;
		};
		// A repository inside it, which may hold the only copy of its history.
		const nested = join(worktree, 'vendor', 'lib');
		await mkdir(nested, { recursive: true });
		await git(nested, 'init', '-q');
		await writeFile(join(nested, 'only-copy'), 'x');
		expect(await why()).toBe('nested-repository');
		await rename(join(worktree, 'vendor'), join(stage.bed.folder, 'vendor'));
		// Moved elsewhere, by git and by hand, with a link left in its place.
		const moved = join(stage.bed.folder, 'moved');
		await git(repo, 'worktree', 'move', worktree, moved);
		expect(await why()).toBe('moved');
		await symlink(moved, worktree);
		expect(await why()).toBe('link');
		// A record that points outside of our folder, or at somebody's own clone inside it.
		await registry.update(actor.id, (record) => ({ ...record, worktree: moved }));
		expect(await why()).toBe('outside');
		await registry.update(actor.id, (record) => ({ ...record, worktree: repo }));
		expect(await why()).toBe('outside');
		const clone = join(stage.bed.folder, 'storage', 'worktrees', 'clone');
		await git(stage.bed.folder, 'clone', '-q', repo, clone);
		await registry.update(actor.id, (record) => ({ ...record, worktree: clone }));
		expect(await why()).toBe('moved');
		for (const path of [join(moved, 'sub', 'file'), join(repo, 'sub', 'file'), join(clone, 'sub', 'file')])
			expect(await readFile(path, 'utf8')).toBe('one\n');
		expect(await exists(join(stage.bed.folder, 'vendor', 'lib', 'only-copy'))).toBe(true);
		expect(isAlive(actor.pid)).toBe(true);
		expect(registry.get(actor.id)?.lifecycle).not.toBe('decommissioned');
	});

	it('takes a branch that exists and gives it back', async () => {
		const window = await stage.window();
		const repo = await repository();
		await git(repo, 'branch', 'feature');
		const actor = await stage.spawn(window, { folder: repo, name: 'task', worktree: { branch: 'feature' } });
		expect((await window.openRegistry()).get(actor.id)).toMatchObject({ branch: 'feature', ownership: { branch: 'adopted' } });
		expect(value(await window.actions.decommission(actor.id))).toEqual({ worktreeRemoved: true });
		expect(await git(repo, 'branch', '--list', 'feature')).toContain('feature');
	});
});
