import { describe, expect, it } from 'vitest';
import { claudeHome, codexHome } from '../agents/homes.ts';
import { startModelApi } from '../agents/model/server.ts';
import { programs } from '../agents/programs.ts';
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
describe.skipIf(!programs)('the window with several real agents', () => {
	it('shows at a glance who needs the user, who works and who rests', async () => {
		const api = await startModelApi();
		const bed = await TestBed.start({
			folder: 'harbor',
			files: { 'hello.txt': 'hello world\n', 'README.md': '# Harbor\n' },
			prepare: ({ tmux, folder, root }) => stage(tmux, { folder, root, url: api.url }),
		});
		try {
			const { workbench } = bed;
			const sessions = workbench.tree('Sessions');
			await workbench.activityBar.open('Shoal');
			await sessions.waitForRow('greeting', (row) => row.badge === '!' && row.description.includes('?'));
			await sessions.waitForRow('review', (row) => row.badge === '!');
			await sessions.waitForRow('api-docs', (row) => row.badge === 'W');
			await sessions.waitForRow('tide-tables', (row) => row.badge === 'I');
			await eventually(async () => expect(await workbench.activityBar.badge('Shoal')).toBe('2'));
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
			bed.assertNoCrash();
		} finally {
			await bed.dispose();
			await api.close();
		}
	});
});

async function stage(tmux: TestTmux, { folder, root, url }: { folder: string; root: string; url: string }): Promise<void> {
	const [claude, codex] = [await claudeHome(root, { api: url, workspace: folder }), await codexHome(root, { api: url, workspace: folder })];
	const start = (name: string, env: Readonly<Record<string, string>>, command: readonly string[]) => {
		const variables = Object.entries(env).flatMap(([key, value]) => ['-e', `${key}=${value}`]);
		return tmux.run('new-session', '-d', '-s', name, '-c', folder, '-x', '120', '-y', '40', ...variables, '--', ...command);
	};
	const { claude: claudeProgram = '', codex: codexProgram = '' } = programs ?? {};
	await start('greeting', claude.env, [claudeProgram, '--permission-mode', 'manual', 'Make the greeting braver. do:edit']);
	await start('api-docs', claude.env, [claudeProgram, 'Write the API documentation. do:slow']);
	await start('tide-tables', claude.env, [claudeProgram, 'Explain the tide tables. do:hello']);
	await start('review', codex.env, [codexProgram, '--no-daemon', 'Review the change. do:bash']);
	await tmux.newSession('dev-server', folder, ['sh', '-c', "printf '\\033]2;vite: ready on :5173\\007'; exec cat"]);
	for (const [option, value] of LOOK) await tmux.run('set-option', '-g', option, value);
}
