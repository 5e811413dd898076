import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { git } from './harness/git.ts';
import { eventually } from './harness/poll.ts';
import type { Tree } from './harness/tree.ts';
import { useWorkbench } from './harness/useWorkbench.ts';
import type { Workbench } from './harness/workbench.ts';
import { installScriptedAgent } from './scriptedAgent.ts';

async function makeRepository(folder: string, theme?: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	await git(folder, 'init', '-q');
	if (theme) await writeFile(join(folder, '.shoal.json'), JSON.stringify({ color: theme }));
	await git(folder, 'commit', '-q', '--allow-empty', '-m', 'First');
}

const test = useWorkbench({
	folder: 'harbor',
	files: { 'notes.txt': 'low tide at six\n' },
	env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
	prepare: async ({ tmux, folder, root }) => {
		await installScriptedAgent(root);
		await makeRepository(folder, 'cyan');
		await git(folder, 'worktree', 'add', '-q', join(root, 'trees', 'lighthouse'), '-b', 'lighthouse');
		await makeRepository(join(root, 'other', 'atlas'));
		await tmux.newSession('docs', folder);
		await tmux.newSession('tests', folder);
		await tmux.newSession('beam', join(root, 'trees', 'lighthouse'));
		await tmux.newSession('maps', join(root, 'other', 'atlas'));
	},
});

let workbench: Workbench;
let sessions: Tree;

beforeAll(async () => {
	workbench = test.bed.workbench;
	sessions = workbench.tree('Sessions');
	await workbench.activityBar.open('Shoal');
});

const labels = (expected: string[]) => eventually(async () => expect(await sessions.labels()).toEqual(expected));
const byAttention = ['This Workspace', 'harbor', 'docs', 'tests', 'lighthouse', 'beam', 'Elsewhere', 'maps'];

describe('the ways to look at sessions', () => {
	it('puts a worktree of the workspace’s repository under This Workspace, one group per folder', async () => {
		await labels(byAttention);
		expect(await sessions.waitForRow('harbor')).toMatchObject({ description: '2', spoken: expect.stringContaining('2 sessions') });
		expect(await sessions.waitForRow('lighthouse')).toMatchObject({ level: 2, icon: 'git-branch' });
	});

	it('gives each repository a colour: the one its file names, or another', async () => {
		const colourOf = (label: string) =>
			sessions
				.row(label)
				.locator('.label-name')
				.evaluate((element) => (globalThis as unknown as StyleReader).getComputedStyle(element).color);
		const cyan = await workbench.page.evaluate(
			`getComputedStyle(document.querySelector('.monaco-workbench')).getPropertyValue('--vscode-shoal-repository-cyan')`,
		);
		// Colours come a moment after the rows.
		await eventually(async () => {
			expect(await colourOf('docs')).toBe(hexToRgb(String(cyan).trim()));
			expect(await colourOf('beam')).toBe(await colourOf('docs'));
			const [maps, group] = [await colourOf('maps'), await colourOf('Elsewhere')];
			expect(maps).not.toBe(await colourOf('docs'));
			expect(maps).not.toBe(group);
		});
	});

	it('groups by folder and by agent, keeps the choice over a reload, and goes back', async () => {
		await workbench.quickInput.command('Shoal: Group by Folder');
		await labels(['harbor', 'docs', 'tests', 'lighthouse', 'beam', 'atlas', 'maps']);
		await workbench.screenshot('view-by-folder');
		await workbench.quickInput.command('Shoal: Group by Agent');
		await labels(['Shells and Others', 'beam', 'docs', 'maps', 'tests']);
		await workbench.reload();
		await workbench.activityBar.open('Shoal');
		await labels(['Shells and Others', 'beam', 'docs', 'maps', 'tests']);
		await workbench.quickInput.command('Shoal: Group by Attention');
		await labels(byAttention);
	});

	it('keeps a closed group closed over a reload', async () => {
		await sessions.click('Elsewhere');
		const closed = byAttention.filter((label) => label !== 'maps');
		await labels(closed);
		// The window closes the group by itself and tells a moment later; a reload before that comes too early.
		await eventually(async () => expect(test.bed.remembered()).toContain('["elsewhere",true]'));
		await workbench.reload();
		await workbench.activityBar.open('Shoal');
		await labels(closed);
		// Rows whose state is known are no longer being put in place.
		for (const name of ['docs', 'tests', 'beam']) await sessions.waitForRow(name, (row) => row.badge === 'I');
		await sessions.click('Elsewhere');
		await labels(byAttention);
	});

	it('filters while one types, says so above the rows, and shows all again', async () => {
		await sessions.titleAction('Filter Sessions');
		await workbench.quickInput.fill('beam');
		await labels(['This Workspace', 'beam']);
		await workbench.page.keyboard.press('Enter');
		await eventually(async () => expect(await sessions.message()).toBe('Filter: beam'));
		await workbench.screenshot('view-filtered');
		await sessions.titleAction('Clear Filter');
		await labels(byAttention);
		await eventually(async () => expect(await sessions.message()).toBe(''));
	});

	it('says so when nothing matches, and Esc undoes what was typed', async () => {
		await sessions.titleAction('Filter Sessions');
		await workbench.quickInput.fill('no such thing');
		await eventually(async () => expect(await sessions.message()).toBe('No session matches “no such thing”.'));
		await workbench.quickInput.cancel();
		await labels(byAttention);
	});
});

