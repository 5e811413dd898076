import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startModelApi } from '../agents/model/server.ts';
import { programs } from '../agents/programs.ts';
import { PanelPage } from './harness/panel.ts';
import { eventually } from './harness/poll.ts';
import type { Tree } from './harness/tree.ts';
import { useWorkbench } from './harness/useWorkbench.ts';
import type { Workbench } from './harness/workbench.ts';
import { withRealClaude } from './realClaude.ts';

const THEMES = [
	{ name: 'light', theme: 'Light Modern', mark: 'vs' },
	{ name: 'high-contrast', theme: 'Default High Contrast', mark: 'hc-black' },
	{ name: 'dark', theme: 'Dark Modern', mark: 'vs-dark' },
] as const;

const api = await startModelApi();

describe.skipIf(!programs)('the view of a question', () => {
	const test = useWorkbench({
		...withRealClaude({ url: api.url, flags: '--permission-mode manual' }),
		settings: { 'shoal.notifications': 'off' },
	});

	let workbench: Workbench;
	let sessions: Tree;
	let question: PanelPage;
	/** Idle, or done and not looked at yet. */
	const rests = (name: string) => sessions.waitForRow(name, (row) => row.badge === 'I' || row.badge === '✓');
	const prompt = async (name: string, text: string) => {
		await sessions.inlineAction(name, 'Send Prompt');
		await workbench.quickInput.answer(text);
	};
	const ask = async (name: string, text: string) => {
		await prompt(name, text);
		await sessions.waitForRow(name, (row) => row.badge === '!' && row.description.includes('?'));
	};

	beforeAll(async () => {
		workbench = test.bed.workbench;
		sessions = workbench.tree('Sessions');
		question = new PanelPage(workbench.page, 'Question');
		await workbench.activityBar.open('Shoal');
		for (const name of ['claude-harbor', 'claude-harbor-2']) {
			await workbench.quickInput.command('Shoal: Spawn Claude in This Folder');
			await rests(name);
			// Its terminal takes the focus once it is there, and with it the next keys.
			await workbench.terminal.waitFor(/manual mode on/);
		}
		// Room for whole dialogs: what an agent scrolls out of sight can't be read.
		await workbench.terminal.growPanel(350);
		await workbench.quickInput.command('View: Toggle Panel Visibility');
	});

	afterAll(() => api.close());

	it('shows what an edit would change, and what the agent offers', async () => {
		await ask('claude-harbor', 'do:edit please');
		await sessions.menuAction('claude-harbor', 'Show Question');
		await eventually(async () => expect(await question.heading.innerText()).toMatch(/make this edit to hello\.txt\?/));
		await eventually(async () => {
			expect(await question.frame.locator('.line.removed code').allInnerTexts()).toEqual(['hello world']);
			expect(await question.frame.locator('.line.added code').allInnerTexts()).toEqual(['hello brave world']);
		});
		const options = await question.frame.locator('.option').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));
		expect(options[0]).toBe('Option 1, default: Yes');
		expect(options.at(-1)).toMatch(/^Option 3: No/);
		await workbench.screenshot('decision-edit');
	});

	it('opens the change in the diff editor', async () => {
		await question.press('Open Diff');
		const diff = workbench.page.locator('.monaco-diff-editor');
		await eventually(async () => {
			const text = (await diff.innerText()).replaceAll('\u00a0', ' ');
			expect(text).toContain('hello world');
			expect(text).toContain('hello brave world');
		});
		await workbench.screenshot('decision-diff');
	});

	it('approves, says so, and closes the diff; the agent changes the file', async () => {
		await question.press('Approve');
		await eventually(async () => expect(await question.notice.innerText()).toBe('Answered.'));
		expect(await question.heading.innerText()).toBe('“claude-harbor” asks nothing');
		await eventually(async () => expect(await readFile(join(test.bed.folder, 'hello.txt'), 'utf8')).toBe('hello brave world\n'));
		await workbench.page.locator('.monaco-diff-editor').waitFor({ state: 'detached' });
		await rests('claude-harbor');
		await workbench.screenshot('decision-answered');
	});

	it('says so when the question is answered in the terminal', async () => {
		await ask('claude-harbor', 'do:write please');
		await eventually(async () => expect(await question.heading.innerText()).toMatch(/create new-file\.txt\?/));
		await eventually(async () => expect(await question.frame.locator('.line.added code').allInnerTexts()).toEqual(['one', 'two']));
		await workbench.screenshot('decision-new-file');
		await test.bed.tmux.run('send-keys', '-t', '=claude-harbor:', 'Escape');
		await eventually(async () => expect(await question.notice.innerText()).toMatch(/^Answered elsewhere/));
		expect(await question.heading.innerText()).toBe('“claude-harbor” asks nothing');
	});

	it('is answered in the diff editor too', async () => {
		await ask('claude-harbor', 'do:write once more');
		await question.press('Open Diff');
		await workbench.page.locator('.editor-actions .action-label[aria-label^="Reject This Change"]').click();
		await rests('claude-harbor');
		await workbench.page.locator('.monaco-diff-editor').waitFor({ state: 'detached' });
	});

	it('says so when the text to be replaced has gone from the file', async () => {
		await writeFile(join(test.bed.folder, 'hello.txt'), 'hello world\n');
		await ask('claude-harbor', 'do:edit once more');
		await eventually(async () => expect(await question.frame.locator('.line.added').count()).toBe(1));
		await writeFile(join(test.bed.folder, 'hello.txt'), 'something else\n');
		await question.press('Show Details');
		await sessions.menuAction('claude-harbor', 'Show Question');
		await eventually(async () => expect(await question.main.innerText()).toContain('is not in the file any more'));
		await question.press('Reject');
		await eventually(async () => expect(await question.notice.innerText()).toBe('Answered.'));
		await rests('claude-harbor');
	});

	it('goes on to the next of several that wait, and answers with one of its options', async () => {
		await ask('claude-harbor', 'do:bash please');
		await ask('claude-harbor-2', 'do:ask please');
		await eventually(async () => expect(await question.frame.locator('pre.command').innerText()).toMatch(/^touch .*made-by-claude && ls$/));
		expect(await question.main.innerText()).toContain('Make a marker file');
		await workbench.screenshot('decision-command');
		await question.press('Next (1 more waiting)');
		await eventually(async () => expect(await question.heading.innerText()).toMatch(/database/i));
		await workbench.screenshot('decision-options');
		await question.frame.locator('.option', { hasText: 'Postgres' }).click();
		await eventually(async () => expect(await question.notice.innerText()).toBe('Answered.'));
		await rests('claude-harbor-2');
		await question.press('Next (1 more waiting)');
		await eventually(async () => expect(await question.frame.locator('pre.command').count()).toBe(1));
	});

	it('is used by keyboard alone, and takes an answer in words', async () => {
		await question.heading.focus();
		await workbench.page.keyboard.press('Tab');
		// The command can be scrolled, so it can be reached.
		expect(await question.frame.locator(':focus').getAttribute('aria-label')).toBe('Command');
		await workbench.page.keyboard.press('Tab');
		expect(await question.frame.locator(':focus').innerText()).toBe('Approve');
		await question.frame.locator('#words').focus();
		await workbench.page.keyboard.type('say do:hello instead');
		await workbench.page.keyboard.press('Enter');
		await eventually(async () => expect(await question.notice.innerText()).toBe('Answered.'));
		await rests('claude-harbor');
		expect(await test.bed.tmux.screen('claude-harbor')).toContain('say do:hello instead');
	});

	it('comes back after a reload', async () => {
		await writeFile(join(test.bed.folder, 'hello.txt'), 'hello world\n');
		await ask('claude-harbor', 'do:edit and reload');
		await question.press('Open Diff');
		await workbench.page.locator('.monaco-diff-editor').waitFor();
		await workbench.reloadInOrder();
		// The window has nothing to compare any more, and says nothing wrong instead.
		await workbench.page.locator('.monaco-diff-editor').waitFor({ state: 'detached' });
		await eventually(async () => expect(await question.heading.innerText()).toMatch(/make this edit to hello\.txt\?/));
		await eventually(async () => expect(await question.frame.locator('.line.added').count()).toBe(1));
	});

	it.each(THEMES)('can be read in $theme', async ({ name, theme, mark }) => {
		await test.bed.changeSettings({ 'workbench.colorTheme': theme });
		await workbench.reloadInOrder();
		await workbench.page.locator(`.monaco-workbench.${mark}`).waitFor();
		await workbench.activityBar.open('Shoal');
		await eventually(async () => expect(await question.frame.locator('.line.added').count()).toBe(1));
		await workbench.screenshot(`decision-${name}`);
	});
});
