import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lastCommitAt } from '../../../src/agents/files/commits.ts';
import { CommitWatch } from '../../../src/agents/files/commitWatch.ts';
import { withTimeout } from '../../../src/base/timeout.ts';

let folder: string;
const git = (...args: readonly string[]) =>
	execFileSync('git', ['-C', folder, '-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], { stdio: 'ignore' });

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'shoal-commits-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the last commit', () => {
	it('is not there without a repository or before the first one', async () => {
		expect(await lastCommitAt(join(folder, 'missing'))).toBeUndefined();
		git('init', '-q');
		expect(await lastCommitAt(folder)).toBeUndefined();
	});

	it('is found from a folder below and from a worktree', async () => {
		git('init', '-q');
		await writeFile(join(folder, 'a'), '');
		git('add', '.');
		git('commit', '-qm', 'one');
		await mkdir(join(folder, 'deep/er'), { recursive: true });
		const made = Math.round((await stat(join(folder, '.git/logs/HEAD'))).mtimeMs);
		expect(await lastCommitAt(join(folder, 'deep/er'))).toBe(made);
		git('worktree', 'add', '-q', join(folder, 'tree'));
		expect(await lastCommitAt(join(folder, 'tree'))).toBeUndefined();
		git('-C', join(folder, 'tree'), 'commit', '-qm', 'two', '--allow-empty');
		expect(await lastCommitAt(join(folder, 'tree'))).toBeGreaterThanOrEqual(made);
	});

	it('is not a checkout that came after it', async () => {
		git('init', '-q');
		git('commit', '-qm', 'one', '--allow-empty');
		const made = (await lastCommitAt(folder)) ?? 0;
		git('checkout', '-q', '-b', 'other');
		await utimes(join(folder, '.git/logs/HEAD'), new Date(made + 60_000), new Date(made + 60_000));
		expect(((await lastCommitAt(folder)) ?? 0) - made).toBeLessThanOrEqual(1_000);
	});

	it('is told when it is made, by whomever', async () => {
		git('init', '-q');
		const commits: number[] = [];
		const told = Promise.withResolvers<void>();
		const watch = new CommitWatch(folder, (at) => {
			commits.push(at);
			told.resolve();
		});
		git('commit', '-qm', 'one', '--allow-empty');
		await withTimeout(told.promise, 5_000, 'The commit');
		expect(commits).toEqual([await lastCommitAt(folder)]);
		watch.dispose();
	});
});
