import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { committedText, folderChanges } from '../../../src/sessions/folderChanges.ts';

const execute = promisify(execFile);

describe('the changes in a folder', () => {
	let root = '';
	const git = (...args: string[]) => execute('git', ['-C', root, '-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args]);
	const write = (name: string, text: string | Buffer) => writeFile(join(root, name), text);

	beforeEach(async () => {
		root = await realpath(await mkdtemp(join(tmpdir(), 'shoal-changes-')));
		await git('init', '--quiet', '--initial-branch=main');
		await mkdir(join(root, 'sub'));
		for (const name of ['a.txt', 'gone.txt', 'sub/b.txt', 'odd "näme" .txt']) await write(name, 'one\ntwo\n');
		await write('image.bin', Buffer.from([0, 1, 2]));
		await git('add', '.');
		await git('commit', '--quiet', '--message=First');
	});

	afterEach(() => rm(root, { recursive: true, force: true }));

	it('are what differs from the last commit, counted in lines', async () => {
		await write('a.txt', 'one\n2\nthree\n');
		await write('new.txt', 'new\n');
		await write('odd "näme" .txt', '');
		await write('image.bin', Buffer.from([0, 9]));
		await rm(join(root, 'gone.txt'));
		const { branch, files } = (await folderChanges(root)) ?? {};
		expect(branch).toBe('main');
		expect(files).toEqual(
			expect.arrayContaining([
				{ path: join(root, 'a.txt'), name: 'a.txt', change: 'changed', added: 2, removed: 1, binary: false },
				{ path: join(root, 'gone.txt'), name: 'gone.txt', change: 'removed', added: 0, removed: 2, binary: false },
				{ path: join(root, 'new.txt'), name: 'new.txt', change: 'added', binary: false },
				expect.objectContaining({ name: 'odd "näme" .txt', change: 'changed', removed: 2 }),
				{ path: join(root, 'image.bin'), name: 'image.bin', change: 'changed', binary: true },
			]),
		);
		expect(files).toHaveLength(5);
	});

	it('are those of the session’s own folder, where that is a part of the repository', async () => {
		await write('a.txt', 'changed\n');
		await write('sub/b.txt', 'changed\n');
		expect((await folderChanges(join(root, 'sub')))?.files).toMatchObject([{ name: 'b.txt', path: join(root, 'sub/b.txt') }]);
	});

	it('can be compared with what was committed', async () => {
		await write('sub/b.txt', 'changed\n');
		expect(await committedText(root, join(root, 'sub/b.txt'))).toBe('one\ntwo\n');
		expect(await committedText(root, join(root, 'never.txt'))).toBeUndefined();
	});

	it('are listed before the first commit too', async () => {
		await rm(join(root, '.git'), { recursive: true });
		await git('init', '--quiet', '--initial-branch=main');
		expect((await folderChanges(root))?.files).toHaveLength(5);
	});

	it('are unknown outside of a repository', async () => {
		await rm(join(root, '.git'), { recursive: true });
		expect(await folderChanges(root)).toBeUndefined();
	});
});
