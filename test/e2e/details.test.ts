import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startModelApi } from '../agents/model/server.ts';
import { programs } from '../agents/programs.ts';
import { PanelPage } from './harness/panel.ts';
import { eventually } from './harness/poll.ts';
import type { TestBedOptions } from './harness/testBed.ts';
import type { Row, Tree } from './harness/tree.ts';
import { useWorkbench } from './harness/useWorkbench.ts';
import type { Workbench } from './harness/workbench.ts';
import { withRealClaude } from './realClaude.ts';

const execute = promisify(execFile);

const THEMES = [
	{ name: 'light', theme: 'Light Modern', mark: 'vs' },
	{ name: 'high-contrast', theme: 'Default High Contrast', mark: 'hc-black' },
	{ name: 'dark', theme: 'Dark Modern', mark: 'vs-dark' },
] as const;

const api = await startModelApi();

/** The folder is a repository with one commit. */
function inRepository(options: TestBedOptions): TestBedOptions {
	return {
		...options,
		prepare: async (bed) => {
			await options.prepare?.(bed);
			const git = (...args: string[]) =>
				execute('git', ['-C', bed.folder, '-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args]);
			await git('init', '--quiet', '--initial-branch=main');
			await git('add', '.');
			await git('commit', '--quiet', '--message=First');
		},
	};
}

describe.skipIf(!programs)('the page about a session', () => {
	const test = useWorkbench({
		...inRepository(withRealClaude({ url: api.url, flags: '--permission-mode manual' })),
		settings: { 'shoal.notifications': 'off' },
	});

	let workbench: Workbench;
	let sessions: Tree;
	let details: PanelPage;
	/** Idle, or done and not looked at yet. */
	const isAtRest = (row: Row) => row.badge === 'I' || row.badge === '✓';
	const rests = () => sessions.waitForRow('claude-harbor', isAtRest);
	const section = (heading: string) => details.frame.locator('section', { has: details.frame.locator('h2', { hasText: heading }) });

	beforeAll(async () => {
		workbench = test.bed.workbench;
		sessions = workbench.tree('Sessions');
		details = new PanelPage(workbench.page, 'Details');
		await workbench.activityBar.open('Shoal');
		await workbench.quickInput.command('Shoal: Spawn Claude in This Folder');
		await rests();
		// Room for whole dialogs: what an agent scrolls out of sight can't be read.
		await workbench.terminal.growPanel(350);
		await workbench.quickInput.command('View: Toggle Panel Visibility');
	});

	afterAll(() => api.close());

	it('says what the session does and why we think so', async () => {
		await sessions.menuAction('claude-harbor', 'Show Details');
		await eventually(async () => expect(await details.heading.innerText()).toBe('claude-harbor'));
		await eventually(async () => expect(await section('Now').innerText()).toMatch(/status-file, certain/));
		await eventually(async () => expect(await section('History').innerText()).toMatch(/You started it\./));
		expect(await section('Changed files').innerText()).toContain('Nothing has changed');
	});

	it('follows what happens, and its buttons act', async () => {
		await details.press('Send Prompt…');
		await workbench.quickInput.answer('do:edit please');
		await eventually(async () => expect(await details.button('Show Question').isVisible()).toBe(true));
		await workbench.screenshot('details-asks');
		await sessions.inlineAction('claude-harbor', 'Approve');
		await rests();
		await eventually(async () =>
			expect((await section('History').locator('.happening').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
				'It finished: Edited.',
				expect.stringMatching(/^You approved: Do you want to make this edit to hello\.txt\?/),
				expect.stringMatching(/^It asked: Do you want to make this edit to hello\.txt\?/),
				'You sent: do:edit please',
				'You started it.',
			]),
		);
	});

	it('lists the file the agent changed, and opens its diff', async () => {
		const file = section('Changed files').locator('.file');
		await eventually(async () =>
			expect((await file.allInnerTexts()).map((text) => text.split('\n').join(' '))).toEqual(['M hello.txt +1 −1']),
		);
		await workbench.screenshot('details');
		await file.click();
		const diff = workbench.page.locator('.monaco-diff-editor');
		await eventually(async () => {
			const text = (await diff.innerText()).replaceAll('\u00a0', ' ');
			expect(text).toContain('hello world');
			expect(text).toContain('hello brave world');
		});
		await workbench.screenshot('details-diff');
	});

	it('tells what happened while the user was away', async () => {
		await workbench.quickInput.command('View: Close All Editors');
		await test.bed.tmux.run('send-keys', '-t', '=claude-harbor:', '-l', 'do:hello from elsewhere');
		await test.bed.tmux.run('send-keys', '-t', '=claude-harbor:', 'Enter');
		await sessions.waitForRow('claude-harbor', (row) => isAtRest(row) && !row.description.startsWith('Edited'));
		await sessions.menuAction('claude-harbor', 'Show Details');
		await eventually(async () =>
			expect(await section('While you were away').innerText()).toMatch(/It finished: Hello from the loopback model\./),
		);
		expect(await section('While you were away').innerText()).not.toContain('You started it');
		expect(await section('History').innerText()).toContain('You started it');
		await workbench.screenshot('details-away');
	});

	it('keeps the reader’s place and the focus while it changes', async () => {
		const scroller = details.frame.locator('html');
		await details.button('Copy Attach Command').focus();
		await scroller.evaluate((page) => page.scrollTo(0, page.scrollHeight));
		const place = await scroller.evaluate((page) => page.scrollTop);
		expect(place).toBeGreaterThan(0);
		await test.bed.tmux.run('rename-session', '-t', '=claude-harbor', 'tides');
		await eventually(async () => expect(await details.heading.innerText()).toBe('tides'));
		expect(await details.frame.locator(':focus').innerText()).toBe('Copy Attach Command');
		expect(await scroller.evaluate((page) => page.scrollTop)).toBe(place);
	});

	it.each(THEMES)('can be read in $theme', async ({ name, theme, mark }) => {
		await test.bed.changeSettings({ 'workbench.colorTheme': theme });
		await workbench.reloadInOrder();
		await workbench.page.locator(`.monaco-workbench.${mark}`).waitFor();
		await workbench.activityBar.open('Shoal');
		await eventually(async () => expect(await section('History').innerText()).toContain('You started it'));
		await details.frame.locator('html').evaluate((page) => page.scrollTo(0, 0));
		await workbench.screenshot(`details-${name}`);
	});

	it('comes back after a reload, and stays when the session has gone', async () => {
		await workbench.reloadInOrder();
		await eventually(async () => expect(await details.heading.innerText()).toBe('tides'));
		await eventually(async () => expect(await section('Now').innerText()).toMatch(/status-file/));
		await test.bed.tmux.run('kill-session', '-t', '=tides');
		await eventually(async () => expect(await details.button('Resume').isVisible()).toBe(true));
	});
});
