import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { branchOf, locate } from '../../../../src/sessions/repo/location.ts';
import { readTheme } from '../../../../src/sessions/repo/theme.ts';

let root: string;
const git = (folder: string, ...args: string[]) =>
	execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', '-c', 'init.defaultBranch=main', '-C', folder, ...args]);

beforeAll(() => {
	root = realpathSync(mkdtempSync(join(tmpdir(), 'shoal-repo-')));
	for (const folder of ['app/src/deep', 'plain']) mkdirSync(join(root, folder), { recursive: true });
	git(join(root, 'app'), 'init', '-q');
	git(join(root, 'app'), 'commit', '-q', '--allow-empty', '-m', 'First');
	git(join(root, 'app'), 'worktree', 'add', '-q', join(root, 'tree'), '-b', 'feature/light');
});
afterAll(() => rmSync(root, { recursive: true }));

describe('where a folder stands in git', () => {
	it('is the work tree above it', async () => {
		const app = join(root, 'app');
		expect(await locate(join(app, 'src/deep'))).toEqual({ root: app, worktree: app, gitFolder: join(app, '.git') });
	});

	it('names the repository that a linked worktree belongs to', async () => {
		expect(await locate(join(root, 'tree'))).toMatchObject({ root: join(root, 'app'), worktree: join(root, 'tree') });
	});

	it('is nowhere outside of a repository, or without a folder', async () => {
		expect(await locate(join(root, 'plain'))).toBeUndefined();
		expect(await locate(join(root, 'gone'))).toBeUndefined();
		expect(await locate('')).toBeUndefined();
	});

	it('knows the branch, also with a slash, and the commit of a detached HEAD', async () => {
		const tree = await locate(join(root, 'tree'));
		if (!tree) throw new Error('not located');
		expect(await branchOf(tree)).toBe('feature/light');
		git(join(root, 'tree'), 'checkout', '-q', '--detach');
		expect(await branchOf(tree)).toMatch(/^[0-9a-f]{8}$/);
	});
});

describe('the theme file of a repository', () => {
	const theme = (content: string) => {
		writeFileSync(join(root, 'plain/.shoal.json'), content);
		return readTheme(join(root, 'plain'));
	};

	it('names a colour', async () => expect(await theme('{ "color": "magenta" }')).toBe('magenta'));

	it.each(['', '{', '[]', '{ "color": "pink" }', '{ "color": 7 }', '\0'.repeat(100_000)])(
		'breaks nothing where it is %j',
		async (content) => expect(await theme(content)).toBeUndefined(),
	);

	it('need not be there', async () => expect(await readTheme(join(root, 'gone'))).toBeUndefined());
});
