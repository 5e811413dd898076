import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './harness/poll.ts';
import { useWorkbench } from './harness/useWorkbench.ts';
import type { Workbench } from './harness/workbench.ts';
import { installScriptedAgent } from './scriptedAgent.ts';

const test = useWorkbench({
	folder: 'harbor',
	env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
	prepare: async ({ tmux, folder, root }) => {
		await installScriptedAgent(root);
		await tmux.newSession('docs', folder);
	},
});

let first: Workbench;
let second: Workbench;

beforeAll(async () => {
	first = test.bed.workbench;
	second = await test.bed.openWindow(test.bed.root);
	for (const window of [first, second]) await window.activityBar.open('Shoal');
});

const labels = (window: Workbench, expected: string[]) =>
	eventually(async () => expect((await window.tree('Sessions').labels()).filter((label) => label !== 'Archive')).toEqual(expected));

describe('two windows on one machine', () => {
	it('show what one of them spawns in the other', async () => {
		await first.quickInput.command('Shoal: Spawn Claude in This Folder');
		for (const window of [first, second]) await labels(window, ['This Workspace', 'claude-harbor', 'docs']);
	});

	it('keep ids, names and order over a reload', async () => {
		const ids = () => test.bed.tmux.run('list-sessions', '-F', '#{session_name} #{@shoal_id}');
		const before = await ids();
		await second.reload();
		await second.activityBar.open('Shoal');
		await labels(second, ['This Workspace', 'claude-harbor', 'docs']);
		expect(await ids()).toBe(before);
	});

	it('both show what the end of the tmux server leaves, and only one resume takes place', async () => {
		await test.bed.tmux.run('kill-server');
		for (const window of [first, second]) await labels(window, ['Stopped', 'claude-harbor', 'docs']);
		await second.tree('Sessions').inlineAction('docs', 'Resume Session');
		for (const window of [first, second]) await labels(window, ['This Workspace', 'docs', 'Stopped', 'claude-harbor']);
		expect(await test.bed.tmux.sessions()).toEqual(['docs']);
	});

	it('both lose what one of them archives', async () => {
		await first.tree('Sessions').menuAction('claude-harbor', 'Archive Session');
		for (const window of [first, second]) await labels(window, ['This Workspace', 'docs']);
	});
});
