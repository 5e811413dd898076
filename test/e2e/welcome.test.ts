import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from './harness/poll.ts';
import { TestBed, type TestBedOptions } from './harness/testBed.ts';

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

const welcomes = (bed: TestBed, words: string) =>
	eventually(async () => expect(await bed.workbench.tree('Sessions').welcome()).toContain(words));

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

	it('when there is no session, with a button that starts one', async () => {
		await inWorkbench({ env: { PATH: '/usr/bin:/bin' } }, async (bed) => {
			await welcomes(bed, 'No agent is running.');
			await bed.workbench.page.locator('.welcome-view-content .monaco-button', { hasText: 'Spawn Claude in This Folder' }).click();
			await bed.workbench.notifications.toast('claude was not found. Install it with').waitFor();
			await bed.workbench.screenshot('no-agent');
			expect(await bed.tmux.sessions()).toEqual([]);
		});
	});

	it('when no folder is open', async () => {
		await inWorkbench({ folder: false }, (bed) => welcomes(bed, 'Open a folder to start one in it.'));
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
