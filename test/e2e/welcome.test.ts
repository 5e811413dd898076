import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from './harness/poll.ts';
import { TestBed, type TestBedOptions } from './harness/testBed.ts';
import type { Workbench } from './harness/workbench.ts';
import { installAgent, installScriptedAgent } from './scriptedAgent.ts';

/** One bed per situation: what tmux is there is decided when the extension starts. */
async function inWorkbench(options: TestBedOptions, test: (bed: TestBed) => Promise<void>): Promise<void> {
	const bed = await TestBed.start(options);
	try {
		await bed.workbench.activityBar.open('Shoal');
		await test(bed);
		bed.assertNoCrash();
	} finally {
		await bed.dispose();
	}
}

const welcomes = ({ workbench }: { readonly workbench: Workbench }, words: string) =>
	eventually(async () => expect(await workbench.tree('Sessions').welcome()).toContain(words));

const press = (bed: TestBed, button: string) =>
	bed.workbench.page.locator('.welcome-view-content .monaco-button', { hasText: button }).click();

/** Names that no machine has: its own agents stay out of the test. */
const NO_AGENT = Object.fromEntries(
	['claude', 'codex', 'gemini', 'opencode', 'copilot'].map((agent) => [`shoal.agents.${agent}.path`, `${agent}-to-come`]),
);

async function fakeTmux(folder: string, script: string): Promise<void> {
	await writeFile(join(folder, 'tmux'), `#!/bin/sh\n${script}\n`);
	await chmod(join(folder, 'tmux'), 0o755);
}

describe('the Sessions view says what to do', () => {
	it('when tmux is not installed, and picks it up once it is', async () => {
		await inWorkbench({ settings: { 'shoal.tmux.path': 'tmux-to-come' } }, async (bed) => {
			await welcomes(bed, 'tmux is not installed here');
			await welcomes(bed, 'Install it with');
			await bed.workbench.screenshot('no-tmux');
			await bed.workbench.quickInput.command('Shoal: Spawn Claude in This Folder');
			await bed.workbench.notifications.toast('tmux is not installed').waitFor();
		});
	});

	it('when tmux is too old', async () => {
		const options: TestBedOptions = {
			folder: 'tools',
			settings: { 'shoal.tmux.path': '~/tmux' },
			prepare: ({ root }) => fakeTmux(join(root, 'home'), 'echo tmux 2.9a'),
		};
		await inWorkbench(options, (bed) => welcomes(bed, 'older than 3.0'));
	});

	it('when no agent is installed, and picks one up once it is', async () => {
		await inWorkbench({ settings: NO_AGENT }, async (bed) => {
			await welcomes(bed, 'No coding agent is installed here.');
			await welcomes(bed, 'npm install -g @openai/codex');
			await bed.workbench.screenshot('no-agent');
			await installAgent(bed.root, 'codex-to-come', '#!/bin/sh\nexec cat\n');
			await press(bed, 'Look Again');
			await welcomes(bed, 'No agent is running.');
			await press(bed, 'Spawn Claude in This Folder');
			await bed.workbench.notifications.toast('claude-to-come was not found. Install it with').waitFor();
			expect(await bed.tmux.sessions()).toEqual([]);
		});
	});

	it('when a setting names the agent that was missing', async () => {
		await inWorkbench({ settings: NO_AGENT, prepare: ({ root }) => installScriptedAgent(root) }, async (bed) => {
			await welcomes(bed, 'No coding agent is installed here.');
			await bed.changeSettings({ 'shoal.agents.gemini.path': '~/.local/bin/claude' });
			await welcomes(bed, 'No agent is running.');
		});
	});

	it('when there is no session, with a button that starts one', async () => {
		await inWorkbench({ prepare: ({ root }) => installScriptedAgent(root) }, async (bed) => {
			await welcomes(bed, 'No agent is running.');
			await bed.workbench.screenshot('no-session');
			await press(bed, 'Spawn Claude in This Folder');
			await bed.workbench.tree('Sessions').waitForRow('claude-project');
		});
	});

	it('when no folder is open', async () => {
		await inWorkbench({ folder: false, prepare: ({ root }) => installScriptedAgent(root) }, async (bed) => {
			await welcomes(bed, 'Open a folder to start one in it.');
			await bed.workbench.screenshot('no-folder');
		});
	});

	it('when the workspace is on no disk: sessions show, agents are not started', async () => {
		await inWorkbench({ folder: false, prepare: ({ root }) => installScriptedAgent(root) }, async (bed) => {
			const workbench = await bed.openWindow('memfs:/nowhere');
			await workbench.activityBar.open('Shoal');
			await welcomes({ workbench }, 'not on a disk where tmux runs');
			await workbench.screenshot('virtual');
			await bed.tmux.newSession('visible', bed.root);
			await workbench.tree('Sessions').waitForRow('visible');
		});
	});

	it('when the workspace is not trusted: sessions show, agents are not started', async () => {
		await inWorkbench({ workspaceTrust: true, settings: { 'security.workspace.trust.startupPrompt': 'never' } }, async (bed) => {
			await welcomes(bed, 'only where you trust the workspace');
			await bed.workbench.screenshot('no-trust');
			await bed.tmux.newSession('visible', bed.folder);
			await bed.workbench.tree('Sessions').waitForRow('visible');
		});
	});
});
