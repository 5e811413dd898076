import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startModelApi } from '../agents/model/server.ts';
import { programs } from '../agents/programs.ts';
import { eventually } from './harness/poll.ts';
import type { Tree } from './harness/tree.ts';
import { useWorkbench } from './harness/useWorkbench.ts';
import type { Workbench } from './harness/workbench.ts';
import { withRealClaude } from './realClaude.ts';

const api = await startModelApi();

describe.skipIf(!programs)('the real Claude Code, from the tree', () => {
	const test = useWorkbench(withRealClaude({ url: api.url, flags: '--permission-mode manual' }));

	let workbench: Workbench;
	let sessions: Tree;
	const badge = (wanted: string) => sessions.waitForRow('claude-harbor', (row) => row.badge === wanted);
	const prompt = async (text: string) => {
		await sessions.inlineAction('claude-harbor', 'Send Prompt');
		await workbench.quickInput.answer(text);
	};

	beforeAll(async () => {
		workbench = test.bed.workbench;
		sessions = workbench.tree('Sessions');
		await workbench.activityBar.open('Shoal');
	});

	afterAll(() => api.close());

	it('is spawned, and is idle once it is ready', async () => {
		await workbench.quickInput.command('Shoal: Spawn Claude in This Folder');
		await badge('I');
		// Room for whole dialogs: what an agent scrolls out of sight can't be read.
		await workbench.terminal.growPanel(350);
	});

	it('gets a prompt, and asks for approval: the row moves to Needs You and says what is asked', async () => {
		await prompt('do:bash please');
		await sessions.waitForRow('claude-harbor', (row) => row.badge === '!' && /^Allow touch .*made-by-claude && ls\?/.test(row.description));
		expect((await sessions.labels())[0]).toBe('Needs You');
		await eventually(async () => expect(await workbench.activityBar.badge('Shoal')).toBe('1'));
		await workbench.screenshot('needs-you');
	});

	it('goes on when it is approved from the row', async () => {
		await sessions.inlineAction('claude-harbor', 'Approve');
		await badge('I');
		await workbench.terminal.waitFor(/The file is there\./);
		await eventually(async () => expect(await workbench.activityBar.badge('Shoal')).toBeUndefined());
	});

	it('is told no when it is rejected from the row', async () => {
		await prompt('do:write please');
		await badge('!');
		await sessions.inlineAction('claude-harbor', 'Reject');
		await badge('I');
	});

	it('is answered in a list of its own options', async () => {
		await prompt('do:ask please');
		await badge('!');
		await sessions.menuAction('claude-harbor', 'Answer…');
		await workbench.screenshot('answer');
		await workbench.quickInput.choose('Postgres');
		await badge('I');
		await workbench.terminal.waitFor(/Going on with that\./);
	});

	it('is interrupted while it works', async () => {
		await prompt('do:slow please');
		await badge('W');
		await sessions.inlineAction('claude-harbor', 'Interrupt');
		await badge('I');
	});

	it('gets a prompt when it is idle, and not before', async () => {
		await prompt('do:slow please');
		await badge('W');
		expect(await workbench.notifications.texts()).toEqual([]);
		await sessions.menuAction('claude-harbor', 'Send Prompt When Idle…');
		await workbench.quickInput.waitForTitle('Send to claude-harbor');
		await workbench.quickInput.fill('do:ask when there is time');
		await workbench.screenshot('send-when-idle');
		await workbench.page.keyboard.press('Enter');
		await workbench.notifications.toast(/goes to “claude-harbor” when it is idle/).waitFor();
		await workbench.screenshot('waits-for-idle');
		await sessions.inlineAction('claude-harbor', 'Interrupt');
		await badge('!');
		await sessions.menuAction('claude-harbor', 'Answer…');
		await workbench.quickInput.choose('SQLite');
		await badge('I');
	});

	it('says why it is in its state', async () => {
		await sessions.menuAction('claude-harbor', 'Why This State?');
		await eventually(async () => expect(await workbench.page.locator('.editor-instance .view-lines').innerText()).toMatch(/status-file/));
		await workbench.screenshot('why');
	});

	it('asks in a notification when it is not in front, and is approved there', async () => {
		await workbench.quickInput.command('Terminal: Create New Terminal');
		await prompt('do:bash once more');
		await workbench.notifications.toast(/claude-harbor: Allow touch/).waitFor();
		await workbench.screenshot('notification');
		await workbench.notifications.press(/claude-harbor: Allow touch/, 'Approve');
		await badge('✓');
		await sessions.click('claude-harbor');
		await badge('I');
	});

	it('stays marked as done until it is seen, also over a reload', async () => {
		// Without a tab there is nothing in which a reload could show it.
		await sessions.menuAction('claude-harbor', 'Detach');
		await prompt('do:hello');
		await badge('✓');
		await workbench.reload();
		await workbench.activityBar.open('Shoal');
		expect((await badge('✓')).spoken).toContain('Done');
		await sessions.click('claude-harbor');
		await badge('I');
	});

	it('is approved from the list behind the status bar, which stays open and follows', async () => {
		await prompt('do:bash a last time');
		await badge('!');
		await workbench.statusBar.item(/1/).last().click();
		await eventually(async () => expect((await workbench.quickInput.items())[0]).toBe('claude-harbor'));
		await workbench.screenshot('switcher');
		await workbench.quickInput.itemAction('claude-harbor', 'Approve');
		await eventually(async () => expect(await workbench.quickInput.text()).toMatch(/^Idle/m));
		await workbench.quickInput.cancel();
		await badge('I');
	});

	it('is stopped, and resumed with its conversation', async () => {
		await sessions.menuAction('claude-harbor', 'Stop Session');
		await badge('×');
		await sessions.inlineAction('claude-harbor', 'Resume Session');
		await badge('I');
		await workbench.terminal.waitFor(/do:bash a last time/);
	});

	it('gets the same prompt as another one, with a result for each', async () => {
		await workbench.quickInput.command('Shoal: Spawn Claude in This Folder');
		await sessions.waitForRow('claude-harbor-2', (row) => row.badge === 'I');
		await workbench.quickInput.command('Shoal: Send Prompt to Several Sessions…');
		await workbench.quickInput.waitForQuestion('Which sessions should get the prompt?');
		for (const name of ['claude-harbor', 'claude-harbor-2']) await workbench.quickInput.tick(name);
		await workbench.screenshot('broadcast');
		await workbench.quickInput.ok();
		await workbench.quickInput.waitForTitle('Send to 2 sessions');
		await workbench.quickInput.answer('do:text please');
		await workbench.notifications.toast(/“claude-harbor”, “claude-harbor-2” have the prompt\./).waitFor();
		await workbench.screenshot('broadcast-results');
		await test.bed.tmux.run('kill-session', '-t', '=claude-harbor-2');
		// A menu that is opened while rows move is closed again.
		await sessions.waitForRow('claude-harbor-2', (row) => row.badge === '×');
	});

	it('is killed after a look at what would end', async () => {
		await sessions.menuAction('claude-harbor', 'Kill Session…');
		expect((await workbench.dialog.read()).detail).toContain('claude');
		await workbench.dialog.press('Kill');
		await eventually(async () => expect(await test.bed.tmux.sessions()).toEqual([]));
	});
});
