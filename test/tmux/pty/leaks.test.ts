import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PtyActors, TooManyTerminalsError } from '../../../src/pty/registry.ts';
import { eventually, isAlive, loader, TmuxHarness, terminalDescriptors } from './harness.ts';

let harness: TmuxHarness;
beforeEach(async () => {
	harness = await TmuxHarness.create();
	await harness.session('a');
});
afterEach(() => harness.dispose());

const load = () => loader.load();

describe('all terminals of a window', () => {
	it('100 opened and closed leave no process, no descriptor and no client behind', async () => {
		const before = await terminalDescriptors();
		const actors = new PtyActors({ load });
		const opened = Array.from({ length: 100 }, (_, i) => actors.open(`terminal ${i}`, harness.attachCommand('a')));
		const states = await Promise.all(opened.map((actor) => actor.attached(20_000)));
		expect(states.every((state) => state.kind === 'attached')).toBe(true);
		expect((await harness.clients()).length).toBe(100);
		expect(await terminalDescriptors()).toBe(before + 100);
		const pids = opened.map((actor) => actor.pid ?? 0);
		expect(pids.every(isAlive)).toBe(true);

		await actors.disposeAll(20_000);
		expect(pids.filter(isAlive)).toEqual([]);
		expect(await terminalDescriptors()).toBe(before);
		expect(await harness.clients()).toEqual([]);
		expect(actors.all()).toEqual([]);
		expect(process.listenerCount('SIGHUP')).toBe(0);
		expect(await harness.tmux('list-sessions', '-F', '#{session_name}')).toBe('a');
	});

	it('one that is closed before it has started leaves nothing either', async () => {
		const before = await terminalDescriptors();
		const actors = new PtyActors({ load });
		const early = actors.open('early', harness.attachCommand('a'));
		early.dispose();
		expect(await early.gone).toEqual({ kind: 'detached', by: 'us' });
		expect(actors.all()).toEqual([]);
		expect(await terminalDescriptors()).toBe(before);
		await eventually(async () => (await harness.clients()).length === 0);
	});

	it('the same key gives the living one; once it is on its way out, a fresh one', async () => {
		const actors = new PtyActors({ load });
		const first = actors.open('a', harness.attachCommand('a'));
		expect(actors.open('a', harness.attachCommand('a'))).toBe(first);
		await first.attached();
		void first.detach();
		const second = actors.open('a', harness.attachCommand('a'));
		expect(second).not.toBe(first);
		expect(actors.get('a')).toBe(second);
		await first.gone;
		expect(actors.all()).toEqual([second]);
		await actors.disposeAll();
	});

	it('there is a limit, and a closed one makes room', async () => {
		const actors = new PtyActors({ load, limit: 2 });
		const first = actors.open('1', harness.attachCommand('a'));
		actors.open('2', harness.attachCommand('a'));
		expect(() => actors.open('3', harness.attachCommand('a'))).toThrow(TooManyTerminalsError);
		await first.detach();
		await actors.open('3', harness.attachCommand('a')).attached();
		await actors.disposeAll();
	});

	it('what is opened after the end ends at once', async () => {
		const actors = new PtyActors({ load });
		await actors.disposeAll();
		expect(await actors.open('late', harness.attachCommand('a')).gone).toEqual({ kind: 'detached', by: 'us' });
		expect(actors.all()).toEqual([]);
	});
});
