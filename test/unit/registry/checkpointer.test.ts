import { describe, expect, test } from 'vitest';
import { silentLogger } from '../../../src/base/logger.ts';
import { Checkpointer, type RecordPatch } from '../../../src/registry/checkpointer.ts';
import { RegistryError } from '../../../src/registry/errors.ts';
import { draft, onCleanup, open, tempFolder, until } from './support.ts';

function recorder(options: { intervalMs?: number; fail?: () => Error | undefined; delayMs?: number } = {}) {
	const writes: [string, RecordPatch][] = [];
	const write = async (id: string, patch: RecordPatch) => {
		await new Promise((resolve) => setTimeout(resolve, options.delayMs ?? 0));
		const error = options.fail?.();
		if (error) throw error;
		writes.push([id, patch]);
	};
	const checkpointer = new Checkpointer({ write, logger: silentLogger, intervalMs: options.intervalMs ?? 60_000 });
	onCleanup(() => checkpointer.dispose());
	return { writes, checkpointer };
}

describe('a checkpoint', () => {
	test('is written at once, many facts as one write per session', async () => {
		const { writes, checkpointer } = recorder();
		checkpointer.mark('abc', { name: 'one', branch: 'main' });
		checkpointer.mark('abc', { name: 'two' });
		checkpointer.mark('def', { name: 'three' });
		await until('written', () => !checkpointer.dirty);
		expect(writes).toEqual([
			['abc', { name: 'two', branch: 'main' }],
			['def', { name: 'three' }],
		]);
	});

	test('gathers what comes while one is being written', async () => {
		const { writes, checkpointer } = recorder({ delayMs: 30 });
		checkpointer.mark('abc', { order: 0 });
		await new Promise((resolve) => setTimeout(resolve, 10));
		for (let order = 1; order < 10; order++) checkpointer.mark('abc', { order });
		await until('written', () => !checkpointer.dirty);
		expect(writes).toEqual([
			['abc', { order: 0 }],
			['abc', { order: 9 }],
		]);
	});

	test('of many sessions goes out a few at a time', async () => {
		let inside = 0;
		let most = 0;
		const write = async () => {
			most = Math.max(most, ++inside);
			await new Promise((resolve) => setTimeout(resolve, 5));
			inside--;
		};
		const checkpointer = new Checkpointer({ write, logger: silentLogger });
		onCleanup(() => checkpointer.dispose());
		for (let index = 0; index < 30; index++) checkpointer.mark(`s${index}`, { order: index }, index % 2 ? 'lazy' : 'urgent');
		expect(await checkpointer.flush(2_000)).toBe(true);
		expect(most).toBe(4);
	});

	test('that is not urgent waits for the interval, or for one that is', async () => {
		const { writes, checkpointer } = recorder({ intervalMs: 80 });
		checkpointer.mark('abc', { lastSeenAt: 1 }, 'lazy');
		checkpointer.mark('def', { lastSeenAt: 1 }, 'lazy');
		checkpointer.mark('def', { name: 'x' });
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect(writes).toEqual([['def', { lastSeenAt: 1, name: 'x' }]]);
		await until('written by the interval', () => writes.length === 2);
	});

	test('that fails is tried again at the interval, and newer facts win', async () => {
		let broken = true;
		const { writes, checkpointer } = recorder({
			intervalMs: 50,
			fail: () => (broken ? new RegistryError('disk-full', 'full') : undefined),
		});
		checkpointer.mark('abc', { name: 'old', branch: 'main' });
		await new Promise((resolve) => setTimeout(resolve, 20));
		checkpointer.mark('abc', { name: 'new' }, 'lazy');
		expect(await checkpointer.flush(1_000)).toBe(false);
		broken = false;
		await until('written', () => !checkpointer.dirty);
		expect(writes).toEqual([['abc', { name: 'new', branch: 'main' }]]);
	});

	test('of a session that is gone is dropped', async () => {
		const { checkpointer } = recorder({ fail: () => new RegistryError('not-found', 'gone') });
		checkpointer.mark('abc', { name: 'x' });
		expect(await checkpointer.flush(1_000)).toBe(true);
	});

	test('is flushed at the end within a limit', async () => {
		const slow = recorder({ delayMs: 500 });
		slow.checkpointer.mark('abc', { name: 'x' });
		const before = performance.now();
		expect(await slow.checkpointer.flush(50)).toBe(false);
		expect(performance.now() - before).toBeLessThan(400);

		const fast = recorder();
		fast.checkpointer.mark('abc', { name: 'x' }, 'lazy');
		expect(await fast.checkpointer.flush(1_000)).toBe(true);
		expect(fast.writes).toHaveLength(1);
		await until('the slow one is done', () => !slow.checkpointer.dirty);
	});

	test('through the registry reaches the disk without losing what others wrote', async () => {
		const folder = await tempFolder();
		const [one, two] = [await open(folder), await open(folder)];
		await one.create(draft('abc', { pause: { note: 'lunch', at: 1 } }));
		await two.update('abc', (record) => ({ ...record, branch: 'main' }));
		one.checkpoint('abc', { pause: undefined, lastSeenAt: 5 });
		expect(await one.flush(2_000)).toBe(true);
		const stored = (await open(folder)).get('abc');
		expect(stored).toMatchObject({ branch: 'main', lastSeenAt: 5 });
		expect(stored?.pause).toBeUndefined();
	});
});
