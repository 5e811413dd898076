import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeHome, codexHome } from '../agents/homes.ts';
import { startModelApi } from '../agents/model/server.ts';
import { programs } from '../agents/programs.ts';
import { git } from './harness/git.ts';
import { PanelPage } from './harness/panel.ts';
import { eventually } from './harness/poll.ts';
import { TestBed } from './harness/testBed.ts';
import type { TestTmux } from './harness/tmux.ts';

/** What people write first into their tmux configuration: a calm status line. */
const LOOK = [
	['status-right', ''],
	['status-left', '#[bold] #S '],
	['status-left-length', '40'],
	['window-status-current-format', ''],
	['status-style', 'bg=#1f3a4d,fg=#cfe8f5'],
] as const;

const THEMES = [
	{ name: 'light', theme: 'Light Modern', mark: 'vs' },
	{ name: 'high-contrast', theme: 'Default High Contrast', mark: 'hc-black' },
	{ name: 'dark', theme: 'Dark Modern', mark: 'vs-dark' },
] as const;

/** Pictures to look at: what a person with several agents sees, in each kind of theme. */
describe('a crowd', () => {
	it('of two hundred sessions is listed, scrolled and found', async () => {
		const bed = await TestBed.start({
			folder: 'harbor',
			prepare: async ({ tmux, folder }) => {
				await tmux.newSession('session-1', folder, ['cat']);
				const more = Array.from({ length: 199 }, (_, index) => [
					'new-session',
					'-d',
					'-s',
					`session-${index + 2}`,
					'-c',
					folder,
					'cat',
					';',
				]);
				for (let at = 0; at < more.length; at += 50) await tmux.run(...more.slice(at, at + 50).flat());
			},
		});
		try {
			const { workbench } = bed;
			const sessions = workbench.tree('Sessions');
			await workbench.activityBar.open('Shoal');
			await sessions.waitForRow('This Workspace', (row) => row.description === '200');
			expect((await sessions.labels()).slice(1, 4)).toEqual(['session-1', 'session-2', 'session-3']);
			await workbench.screenshot('two-hundred');
			await sessions.titleAction('Filter Sessions');
			await workbench.quickInput.answer('session-19');
			await eventually(async () => expect((await sessions.labels()).slice(1, 4)).toEqual(['session-19', 'session-190', 'session-191']));
			bed.assertNoCrash();
		} finally {
			await bed.dispose();
		}
	});
});

describe.skipIf(!programs)('the window with several real agents', () => {
	it('shows at a glance who needs the user, who works and who rests', async () => {
		const api = await startModelApi();
		const bed = await TestBed.start({
			// In the home folder, as people's projects are.
			folder: 'home/harbor',
			files: { 'hello.txt': 'hello world\n', 'README.md': '# Harbor\n' },
			settings: { 'shoal.notifications': 'off' },
			prepare: ({ tmux, folder, root }) => stage(tmux, { folder, root, url: api.url }),
		});
		try {
			const { workbench } = bed;
			const sessions = workbench.tree('Sessions');
			await workbench.activityBar.open('Shoal');
			await sessions.waitForRow('greeting', (row) => row.badge === '!' && row.description.includes('?'));
			await sessions.waitForRow('review', (row) => row.badge === '!');
			await sessions.waitForRow('api-docs', (row) => row.badge === 'W');
			await sessions.waitForRow('tide-tables', (row) => row.badge === 'I' || row.badge === '✓');
			await sessions.waitForRow('schema', (row) => row.badge === '!' && row.description.includes('Which database'));
			await sessions.waitForRow('roadmap', (row) => row.badge === '!' && row.description.includes('plan'));
			await sessions.waitForRow('migration', (row) => row.badge === 'F');
			await sessions.waitForRow('atlas-search', (row) => row.badge === '!');
			await sessions.waitForRow('lighthouse-beam', (row) => row.badge === 'I' || row.badge === '✓');
			await bed.tmux.run('kill-session', '-t', '=old-idea');
			await sessions.waitForRow('old-idea', (row) => row.badge === '×');
			await eventually(async () => expect(await workbench.activityBar.badge('Shoal')).toBe('5'));
			await sessions.click('greeting');
			await workbench.terminal.waitFor(/Do you want to make this edit/);
			await workbench.terminal.growPanel(250);
			await workbench.terminal.waitFor(/Make the greeting braver/);
			for (const { name, theme, mark } of THEMES) {
				await bed.changeSettings({ 'workbench.colorTheme': theme });
				await workbench.reload();
				await workbench.page.locator(`.monaco-workbench.${mark}`).waitFor();
				await workbench.activityBar.open('Shoal');
				await sessions.waitForRow('review', (row) => row.badge === '!');
				await eventually(async () => {
					await sessions.click('greeting');
					expect(await workbench.terminal.text()).toContain('make this edit');
				});
				await workbench.screenshot(`agents-${name}`);
			}
			await workbench.terminal.growPanel(250);
			await sessions.menuAction('greeting', 'Show Question');
			await new PanelPage(workbench.page, 'Question').heading.waitFor();
			await workbench.quickInput.command('View: Toggle Panel Visibility');
			await workbench.screenshot('showcase');
			await workbench.dragSidebar(-160);
			await workbench.screenshot('agents-narrow');
			await workbench.dragSidebar(160);
			bed.assertNoCrash();
		} finally {
			await bed.dispose();
			await api.close();
		}
	});
});

