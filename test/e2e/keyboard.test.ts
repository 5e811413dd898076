import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './harness/poll.ts';
import { shownText } from './harness/text.ts';
import type { Tree } from './harness/tree.ts';
import { useWorkbench } from './harness/useWorkbench.ts';
import type { Workbench } from './harness/workbench.ts';
import { type StagedClaude, stageClaude } from './stagedClaude.ts';

/** Nothing in this file touches the mouse: what can't be done here can't be done by keyboard alone. */
const staged: Record<string, StagedClaude> = {};
const test = useWorkbench({
	folder: 'harbor',
	prepare: async (bed) => {
		for (const name of ['api-docs', 'greeting', 'review']) staged[name] = await stageClaude(bed, name);
		await staged.greeting?.show({ kind: 'dialog', command: 'npm install left-pad' });
	},
});

let workbench: Workbench;
let sessions: Tree;
const press = (key: string) => workbench.page.keyboard.press(key);

beforeAll(async () => {
	workbench = test.bed.workbench;
	sessions = workbench.tree('Sessions');
	await workbench.quickInput.command('Shoal: Focus on Sessions View');
	await sessions.waitForRow('greeting', (row) => row.badge === '!' && row.description.includes('left-pad'));
});

/** What a screen reader says of the row that has the focus; '' where none has. */
async function focused(): Promise<string> {
	const rows = workbench.page.locator('[role=tree][aria-label^="Sessions"]:focus-within [role=treeitem].focused');
	return rows.evaluateAll((found) => found[0]?.getAttribute('aria-label') ?? '');
}

/** A key is answered at once, or by a very busy window within this time. */
const MOVE_MS = 1_000;

/** Puts the view in front and goes down from its first row to the one that is meant. */
async function goTo(spoken: string): Promise<void> {
	await workbench.quickInput.command('Shoal: Focus on Sessions View');
	await eventually(async () => {
		await press('Home');
		expect(await focused()).not.toBe('');
	});
	await eventually(async () => {
		const now = await focused();
		if (now.startsWith(spoken)) return;
		await press('ArrowDown');
		// A busy window moves the focus a moment later; the last row keeps it, and from there it begins again at the first.
		const moved = eventually(async () => expect(await focused()).not.toBe(now), MOVE_MS);
		await moved.catch(() => press('Home'));
		throw new Error(`The focus is on "${now}", not on "${spoken}"`);
	});
}

/** Opens the menu of the focused row and goes down to an item of it. */
async function chooseFromMenu(item: string): Promise<void> {
	await press('Shift+F10');
	const current = workbench.page.locator('.context-view .monaco-menu .action-item.focused .action-label');
	await workbench.page.locator('.context-view .monaco-menu').waitFor();
	await eventually(async () => {
		const now = await shownText(current);
		if (now === item) return;
		await press('ArrowDown');
		throw new Error(`The menu is at "${now}", not at "${item}"`);
	});
	await press('Enter');
}

const heard = (name: string, entry: string) => eventually(async () => expect(await staged[name]?.heard()).toContain(entry));

describe('by keyboard alone, with the words a screen reader says', () => {
	it('the rows tell name, state and thought, the groups how many they hold', async () => {
		const spoken = async () => (await sessions.rows()).map((row) => row.spoken);
		await eventually(async () =>
			expect(await spoken()).toEqual([
				'Needs You, 1 session',
				expect.stringMatching(/^greeting, Needs Approval, Allow npm install left-pad\?/),
				'This Workspace, 2 sessions',
				expect.stringMatching(/^api-docs, Idle, /),
				expect.stringMatching(/^review, Idle, /),
			]),
		);
	});

	it('the icon and the status bar tell how many wait', async () => {
		await eventually(async () =>
			expect(await workbench.activityBar.item('Shoal').locator('.action-label').getAttribute('aria-label')).toContain(
				'1 session needs you',
			),
		);
		expect(await workbench.statusBar.spoken('3')).toBe('3 sessions: 0 in progress, 1 waiting for you');
	});

	it('a notification is reached, read and answered', async () => {
		await workbench.quickInput.command('Notifications: Focus Notification Toast');
		const active = workbench.page.locator(':focus');
		await eventually(async () => expect(await active.getAttribute('aria-label')).toMatch(/greeting: Allow npm install left-pad\?/));
		await eventually(async () => {
			const now = await active.innerText().catch(() => '');
			if (now === 'Reject') return;
			await press('Tab');
			throw new Error(`Tab went to "${now}"`);
		});
		await workbench.screenshot('keyboard-notification');
		await press('Enter');
		await heard('greeting', '{"rejected":true}');
	});

	it('arrows move along the rows, and Enter opens one', async () => {
		await goTo('api-docs');
		await press('Enter');
		await workbench.terminal.waitFor(/Claude Code v2/);
		await eventually(async () => expect(await workbench.terminal.names()).toEqual(['api-docs']));
	});

	it('F2 renames the row that has the focus, not the one that was opened', async () => {
		await goTo('review');
		await press('F2');
		expect(await workbench.quickInput.input.inputValue()).toBe('review');
		await workbench.quickInput.answer('second-look');
		await sessions.waitForRow('second-look');
		expect(await test.bed.tmux.sessions()).toEqual(['api-docs', 'greeting', 'second-look']);
	});

	it('Delete asks before it kills the row that has the focus, and Escape keeps it', async () => {
		await goTo('second-look');
		await press('Delete');
		expect(await workbench.dialog.read()).toMatchObject({ message: 'Kill the session “second-look”?' });
		await workbench.dialog.cancel();
		expect(await test.bed.tmux.sessions()).toContain('second-look');
		await press('Delete');
		await workbench.dialog.read();
		await press('Enter');
		await eventually(async () => expect(await test.bed.tmux.sessions()).toEqual(['api-docs', 'greeting']));
	});

	it('a key on the heading of a group does nothing', async () => {
		await goTo('This Workspace');
		await press('Delete');
		await press('F2');
		await goTo('api-docs');
		expect(await workbench.dialog.locator.isVisible()).toBe(false);
		expect(await workbench.notifications.texts()).toEqual([]);
	});

	it('the menu of a row approves', async () => {
		await staged.greeting?.show({ kind: 'dialog', command: 'rm -rf build' });
		await sessions.waitForRow('greeting', (row) => row.description.includes('Allow rm -rf build?'));
		await goTo('greeting');
		await chooseFromMenu('Approve');
		await heard('greeting', '{"chose":1}');
		await eventually(async () => expect((await sessions.rows()).map((row) => row.spoken)).not.toContain('Needs You, 1 session'));
	});

	it('the next session that needs me is a key away', async () => {
		await staged.greeting?.show({ kind: 'question', question: 'Which greeting?' });
		await sessions.waitForRow('greeting', (row) => row.description.includes('Which greeting?'));
		await press('Control+Alt+.');
		await workbench.terminal.waitFor(/Which greeting\?/);
	});

	it('the list of all sessions says who they are, and opens one', async () => {
		await workbench.quickInput.command('Shoal: Show All Sessions…');
		const row = workbench.quickInput.locator.locator('.monaco-list-row.focused');
		await eventually(async () => expect(await row.getAttribute('aria-label')).toMatch(/greeting.*Which greeting\?/));
		await workbench.screenshot('keyboard-list');
		await press('ArrowDown');
		await eventually(async () => expect(await row.getAttribute('aria-label')).toMatch(/api-docs/));
		await press('Enter');
		await eventually(async () => expect(await workbench.page.locator('.terminal-wrapper.active').isVisible()).toBe(true));
		await workbench.terminal.waitFor(/\[api-docs/);
	});
});