describe('what hovering tells', () => {
	it('shows state, folder, branch and the last lines, with links that act', async () => {
		await test.bed.tmux.run('send-keys', '-t', '=beam:', '-l', 'echo the light is on');
		await sessions.waitForRow('beam', (row) => row.badge === '?');
		const hover = workbench.page.locator('.workbench-hover:visible');
		// VS Code takes a hover away when its row changes, and shows it again when the pointer comes back.
		await eventually(async () => {
			await sessions.row('Elsewhere').hover();
			await sessions.row('beam').hover();
			await hover.locator('text=State:').waitFor({ timeout: 3000 });
		});
		const text = await hover.innerText();
		expect(text).toContain('Branch: lighthouse');
		expect(text).toContain('echo the light is on');
		await workbench.screenshot('view-tooltip');
		await hover.locator('a', { hasText: 'Open' }).first().click();
		await workbench.terminal.waitFor(/echo the light is on/);
	});
});

describe('several rows at once', () => {
	it('kills the selected sessions after one question that names them', async () => {
		await sessions.click('docs');
		await sessions.row('tests').click({ modifiers: ['ControlOrMeta'] });
		const menu = await sessions.contextMenu('tests');
		expect(await menu.items()).not.toContain('Rename Session…');
		await menu.choose('Kill Session…');
		const { message, detail } = await workbench.dialog.read();
		expect(message).toBe('Kill 2 sessions?');
		expect(detail).toContain('docs: ends');
		expect(detail).toContain('tests: ends');
		await workbench.dialog.press('Kill');
		await labels(['This Workspace', 'beam', 'Elsewhere', 'maps', 'Archive']);
	});
});

describe('the archive', () => {
	it('is read when it is opened, and gives a session back', async () => {
		await sessions.click('Archive');
		await sessions.waitForRow('docs');
		expect((await sessions.labels()).slice(4)).toEqual(expect.arrayContaining(['Archive', 'docs', 'tests']));
		await workbench.screenshot('view-archive');
		await sessions.inlineAction('docs', 'Restore from Archive');
		await eventually(async () => expect((await sessions.labels()).slice(4)).toEqual(['Stopped', 'docs', 'Archive', 'tests']));
	});

	it('goes with its last session, once that is deleted for good', async () => {
		await sessions.menuAction('tests', 'Delete from Archive…');
		await workbench.dialog.press('Delete');
		await eventually(async () => expect(await sessions.labels()).not.toContain('Archive'));
	});
});

describe('a file dropped onto a row', () => {
	it('goes to that session by its path, with what to do with it', async () => {
		await test.bed.tmux.newSession('reader', test.bed.folder, ['sh', '-c', 'printf "ready\\n"; exec cat']);
		await sessions.waitForRow('reader');
		// As the Explorer of this window names it.
		await sessions.drop('reader', 'text/uri-list', `vscode-remote://${new URL(workbench.page.url()).host}${test.bed.folder}/notes.txt`);
		await eventually(async () => expect(await workbench.quickInput.message()).toContain('What should “reader” do with it?'));
		await workbench.quickInput.answer('Read this');
		await eventually(async () => {
			const screen = await test.bed.tmux.run('capture-pane', '-p', '-J', '-t', '=reader:');
			expect(screen).toContain('Read this');
			expect(screen).toContain(`@${test.bed.folder}/notes.txt`);
		});
	});
});

interface StyleReader {
	getComputedStyle(element: unknown): { readonly color: string };
}

function hexToRgb(hex: string): string {
	const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
	return `rgb(${r}, ${g}, ${b})`;
}
