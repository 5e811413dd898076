import { describe, expect, it } from 'vitest';
import { eventually } from './harness/poll.ts';
import { useWorkbench } from './harness/useWorkbench.ts';
import type { Workbench } from './harness/workbench.ts';
import { installScriptedAgent } from './scriptedAgent.ts';

const test = useWorkbench({
	folder: 'harbor',
	// The machine's own agents stay out of a test.
	env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
	prepare: ({ root }) => installScriptedAgent(root),
});

/** Closes the window, ends tmux as a reboot does, and opens another window. */
async function reboot(window: Workbench, settings: Readonly<Record<string, unknown>>): Promise<Workbench> {
	await test.bed.changeSettings(settings);
	await window.close();
	// The mark of our windows in tmux goes with the last of them.
	await eventually(async () => expect(await test.bed.tmux.run('show-options', '-gqv', '@shoal_w')).toBe(''));
	await test.bed.tmux.run('kill-server');
	return test.bed.openWindow();
}

const isBack = () => eventually(async () => expect(await test.bed.tmux.sessions()).toEqual(['claude-harbor']));

describe('sessions that a reboot took', () => {
	let window: Workbench;

	it('are told of and offered, and nothing is started', async () => {
		await test.bed.workbench.quickInput.command('Shoal: Spawn Claude in This Folder');
		await isBack();
		await test.bed.workbench.terminal.waitFor(/scripted agent in/);
		window = await reboot(test.bed.workbench, {});
		await window.notifications.toast(/“claude-harbor” ended while no window was open/).waitFor();
		await window.screenshot('missed');
		expect(await test.bed.tmux.sessions()).toEqual([]);
		await window.notifications.press(/“claude-harbor” ended/, 'Resume…');
		await window.quickInput.waitForTitle('Resume Sessions');
		await window.page.keyboard.press('Enter');
		await isBack();
	});

	it('are shown in a plan where the user wants to be asked, and resumed on Enter', async () => {
		window = await reboot(window, { 'shoal.autoResume': 'ask' });
		await window.quickInput.waitForTitle('Resume Sessions');
		expect(await window.quickInput.ticked()).toEqual(['claude-harbor']);
		expect(await test.bed.tmux.sessions()).toEqual([]);
		await window.screenshot('missed-plan');
		await window.page.keyboard.press('Enter');
		await isBack();
	});

	it('are resumed without a word where the user wants that', async () => {
		await reboot(window, { 'shoal.autoResume': 'on' });
		await isBack();
	});
});
