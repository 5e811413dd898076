import { describe, expect, it } from 'vitest';
import { eventually } from './harness/poll.ts';
import { useWorkbench } from './harness/useWorkbench.ts';
import { stageClaude } from './stagedClaude.ts';

const test = useWorkbench({
	folder: 'hafen',
	language: 'de',
	prepare: async (bed) => {
		await stageClaude(bed, 'doku');
		await (await stageClaude(bed, 'gruss')).show({ kind: 'dialog', command: 'npm test' });
	},
});

describe('a window in German', () => {
	it('speaks German in the view, its rows, menus and messages', async () => {
		const { workbench } = test.bed;
		const sessions = workbench.tree('Sitzungen');
		await workbench.activityBar.open('Shoal');
		await sessions.waitForRow('gruss', (row) => row.description.includes('npm test erlauben?'));
		await eventually(async () =>
			expect((await sessions.rows()).map((row) => row.spoken)).toEqual([
				'Wartet auf Sie, 1 Sitzung',
				expect.stringMatching(/^gruss, Genehmigung erforderlich, npm test erlauben\?/),
				'Dieser Arbeitsbereich, 1 Sitzung',
				expect.stringMatching(/^doku, Im Leerlauf/),
			]),
		);
		await workbench.notifications.toast('gruss: npm test erlauben?').waitFor();
		const menu = await sessions.contextMenu('gruss');
		expect(await menu.items()).toEqual(expect.arrayContaining(['Genehmigen', 'Ablehnen', 'Sitzung beenden …', 'Warum dieser Status?']));
		await workbench.screenshot('german');
		await menu.close();
	});
});
