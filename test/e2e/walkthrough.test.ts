import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './harness/poll.ts';
import { PROJECT_ROOT } from './harness/tools.ts';
import { useWorkbench } from './harness/useWorkbench.ts';
import type { Workbench } from './harness/workbench.ts';
import { installScriptedAgent } from './scriptedAgent.ts';

const test = useWorkbench({ folder: 'harbor', prepare: ({ root }) => installScriptedAgent(root) });

const STEPS = ['spawn', 'see', 'answer', 'outlive'] as const;
/** The class that a window has in each theme. */
const MARKS = { 'Dark Modern': 'vs-dark', 'Light Modern': 'vs', 'Default High Contrast': 'hc-black' };
type Step = (typeof STEPS)[number];

let workbench: Workbench;

const step = (name: Step) => workbench.page.locator(`.getting-started-step[data-step-id="shoal.shoal#firstSteps#${name}"]`);
const isDone = (name: Step) => step(name).locator('[role=checkbox][aria-checked=true]').isVisible();

/** The picture is drawn in a page of its own, which takes the colours of the theme. */
async function lookAt(name: Step): Promise<void> {
	if ((await step(name).getAttribute('aria-expanded')) !== 'true') await step(name).locator('.step-title').first().click();
	const [title] = /(?<=<title>).*(?=<\/title>)/.exec(await readFile(join(PROJECT_ROOT, `media/walkthrough/${name}.svg`), 'utf8')) ?? [];
	await eventually(async () => {
		const titles = await Promise.all(workbench.page.frames().map((frame) => frame.locator('svg > title').allTextContents()));
		expect(titles.flat()).toEqual([title]);
	});
}

async function openFirstSteps(): Promise<void> {
	await workbench.activityBar.open('Shoal');
	await workbench.page.locator('.welcome-view-content a', { hasText: 'first steps' }).click();
	await step('spawn').waitFor();
}

beforeAll(async () => {
	workbench = test.bed.workbench;
	// Beside a side bar, a narrower window has no room for pictures.
	await workbench.page.setViewportSize({ width: 1600, height: 900 });
});

describe('the first steps', () => {
	it('are offered where there is no session yet', async () => {
		await openFirstSteps();
	});

	it.each(Object.entries(MARKS))('have a picture each, in %s', async (theme, mark) => {
		await test.bed.changeSettings({ 'workbench.colorTheme': theme });
		await workbench.reload();
		await workbench.page.locator(`.monaco-workbench.${mark}`).waitFor();
		await openFirstSteps();
		for (const name of STEPS) {
			await lookAt(name);
			await workbench.screenshot(`walkthrough-${name}-${theme}`);
		}
	});

	it('are ticked off by doing them', async () => {
		expect(await isDone('spawn')).toBe(false);
		await workbench.quickInput.command('Shoal: Spawn Claude in This Folder');
		await workbench.tree('Sessions').waitForRow('claude-harbor');
		await eventually(async () => expect(await isDone('spawn')).toBe(true));
		expect(await isDone('outlive')).toBe(false);
	});
});
