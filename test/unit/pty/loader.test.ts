import { afterEach, describe, expect, it, vi } from 'vitest';
import { PtyActor } from '../../../src/pty/actor.ts';
import { PtyLoader } from '../../../src/pty/loader.ts';
import { whyNotRun } from '../../../src/pty/postMortem.ts';

const command = { file: 'tmux', args: [], env: {} };
afterEach(() => vi.restoreAllMocks());

describe('loading node-pty', () => {
	it('happens once, at the first question', async () => {
		const load = vi.fn(() => import('node-pty'));
		const loader = new PtyLoader(load);
		expect(load).not.toHaveBeenCalled();
		const [first, second] = await Promise.all([loader.load(), loader.load()]);
		expect(first).toBe(second);
		expect(first.kind).toBe('loaded');
		expect(load).toHaveBeenCalledTimes(1);
	});

	it('that fails says why, and an actor ends with it', async () => {
		const loader = new PtyLoader(() => Promise.reject(new Error('GLIBC_2.28 not found')));
		expect(await loader.load()).toEqual({ kind: 'unavailable', message: 'GLIBC_2.28 not found' });
		const actor = new PtyActor({ key: 'a', command, load: () => loader.load() });
		expect(await actor.attached()).toEqual({
			kind: 'ended',
			cause: { kind: 'failed', reason: 'unavailable', message: 'GLIBC_2.28 not found' },
		});
	});

	it('that never ends runs into the time limit of the question, and a detach is not held up for good', async () => {
		const never = new Promise<never>(() => {});
		const actor = new PtyActor({ key: 'a', command, load: () => never });
		await expect(actor.attached(20)).rejects.toThrow('attaching a took longer than 20 ms');
		expect(await actor.detach()).toEqual({ kind: 'detached', by: 'us' });
	});

	it('a spawn that throws is a failed start', async () => {
		const spawn = () => {
			throw new Error('forkpty(3) failed.');
		};
		const actor = new PtyActor({ key: 'a', command, load: async () => ({ kind: 'loaded', spawn }) });
		expect(await actor.gone).toEqual({ kind: 'failed', reason: 'refused', message: 'forkpty(3) failed.' });
		expect(actor.health).toBe('disconnected');
	});
});

describe('why a silent client did not run', () => {
	it.each([
		[{ ...command, cwd: '/nowhere' }, 'no-folder'],
		[{ ...command, file: '/nowhere/tmux' }, 'no-program'],
		[{ ...command, file: 'no-such-program-anywhere' }, 'no-program'],
		[{ ...command, file: '/' }, 'no-program'],
	] as const)('%j: %s', (given, reason) => {
		expect(whyNotRun(given)).toMatchObject({ kind: 'failed', reason });
	});

	it('is not known if folder and program are there', () => {
		expect(whyNotRun({ ...command, file: process.execPath, cwd: '/' })).toBeUndefined();
	});
});
