import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleChild, open, startChild, tempFolder } from './support.ts';

describe('a claim', () => {
	test('is won once per key, and the losers learn by whom', async () => {
		const folder = await tempFolder();
		const [one, two] = [await open(folder, { now: () => 5 }), await open(folder, { windowId: 'window-2' })];
		expect(await one.claim('abc', 'answer', 'dialog-1')).toMatchObject({ outcome: 'won' });
		const lost = { outcome: 'lost', by: { window: 'window-1', pid: process.pid, at: 5, done: false } };
		expect(await two.claim('abc', 'answer', 'dialog-1')).toEqual(lost);
		expect(await one.claim('abc', 'answer', 'dialog-1')).toEqual(lost);
		expect(await two.claim('abc', 'answer', 'dialog-2')).toMatchObject({ outcome: 'won' });
		expect(await two.claim('abc', 'resume', 'dialog-1')).toMatchObject({ outcome: 'won' });
		expect(await two.claim('def', 'answer', 'dialog-1')).toMatchObject({ outcome: 'won' });
	});

	test('that was released can be won again, one that is done never', async () => {
		const folder = await tempFolder();
		const [one, two] = [await open(folder), await open(folder)];
		const first = await one.claim('abc', 'resume', 'run-1');
		if (first.outcome === 'won') await first.release();
		const second = await two.claim('abc', 'resume', 'run-1');
		expect(second.outcome).toBe('won');
		if (second.outcome === 'won') await second.done();
		expect(await one.claim('abc', 'resume', 'run-1')).toMatchObject({ outcome: 'lost', by: { done: true } });
	});

	test.each([
		['resume', 'won'],
		['adopt', 'won'],
		['archive', 'won'],
		['answer', 'lost'],
	] as const)('to %s of a window that was killed before it was done can be %s by another', async (action, outcome) => {
		const folder = await tempFolder();
		const registry = await open(folder);
		const child = startChild(await bundleChild('claimer'), [folder, 'abc', action, 'key']);
		const [said] = await once(child.stdout, 'data');
		expect(String(said)).toBe('won\n');
		expect((await registry.claim('abc', action, 'key')).outcome).toBe('lost');
		child.kill('SIGKILL');
		await once(child, 'close');
		expect((await registry.claim('abc', action, 'key')).outcome).toBe(outcome);
	});

	test('goes when the session is deleted', async () => {
		const registry = await open(await tempFolder());
		await registry.claim('abc', 'answer', 'key');
		await registry.delete('abc');
		expect((await registry.claim('abc', 'answer', 'key')).outcome).toBe('won');
	});

	test("is refused where the claims can't be read, and the message says what to do", async () => {
		const folder = await tempFolder();
		const registry = await open(folder);
		await writeFile(join(folder, 'claims', 'abc.json'), 'nonsense');
		await expect(registry.claim('abc', 'answer', 'key')).rejects.toMatchObject({
			reason: 'broken',
			message: expect.stringContaining('remove it'),
		});
	});
});
