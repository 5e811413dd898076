import { once } from 'node:events';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { LockFolder } from '../../../src/registry/lock.ts';
import { livenessOf, ownIdentity } from '../../../src/registry/process.ts';
import { bundleChild, startChild, tempFolder } from './support.ts';

/** Runs `work` as the only one, or fails; the pause gives an intruder the chance to show. */
function watchOverlap() {
	let inside = 0;
	let runs = 0;
	return {
		get runs() {
			return runs;
		},
		work: async () => {
			inside++;
			expect(inside).toBe(1);
			await sleep(Math.random() * 2);
			expect(inside).toBe(1);
			inside--;
			runs++;
		},
	};
}

async function leftByTheDead(folder: string, key: string): Promise<void> {
	const child = startChild(await bundleChild('lockHolder'), [folder, key]);
	await once(child.stdout, 'data');
	child.kill('SIGKILL');
	await once(child, 'close');
}

describe('a lock between processes', () => {
	test('lets one in at a time', async () => {
		const folder = await tempFolder();
		const self = await ownIdentity();
		const overlap = watchOverlap();
		await Promise.all(Array.from({ length: 40 }, () => new LockFolder(folder, self).hold('key', overlap.work)));
		expect(overlap.runs).toBe(40);
		expect(await readdir(folder)).toEqual([]);
	});

	test('is taken over from a killed holder at once, by one of many that want it', async () => {
		const folder = await tempFolder();
		await leftByTheDead(folder, 'key');
		expect(await readdir(folder)).toEqual(['key']);
		const self = await ownIdentity();
		const overlap = watchOverlap();
		const before = performance.now();
		await new LockFolder(folder, self).hold('key', overlap.work);
		expect(performance.now() - before).toBeLessThan(1_000);

		await leftByTheDead(folder, 'key');
		await Promise.all(Array.from({ length: 40 }, () => new LockFolder(folder, self).hold('key', overlap.work)));
		expect(overlap.runs).toBe(41);
		expect(await readdir(folder)).toEqual([]);
	});

	test('is never taken over by two, however many try at the same moment', async () => {
		const folder = await tempFolder();
		const self = await ownIdentity();
		const dead = new LockFolder(folder, { ...self, start: 'never' });
		const overlap = watchOverlap();
		for (let round = 0; round < 25; round++) {
			// Takes it and never lets go; the process it names does not run.
			await new Promise<void>((resolve) => void dead.hold('key', () => new Promise(() => resolve())));
			await Promise.all(Array.from({ length: 12 }, () => new LockFolder(folder, self).hold('key', overlap.work)));
		}
		expect(overlap.runs).toBe(300);
		expect(await readdir(folder)).toEqual([]);
	});

	test('is taken over from a killed holder that had taken it over itself', async () => {
		const folder = await tempFolder();
		await leftByTheDead(folder, 'key');
		await leftByTheDead(folder, 'key');
		await leftByTheDead(folder, 'key');
		expect(await readdir(folder)).toHaveLength(3);
		await new LockFolder(folder, await ownIdentity()).hold('key', async () => undefined);
		expect(await readdir(folder)).toEqual([]);
	});

	test('is not taken from a living holder, however long it takes', async () => {
		const folder = await tempFolder();
		const child = startChild(await bundleChild('lockHolder'), [folder, 'key']);
		await once(child.stdout, 'data');
		const impatient = new LockFolder(folder, await ownIdentity(), { waitMs: 700, unknownHolderMs: 100 });
		await expect(impatient.hold('key', async () => undefined)).rejects.toMatchObject({
			reason: 'busy',
			message: expect.stringContaining(`process ${child.pid}`),
		});
		child.kill('SIGKILL');
		await once(child, 'close');
		await impatient.hold('key', async () => undefined);
	});

	test('is taken from a holder of another machine only after a while, and that one notices', async () => {
		const folder = await tempFolder();
		const self = await ownIdentity();
		const limits = { waitMs: 2_000, unknownHolderMs: 200 };
		const elsewhere = new LockFolder(folder, { ...self, realm: 'elsewhere' }, limits);
		const here = new LockFolder(folder, self, limits);
		const order: string[] = [];
		await elsewhere.hold('key', async (lease) => {
			await lease.assertHeld();
			await here.hold('key', async () => {
				order.push('taken over');
				await expect(lease.assertHeld()).rejects.toMatchObject({ reason: 'lost-race' });
			});
		});
		expect(order).toEqual(['taken over']);
	});

	test('left by an earlier run of the machine counts as left by the dead', async () => {
		const self = await ownIdentity();
		expect(await livenessOf(self, self)).toBe('alive');
		expect(await livenessOf({ ...self, start: '1' }, self)).toBe('dead');
		expect(await livenessOf({ ...self, boot: 'before' }, self)).toBe('dead');
		expect(await livenessOf({ ...self, realm: 'elsewhere', boot: 'before' }, self)).toBe('unknown');
	});

	test('sweeps what a holder that died during release left, and nothing that is in use', async () => {
		const folder = await tempFolder();
		const locks = new LockFolder(folder, await ownIdentity());
		await mkdir(folder, { recursive: true });
		await symlink('x:1:1:b:r', join(folder, 'gone.after.abc'));
		await leftByTheDead(folder, 'key');
		await leftByTheDead(folder, 'key');
		const inUse = (await readdir(folder)).filter((name) => name.startsWith('key')).sort();
		await locks.sweep();
		expect((await readdir(folder)).sort()).toEqual(inUse);
	});

	test('is free again after work that failed', async () => {
		const locks = new LockFolder(await tempFolder(), await ownIdentity());
		await expect(locks.hold('key', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
		await locks.hold('key', async () => undefined);
	});
});
