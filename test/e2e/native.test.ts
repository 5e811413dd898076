import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startModelApi } from '../agents/model/server.ts';
import { programs } from '../agents/programs.ts';
import { eventually } from './harness/poll.ts';
import type { Row, Tree } from './harness/tree.ts';
import { useWorkbench } from './harness/useWorkbench.ts';
import type { Workbench } from './harness/workbench.ts';
import { withRealClaude } from './realClaude.ts';

const api = await startModelApi();

describe.skipIf(!programs)('a real agent in a plain terminal', () => {
	const test = useWorkbench(withRealClaude({ url: api.url, env: { SHOAL_LIST_NATIVES: '1' } }));

	let workbench: Workbench;
	let sessions: Tree;

	/** The row of this test's agent: other agents may run on the machine. */
	const ours = (accept: (row: Row) => boolean): Promise<Row> =>
		eventually(async () => {
			const rows = await sessions.rows();
			const here = rows.slice(0, rows.findIndex((row) => row.label === 'Elsewhere') + 1 || undefined);
			const found = here.find((row) => row.level === 2 && accept(row));
			if (!found) throw new Error(`not among ${JSON.stringify(rows)}`);
			return found;
		});

	beforeAll(async () => {
		workbench = test.bed.workbench;
		sessions = workbench.tree('Sessions');
		await workbench.activityBar.open('Shoal');
	});

	afterAll(() => api.close());

	it('has a row that says it is outside tmux, and what it does', async () => {
		await workbench.quickInput.command('Terminal: Create New Terminal');
		await workbench.terminal.waitFor(/\$ *$/m);
		await workbench.terminal.type('~/.local/bin/claude "do:hello there"\n');
		const row = await ours(({ description, badge }) => description.includes('outside tmux') && badge === 'I');
		expect(row.icon).toBe('sparkle');
		expect(await test.bed.tmux.sessions()).toEqual([]);
		await workbench.screenshot('native');
	});

	it('is shown in its terminal by a click', async () => {
		const { label } = await ours(({ description }) => description.includes('outside tmux'));
		await workbench.quickInput.command('Terminal: Create New Terminal');
		await workbench.terminal.waitFor(/\$ *$/m);
		await eventually(async () => {
			await sessions.click(label);
			expect(await workbench.terminal.text()).toContain('Hello from the loopback model.');
		});
	});

	it('is moved into tmux on request, with its conversation', async () => {
		const { label } = await ours(({ description }) => description.includes('outside tmux'));
		await sessions.menuAction(label, 'Move into tmux…');
		expect((await workbench.dialog.read()).detail).toContain('continues the same conversation');
		await workbench.dialog.press('Move into tmux');
		await eventually(async () => expect(await test.bed.tmux.sessions()).toEqual(['claude-harbor']));
		await workbench.terminal.waitFor(/Hello from the loopback model\./);
		await ours((row) => row.label === 'claude-harbor' && row.badge === 'I');
		await eventually(async () => expect(await sessions.labels()).not.toContain(label));
	});
});
