import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Menu } from './harness/menu.ts';
import { eventually } from './harness/poll.ts';
import type { Tree } from './harness/tree.ts';
import { useWorkbench } from './harness/useWorkbench.ts';
import type { Workbench } from './harness/workbench.ts';
import { installScriptedAgent } from './scriptedAgent.ts';

const test = useWorkbench({
	folder: 'harbor',
	files: { 'README.md': '# Harbor\n', 'api/server.ts': 'export {};\n' },
	// The machine's own agents stay out of a test.
	env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
	prepare: async ({ tmux, folder, root }) => {
		await installScriptedAgent(root);
		await mkdir(join(root, 'elsewhere'));
		await tmux.newSession('docs', folder);
		await tmux.newSession('api-tests', join(folder, 'api'));
		await tmux.newSession('scratch', join(root, 'elsewhere'));
	},
});

let workbench: Workbench;
let sessions: Tree;

beforeAll(async () => {
	workbench = test.bed.workbench;
	sessions = workbench.tree('Sessions');
	await workbench.activityBar.open('Shoal');
});

/** The archive is at the end as soon as anything is in it, and has tests of its own. */
const labels = (expected: string[]) =>
	eventually(async () => expect((await sessions.labels()).filter((label) => label !== 'Archive')).toEqual(expected));

