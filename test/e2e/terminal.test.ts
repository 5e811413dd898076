import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './harness/poll.ts';
import type { Tree } from './harness/tree.ts';
import { useWorkbench } from './harness/useWorkbench.ts';
import type { Workbench } from './harness/workbench.ts';

const test = useWorkbench({
	folder: 'harbor',
	prepare: async ({ tmux, folder }) => {
		await tmux.newSession('docs', folder);
		await tmux.newSession('other', folder);
	},
});

let workbench: Workbench;
let sessions: Tree;

beforeAll(async () => {
	workbench = test.bed.workbench;
	sessions = workbench.tree('Sessions');
	await workbench.activityBar.open('Shoal');
	await sessions.click('docs');
	await workbench.terminal.waitFor(/\[docs\]/);
	await workbench.terminal.waitFor(/^\$ *$/m);
});

describe('a session’s terminal', () => {
	it('shows true colour', async () => {
		await workbench.terminal.type("printf '\\033[38;2;255;100;0mORAN\\033[0mGE\\n'\n");
		const coloured = workbench.terminal.locator.locator('.xterm-rows span', { hasText: /^ORAN$/ });
		await coloured.waitFor();
		expect(await coloured.getAttribute('style')).toMatch(/#ff6400|rgb\(255, ?100, ?0\)/i);
	});

	it('shows wide characters, and keeps the columns right after them', async () => {
		await workbench.terminal.type("printf '鯨が泳ぐ|🐟|ende\\n'\n");
		await workbench.terminal.waitFor(/^鯨が泳ぐ\|🐟\|ende$/m);
	});

	it('passes Ctrl-C on', async () => {
		await workbench.terminal.type('sleep 1000\n');
		await eventually(async () =>
			expect(await test.bed.tmux.run('display-message', '-p', '-t', '=docs:', '#{pane_current_command}')).toBe('sleep'),
		);
		await workbench.page.keyboard.press('Control+c');
		await workbench.terminal.type('echo "status $?"\n');
		await workbench.terminal.waitFor(/^status 130$/m);
	});

	it('passes pasted text on as one paste', async () => {
		await workbench.page.evaluate("navigator.clipboard.writeText('echo pasted 1\\necho pasted 2')");
		await workbench.terminal.locator.locator('.xterm-screen').click();
		await workbench.quickInput.command('Terminal: Paste into Active Terminal');
		await workbench.terminal.waitFor(/echo pasted 2$/m);
		await workbench.terminal.type('\n');
		await workbench.terminal.waitFor(/^pasted 2$/m);
	});

	it('follows the size of the panel', async () => {
		const [before] = await test.bed.tmux.clients('docs');
		await workbench.terminal.growPanel(150);
		const [, rowsBefore] = (before ?? '').split('x').map(Number);
		await eventually(async () => {
			const [, rows] = ((await test.bed.tmux.clients('docs'))[0] ?? '').split('x').map(Number);
			expect(rows).toBeGreaterThan((rowsBefore ?? 0) + 3);
		});
	});

	it('scrolls back in tmux’s own history with the prefix keys', async () => {
		await workbench.terminal.type('clear; seq 1 200\n');
		await workbench.terminal.waitFor(/^200$/m);
		await workbench.page.keyboard.press('Control+b');
		await workbench.page.keyboard.press('[');
		await workbench.terminal.waitFor(/\[0\/\d+\]/);
		await eventually(async () => {
			await workbench.page.keyboard.press('PageUp');
			expect(await workbench.terminal.text()).toMatch(/^2$/m);
		});
		await workbench.page.keyboard.press('q');
		await workbench.terminal.waitFor(/^200$/m);
	});

	it('opens beside the editor, where asked to', async () => {
		await sessions.menuAction('other', 'Open Session to the Side');
		await eventually(async () => expect(await workbench.terminal.editorTabs()).toContain('other'));
		await eventually(async () => expect(await test.bed.tmux.clients('other')).toHaveLength(1));
	});

	it('takes the name of a session that is renamed', async () => {
		await test.bed.tmux.run('rename-session', '-t', '=other', 'renamed');
		await eventually(async () => expect(await workbench.terminal.editorTabs()).toContain('renamed'));
	});

	it('detaches when its tab is closed; the session lives on', async () => {
		await workbench.terminal.closeEditorTab('renamed');
		await eventually(async () => expect(await test.bed.tmux.clients('renamed')).toEqual([]));
		expect(await test.bed.tmux.sessions()).toContain('renamed');
	});

	it('attaches again after it was detached from inside', async () => {
		await sessions.click('docs');
		await workbench.terminal.locator.locator('.xterm-screen').click();
		await workbench.page.keyboard.press('Control+b');
		await workbench.page.keyboard.press('d');
		await workbench.terminal.waitFor(/Detached; “docs” lives on\. Press Enter to attach again\./);
		expect(await workbench.notifications.texts()).toEqual([]);
		await workbench.page.keyboard.press('Enter');
		await workbench.terminal.waitFor(/\[docs\]/);
	});
});