/** The workspace's repository with a worktree beside it, and another one. */
async function makeRepositories(folder: string, root: string): Promise<{ readonly worktree: string; readonly atlas: string }> {
	const [worktree, atlas] = [join(root, 'trees', 'lighthouse'), join(root, 'atlas')];
	await mkdir(atlas);
	for (const repository of [folder, atlas]) {
		await git(repository, 'init', '-q');
		await git(repository, 'commit', '-q', '--allow-empty', '-m', 'First');
	}
	await git(folder, 'worktree', 'add', '-q', worktree, '-b', 'lighthouse');
	return { worktree, atlas };
}

async function stage(tmux: TestTmux, { folder, root, url }: { folder: string; root: string; url: string }): Promise<void> {
	const [claude, codex] = [await claudeHome(root, { api: url, workspace: folder }), await codexHome(root, { api: url, workspace: folder })];
	const start = (name: string, env: Readonly<Record<string, string>>, command: readonly string[], place = folder) => {
		const variables = Object.entries(env).flatMap(([key, value]) => ['-e', `${key}=${value}`]);
		return tmux.run('new-session', '-d', '-s', name, '-c', place, '-x', '120', '-y', '40', ...variables, '--', ...command);
	};
	const { claude: claudeProgram = '', codex: codexProgram = '' } = programs ?? {};
	const elsewhere = await makeRepositories(folder, root);
	await start('greeting', claude.env, [claudeProgram, '--permission-mode', 'manual', 'Make the greeting braver. do:edit']);
	await start('api-docs', claude.env, [claudeProgram, 'Write the API documentation. do:slow']);
	await start('tide-tables', claude.env, [claudeProgram, 'Explain the tide tables. do:hello']);
	await start('review', codex.env, [codexProgram, '--no-daemon', 'Review the change. do:bash']);
	await start('schema', claude.env, [claudeProgram, 'Design the schema. do:ask']);
	await start('roadmap', claude.env, [claudeProgram, '--permission-mode', 'plan', 'Plan the next release. do:plan']);
	await start('migration', claude.env, [claudeProgram, 'Migrate the data. do:err400']);
	await start('old-idea', claude.env, [claudeProgram, 'Sketch an idea. do:hello']);
	await start('lighthouse-beam', claude.env, [claudeProgram, 'Turn the light on. do:hello'], elsewhere.worktree);
	// A folder that Claude does not know yet: it asks whether to trust it.
	await start('atlas-search', claude.env, [claudeProgram, 'Search the maps. do:hello'], elsewhere.atlas);
	await tmux.newSession('atlas-tests', elsewhere.atlas, ['sh', '-c', "printf '\\033]2;jest --watch\\007'; exec cat"]);
	await tmux.newSession('notes', folder);
	await tmux.newSession('dev-server', folder, ['sh', '-c', "printf '\\033]2;vite: ready on :5173\\007'; exec cat"]);
	for (const [option, value] of LOOK) await tmux.run('set-option', '-g', option, value);
}