describe('the Sessions view', () => {
	it('shows the sessions of the workspace first, then the others, each with its state', async () => {
		await labels(['This Workspace', 'api-tests', 'docs', 'Elsewhere', 'scratch']);
		expect(await sessions.waitForRow('docs', (row) => row.badge === 'I')).toMatchObject({
			description: 'bash',
			badge: 'I',
			spoken: expect.stringContaining('docs, Idle'),
		});
		await eventually(async () => expect(await workbench.statusBar.spoken('3')).toContain('3 sessions'));
	});

	it('follows sessions that come, are renamed and go outside VS Code', async () => {
		await test.bed.tmux.newSession('new one', test.bed.folder);
		await sessions.waitForRow('new one');
		await test.bed.tmux.run('rename-session', '-t', '=new one', 'other "name" [x]');
		await sessions.waitForRow('other "name" [x]');
		await test.bed.tmux.run('kill-session', '-t', '=other "name" [x]');
		await labels(['This Workspace', 'api-tests', 'docs', 'Elsewhere', 'scratch']);
	});

	it('opens a session in a terminal by one click, and types into it', async () => {
		await sessions.click('docs');
		await workbench.terminal.waitFor(/\[docs\]/);
		await workbench.terminal.waitFor(/^\$ *$/m);
		await workbench.terminal.type('echo "sum $((20 + 22))"\n');
		await workbench.terminal.waitFor(/^sum 42$/m);
		expect(await test.bed.tmux.clients('docs')).toHaveLength(1);
		await workbench.screenshot('terminal');
	});

	it('reveals an open session instead of opening it twice', async () => {
		await sessions.click('api-tests');
		await workbench.terminal.waitFor(/\[api-tests/);
		await sessions.click('docs');
		await workbench.terminal.waitFor(/\[docs\]/);
		expect((await workbench.terminal.names()).sort()).toEqual(['api-tests', 'docs']);
	});

	it('detaches by the row’s menu: the tab goes, the session lives on', async () => {
		await sessions.menuAction('api-tests', 'Detach');
		await eventually(async () => expect(await test.bed.tmux.clients('api-tests')).toEqual([]));
		await sessions.waitForRow('api-tests');
		await eventually(async () => expect(await workbench.terminal.names()).toEqual(['docs']));
	});

	it('offers Detach only where a terminal is attached', async () => {
		const menu = await sessions.contextMenu('scratch');
		const items = await menu.items();
		await menu.close();
		expect(items).not.toContain('Detach');
		expect(items).not.toContain('Detach All Clients');
		expect(items).toEqual(
			expect.arrayContaining(['Open Session', 'Copy Attach Command', 'Send Prompt…', 'Kill Session…', 'Why This State?']),
		);
	});

	it('says calmly that a session was killed elsewhere while its terminal was open', async () => {
		await test.bed.tmux.run('kill-session', '-t', '=docs');
		const screen = await workbench.terminal.waitFor(/The session “docs” has ended\. Press Enter to close this tab\./);
		expect(screen).toContain('sum 42');
		await sessions.waitForNoRow('docs');
		expect(await workbench.notifications.texts()).toEqual([]);
		await workbench.terminal.type('\n');
		await eventually(async () => expect(await workbench.terminal.names()).toEqual([]));
	});

	it('asks before it kills, and kills nothing on Cancel', async () => {
		await sessions.menuAction('scratch', 'Kill Session…');
		expect(await workbench.dialog.read()).toMatchObject({
			message: 'Kill the session “scratch”?',
			detail: expect.stringContaining('bash'),
		});
		await workbench.screenshot('kill-question');
		await workbench.dialog.cancel();
		expect(await test.bed.tmux.sessions()).toContain('scratch');
		await sessions.menuAction('scratch', 'Kill Session…');
		await workbench.dialog.press('Kill');
		await labels(['This Workspace', 'api-tests']);
		expect(await test.bed.tmux.sessions()).toEqual(['api-tests']);
	});

	it('spawns Claude in this folder from the palette, in one step', async () => {
		await workbench.quickInput.command('Shoal: Spawn Claude in This Folder');
		await workbench.terminal.waitFor(/scripted agent in .*harbor$/m);
		await sessions.waitForRow('claude-harbor', (row) => row.description === 'waiting for a task');
		await workbench.terminal.type('hello\n');
		await workbench.terminal.waitFor(/^you said: hello$/m);
	});

	it('spawns Claude in a folder of the Explorer', async () => {
		await workbench.activityBar.open('Explorer');
		const menu = await Menu.open(workbench.page, workbench.tree('Files Explorer').row('api'));
		await menu.choose('Spawn Claude in This Folder');
		await workbench.activityBar.open('Shoal');
		await sessions.waitForRow('claude-api');
		await workbench.terminal.waitFor(/scripted agent in .*harbor\/api$/m);
	});

	it('brings the open tabs back after a reload, without showing them', async () => {
		await workbench.reload();
		await workbench.activityBar.open('Shoal');
		await sessions.waitForRow('claude-harbor');
		await eventually(async () => expect(await test.bed.tmux.clients('claude-harbor')).toHaveLength(1));
		await sessions.click('claude-harbor');
		await workbench.terminal.waitFor(/^you said: hello$/m);
		expect(await workbench.terminal.names()).toEqual(expect.arrayContaining(['claude-api', 'claude-harbor']));
	});

	it('keeps the sessions of a tmux server that ended as stopped, and resumes them', async () => {
		await test.bed.tmux.run('kill-server');
		await workbench.terminal.waitFor(/The tmux server has ended/);
		await labels(['Stopped', 'api-tests', 'claude-api', 'claude-harbor']);
		expect(await workbench.notifications.texts()).toEqual([]);
		await workbench.screenshot('stopped');
		await sessions.inlineAction('claude-harbor', 'Resume Session');
		await sessions.waitForRow('claude-harbor', (row) => row.badge !== '×');
		await workbench.terminal.waitFor(/scripted agent in .*harbor$/m);
		await labels(['This Workspace', 'claude-harbor', 'Stopped', 'api-tests', 'claude-api']);
	});

	it('archives a stopped session, and restores it', async () => {
		await sessions.menuAction('api-tests', 'Archive Session');
		await labels(['This Workspace', 'claude-harbor', 'Stopped', 'claude-api']);
		await workbench.quickInput.command('Shoal: Restore from Archive…');
		await workbench.quickInput.choose('api-tests');
		await labels(['This Workspace', 'claude-harbor', 'Stopped', 'api-tests', 'claude-api']);
	});
});
