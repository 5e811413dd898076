import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../src/base/logger.ts';
import { PtyLoader } from '../../src/pty/loader.ts';
import { PtyActors } from '../../src/pty/registry.ts';
import { untilOne, useBed } from './sessions/harness.ts';

const bed = useBed();

describe('the size of a window that another client shows', () => {
	it('stays as it is while our client only looks, and follows once it claims it', async () => {
		await bed.tmux('new-session', '-d', '-s', 'shared', '-x', '120', '-y', '40');
		const window = await bed.started();
		const { id } = await untilOne(window);
		const loader = new PtyLoader();
		const actors = new PtyActors({ load: () => loader.load(), logger: silentLogger });
		const attach = async (key: string, size: { columns: number; rows: number }, ignoreSize: boolean) => {
			const outcome = await window.actions.attachCommand(id, { ignoreSize });
			if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
			const actor = actors.open(key, outcome.value, size);
			await actor.attached();
			return actor;
		};
		const size = () => bed.tmux('display-message', '-p', '-t', '=shared:', '#{window_width}x#{window_height}');
		try {
			await attach('theirs', { columns: 150, rows: 50 }, false);
			await expect.poll(size).toBe('150x49');
			const ours = await attach('ours', { columns: 80, rows: 20 }, true);
			expect(await size()).toBe('150x49');
			if (ours.pid === undefined) throw new Error('no client');
			expect(await window.actions.claimSize(id, ours.pid)).toMatchObject({ kind: 'done' });
			ours.write('x');
			await expect.poll(size).toBe('80x19');
		} finally {
			await actors.disposeAll();
		}
	});
});
