import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './harness/poll.ts';
import type { Tree } from './harness/tree.ts';
import { useWorkbench } from './harness/useWorkbench.ts';
import type { Workbench } from './harness/workbench.ts';

const SESSIONS = 50;

const test = useWorkbench({
	folder: 'harbor',
	prepare: async ({ tmux, folder }) => {
		for (let number = 1; number <= SESSIONS; number++) await tmux.newSession(`session-${number}`, folder, ['cat']);
	},
});

let workbench: Workbench;
let sessions: Tree;

beforeAll(async () => {
	workbench = test.bed.workbench;
	sessions = workbench.tree('Sessions');
	await workbench.activityBar.open('Shoal');
});

describe('with 50 sessions on the server', () => {
	it('all are found', async () => {
		await eventually(async () => expect(await workbench.statusBar.spoken(String(SESSIONS))).toContain(`${SESSIONS} sessions`));
		expect((await sessions.labels()).slice(0, 4)).toEqual(['This Workspace', 'session-1', 'session-2', 'session-3']);
	});

	it('one that is made in a terminal outside VS Code gets its row, in its place', async () => {
		await test.bed.tmux.newSession('a new one', test.bed.folder);
		await eventually(async () => expect((await sessions.labels()).slice(0, 3)).toEqual(['This Workspace', 'a new one', 'session-1']));
	});

	it('its row follows a rename', async () => {
		await test.bed.tmux.run('rename-session', '-t', '=a new one', 'session-0');
		await eventually(async () => expect((await sessions.labels()).slice(0, 3)).toEqual(['This Workspace', 'session-0', 'session-1']));
	});

	it('its row goes when it is killed', async () => {
		await test.bed.tmux.run('kill-session', '-t', '=session-0');
		await eventually(async () => expect((await sessions.labels()).slice(0, 3)).toEqual(['This Workspace', 'session-1', 'session-2']));
	});

	it('its state changes when it is seen to end', async () => {
		await test.bed.tmux.run('set-option', '-w', '-t', '=session-1:', 'remain-on-exit', 'on');
		await test.bed.tmux.run('send-keys', '-t', '=session-1:', 'C-d');
		await eventually(async () => expect((await sessions.labels()).slice(0, 2)).toEqual(['This Workspace', 'session-2']));
	});
});
