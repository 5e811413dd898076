import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './harness/poll.ts';
import type { Tree } from './harness/tree.ts';
import { useWorkbench } from './harness/useWorkbench.ts';
import type { Workbench } from './harness/workbench.ts';
import { installAgent } from './scriptedAgent.ts';

const run = promisify(execFile);
const git = (folder: string, ...args: string[]) =>
	run('git', ['-C', folder, '-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args]);

/** Says how it was started: where, with what, and with which variable. */
const AGENT = `#!/bin/sh
printf '%s\\n' "$@" > "$HOME/arguments"
echo "in $PWD"
echo "branch $(git branch --show-current)"
echo "tide $TIDE"
exec cat
`;

const test = useWorkbench({
	folder: 'harbor',
	files: { 'README.md': '# Harbor\n' },
	// The machine's own agents stay out of a test.
	env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
	prepare: async ({ folder, root }) => {
		await installAgent(root, 'claude', AGENT);
		await git(folder, 'init', '-q', '-b', 'main');
		await git(folder, 'add', '.');
		await git(folder, 'commit', '-qm', 'first');
	},
});

let workbench: Workbench;
let sessions: Tree;
const argumentsOf = async () => (await readFile(join(test.bed.root, 'home', 'arguments'), 'utf8')).trimEnd().split('\n');

beforeAll(async () => {
	workbench = test.bed.workbench;
	sessions = workbench.tree('Sessions');
	await workbench.activityBar.open('Shoal');
});

describe('Spawn Agent…', () => {
	it('asks for the folder, then for the agent: what is not installed says how to get it', async () => {
		const { quickInput } = workbench;
		await quickInput.command('Shoal: Spawn Agent…');
		await quickInput.waitForTitle('Spawn Agent (1/5)');
		expect(await quickInput.items()).toEqual(['harbor', 'Browse…']);
		await workbench.screenshot('spawn-folder');
		await quickInput.choose('harbor');
		await quickInput.waitForTitle('Spawn Agent (2/5)');
		expect(await quickInput.items()).toEqual(['Claude Code', 'Codex', 'Gemini CLI', 'opencode', 'GitHub Copilot CLI']);
		expect(await quickInput.describe('Codex')).toContain('npm install -g @openai/codex');
		await workbench.screenshot('spawn-agent');
		// Choosing what is not there starts nothing and asks nothing more.
		await quickInput.choose('Codex');
		await quickInput.waitForTitle('Spawn Agent (2/5)');
		await quickInput.choose('Claude Code');
	});

	it('asks for a first prompt, and goes back and forth without forgetting it', async () => {
		const { quickInput } = workbench;
		await quickInput.waitForTitle('Spawn Claude Code (3/5)');
		await quickInput.fill('count the boats');
		await quickInput.pressButton('Line Break');
		await eventually(async () => expect(await quickInput.input.inputValue()).toBe('count the boats⏎'));
		await quickInput.append('by $colour & `size`');
		await workbench.screenshot('spawn-prompt');
		await workbench.page.keyboard.press('Enter');
		await quickInput.waitForTitle('Spawn Claude Code (4/5)');
		await quickInput.pressButton('Back');
		await quickInput.waitForTitle('Spawn Claude Code (3/5)');
		expect(await quickInput.input.inputValue()).toBe('count the boats⏎by $colour & `size`');
		await workbench.page.keyboard.press('Enter');
	});

	it('asks for the place, and shows what will be started with everything that can be set', async () => {
		const { quickInput } = workbench;
		await quickInput.waitForTitle('Spawn Claude Code (4/5)');
		expect(await quickInput.describe('In a New Git Worktree')).toContain('shoal/claude-harbor');
		await workbench.screenshot('spawn-place');
		await quickInput.choose('In a New Git Worktree');
		await quickInput.waitForTitle('Spawn Claude Code (5/5)');
		expect(await quickInput.items()).toEqual(['Start Claude Code', 'Name', 'Branch', 'Model', 'Permission Mode', 'Issue']);
		expect(await quickInput.describe('Name')).toContain('claude-harbor');
		await workbench.screenshot('spawn-summary');
	});

	it('takes a name, a model, a permission mode and an issue; the branch follows the name', async () => {
		const { quickInput } = workbench;
		await quickInput.choose('Name');
		await quickInput.waitForQuestion('A name for the session');
		await quickInput.answer('boats');
		await eventually(async () => expect(await quickInput.describe('Branch')).toContain('shoal/boats'));
		await quickInput.choose('Branch');
		await quickInput.waitForQuestion('The branch for its worktree');
		await quickInput.fill('a..b');
		await eventually(async () => expect(await quickInput.message()).toContain('can’t be the name of a git branch'));
		await workbench.screenshot('spawn-branch');
		await quickInput.answer('feature/boats');
		await quickInput.waitForTitle('Spawn Claude Code (5/5)');
		await quickInput.choose('Model');
		await quickInput.choose('sonnet');
		await quickInput.waitForTitle('Spawn Claude Code (5/5)');
		await quickInput.choose('Permission Mode');
		await quickInput.waitForQuestion('How much should Claude Code ask');
		await workbench.screenshot('spawn-mode');
		await quickInput.choose('plans, and changes nothing');
		await quickInput.waitForTitle('Spawn Claude Code (5/5)');
		await quickInput.choose('Issue');
		await quickInput.waitForQuestion('The issue it works on');
		await quickInput.answer('HAR-7');
		await eventually(async () => expect(await quickInput.describe('Issue')).toContain('HAR-7'));
		await workbench.screenshot('spawn-chosen');
		await quickInput.choose('Start Claude Code');
	});

	it('starts it in its worktree, with the prompt exactly as written', async () => {
		await workbench.terminal.waitFor(/^branch feature\/boats/m);
		await sessions.waitForRow('boats');
		const [, , ...options] = await argumentsOf();
		expect(options).toEqual(['--model', 'sonnet', '--permission-mode', 'plan', 'count the boats', 'by $colour & `size`']);
		expect((await git(test.bed.folder, 'branch', '--list', 'feature/boats')).stdout).toContain('feature/boats');
		await workbench.screenshot('spawn-started');
	});

	it('says who has a name or an issue, and opens it', async () => {
		const { quickInput } = workbench;
		await workbench.quickInput.command('Terminal: Create New Terminal');
		await quickInput.command('Shoal: Spawn Agent…');
		await quickInput.choose('harbor');
		await quickInput.choose('Claude Code');
		await quickInput.waitForTitle('Spawn Claude Code (3/5)');
		const readme = join(test.bed.folder, 'README.md');
		await quickInput.fill('look at');
		await quickInput.pressButton('Attach a File by Its Path');
		await quickInput.waitForTitle('Attach a File by Its Path');
		await quickInput.fill(readme);
		await quickInput.ok('Attach');
		await quickInput.waitForTitle('Spawn Claude Code (3/5)');
		expect(await quickInput.input.inputValue()).toBe(`look at @${readme}`);
		await workbench.page.keyboard.press('Enter');
		await quickInput.choose('In the Folder Itself');
		await quickInput.choose('Issue');
		await quickInput.waitForQuestion('The issue it works on');
		await quickInput.fill('HAR-7');
		await eventually(async () => expect(await quickInput.message()).toContain('“boats” already works on HAR-7'));
		await workbench.screenshot('spawn-issue-taken');
		await quickInput.pressButton('Open “boats”');
		await workbench.terminal.waitFor(/^branch feature\/boats/m);
		await quickInput.locator.waitFor({ state: 'hidden' });
	});

	it('says who has the name in a message too, and opens it from there', async () => {
		await workbench.quickInput.command('Shoal: Spawn Claude in This Folder');
		await workbench.terminal.waitFor(/^branch main/m);
		await sessions.menuAction('claude-harbor', 'Rename Session…');
		await workbench.quickInput.waitForQuestion('A name for the session');
		await workbench.quickInput.answer('boats');
		await workbench.notifications.toast(/“boats” has that name already/).waitFor();
		await workbench.screenshot('name-taken');
		await workbench.notifications.press(/“boats” has that name already/, 'Open “boats”');
		await workbench.terminal.waitFor(/^branch feature\/boats/m);
	});
});

describe('Session Settings…', () => {
	it('keeps a model and a variable for the next start, and restarts on the word', async () => {
		const { quickInput } = workbench;
		await sessions.menuAction('claude-harbor', 'Session Settings…');
		await quickInput.waitForTitle('Settings of claude-harbor');
		await workbench.screenshot('settings');
		await quickInput.choose('Model');
		await quickInput.choose('Other…');
		await quickInput.waitForQuestion('The name of the model');
		await quickInput.answer('some-model');
		await eventually(async () => expect(await quickInput.describe('Model')).toContain('some-model'));
		await quickInput.choose('Environment Variables');
		await quickInput.waitForQuestion('A variable for the agent');
		await quickInput.fill('no variable');
		await eventually(async () => expect(await quickInput.message()).toContain('NAME=value'));
		await quickInput.answer('TIDE=high & low');
		await eventually(async () => expect(await quickInput.describe('Environment Variables')).toContain('TIDE'));
		await workbench.screenshot('settings-changed');
		await quickInput.choose('Restart Now');
		await workbench.terminal.waitFor(/^tide high & low/m);
		expect(await argumentsOf()).toEqual(expect.arrayContaining(['--model', 'some-model']));
	});
});

describe('Resume Sessions…', () => {
	it('shows what can be resumed and what not, and resumes what is ticked', async () => {
		const { quickInput } = workbench;
		await quickInput.command('Shoal: Note Where I Left Off…');
		await quickInput.choose('boats');
		await quickInput.waitForQuestion('Where did you leave off?');
		await quickInput.answer('count the red ones next');
		await test.bed.tmux.run('kill-server');
		for (const name of ['boats', 'claude-harbor']) await sessions.waitForRow(name, (row) => row.badge === '×');
		await quickInput.command('Shoal: Resume Sessions…');
		await quickInput.waitForTitle('Resume Sessions');
		expect(await quickInput.items()).toEqual(['claude-harbor', 'boats']);
		expect(await quickInput.ticked()).toEqual(['claude-harbor']);
		expect(await quickInput.describe('boats')).toContain('paused: count the red ones next');
		await workbench.screenshot('resume-plan');
		await quickInput.tick('boats');
		await eventually(async () => expect(await quickInput.ticked()).toEqual(['claude-harbor', 'boats']));
		await quickInput.ok();
		for (const name of ['boats', 'claude-harbor']) await sessions.waitForRow(name, (row) => row.badge !== '×');
		await workbench.notifications.toast(/You noted: count the red ones next/).waitFor();
		await eventually(async () => expect(await test.bed.tmux.clients('claude-harbor')).toHaveLength(1));
		await workbench.screenshot('resume-note');
	});
});
