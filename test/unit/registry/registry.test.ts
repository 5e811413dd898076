import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { draft, idsOf, open, PROJECT, tempFolder } from './support.ts';

describe('writing', () => {
	test('what is written is there after a restart, one private file per session in its project', async () => {
		const folder = await tempFolder();
		const registry = await open(folder);
		const record = await registry.create(draft('abc', { issueId: '4', overrides: { model: 'large', env: { A: 'b' } } }));
		expect(record).toMatchObject({ revision: 1, schemaVersion: 1, issueId: '4' });
		const path = join(folder, 'sessions', PROJECT, 'abc.json');
		expect((await stat(path)).mode & 0o777).toBe(0o600);
		for (const sub of ['sessions', join('sessions', PROJECT), 'journal', 'claims', 'locks']) {
			expect((await stat(join(folder, sub))).mode & 0o777, sub).toBe(0o700);
		}
		expect((await open(folder)).get('abc')).toEqual(record);
	});

	test('an update sees what another window wrote, and both stay', async () => {
		const folder = await tempFolder();
		const [one, two] = [await open(folder), await open(folder, { windowId: 'window-2' })];
		await one.create(draft('abc'));
		await two.reload();
		await one.update('abc', (record) => ({ ...record, branch: 'main' }));
		const after = await two.update('abc', (record) => ({ ...record, issueId: '4' }));
		expect(after).toMatchObject({ branch: 'main', issueId: '4', revision: 3 });
	});

	test('a whole record based on what is no longer stored is refused', async () => {
		const folder = await tempFolder();
		const [one, two] = [await open(folder), await open(folder)];
		const seen = await one.create(draft('abc'));
		await two.update('abc', (record) => ({ ...record, name: 'theirs' }));
		await expect(one.save({ ...seen, name: 'mine' })).rejects.toMatchObject({
			reason: 'lost-race',
			message: expect.stringContaining('another window'),
		});
		expect(one.get('abc')).toMatchObject({ name: 'theirs' });
		expect(await one.save({ ...seen, revision: 2, name: 'mine' })).toMatchObject({ name: 'mine', revision: 3 });
	});

	test('an update that changes nothing writes nothing', async () => {
		const registry = await open(await tempFolder());
		await registry.create(draft('abc'));
		expect((await registry.update('abc', (record) => record)).revision).toBe(1);
	});

	test('two windows that adopt the same session: one creates it', async () => {
		const folder = await tempFolder();
		const windows = await Promise.all([open(folder), open(folder), open(folder)]);
		const results = await Promise.allSettled(windows.map((window) => window.create(draft('abc'))));
		expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
		expect(results.filter((result) => result.status === 'rejected' && result.reason.reason === 'exists')).toHaveLength(2);
	});

	test('an update of a session that is gone says so and does not bring it back', async () => {
		const folder = await tempFolder();
		const [one, two] = [await open(folder), await open(folder)];
		await one.create(draft('abc'));
		await two.reload();
		await one.delete('abc');
		await expect(two.update('abc', (record) => ({ ...record, name: 'x' }))).rejects.toMatchObject({ reason: 'not-found' });
		expect(await readdir(join(folder, 'sessions', PROJECT))).toEqual([]);
	});

	test('ids and projects that would leave the folder are refused', async () => {
		const registry = await open(await tempFolder());
		await expect(registry.create(draft('../evil'))).rejects.toMatchObject({ reason: 'invalid' });
		await expect(registry.create(draft('a', { project: '../evil' }))).rejects.toMatchObject({ reason: 'invalid' });
		await expect(registry.create(draft('a', { project: '.archive' }))).rejects.toMatchObject({ reason: 'invalid' });
		await registry.create(draft('abc'));
		await expect(registry.update('abc', (record) => ({ ...record, project: 'other' }))).rejects.toMatchObject({ reason: 'invalid' });
		await expect(registry.update('abc', (record) => ({ ...record, lifecycle: 'archived' }))).rejects.toMatchObject({ reason: 'invalid' });
	});

	test('records are frozen, and one that did not change stays the same object', async () => {
		const registry = await open(await tempFolder());
		const record = await registry.create(draft('abc', { errors: [{ at: 1, message: 'x' }] }));
		expect(Object.isFrozen(record.errors?.[0])).toBe(true);
		await registry.reload();
		expect(registry.get('abc')).toBe(record);
	});

	test('keeps the last 20 errors', async () => {
		const registry = await open(await tempFolder());
		await registry.create(draft('abc'));
		for (let index = 0; index < 25; index++) await registry.recordError('abc', `error ${index}`);
		expect(registry.get('abc')?.errors?.map((error) => error.message)).toEqual(
			Array.from({ length: 20 }, (_, index) => `error ${index + 5}`),
		);
	});

	test('an unknown field in the file survives an update', async () => {
		const folder = await tempFolder();
		await (await open(folder)).create(draft('abc'));
		const path = join(folder, 'sessions', PROJECT, 'abc.json');
		await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), schemaVersion: 7, mood: 'fine' }));
		const registry = await open(folder);
		await registry.update('abc', (record) => ({ ...record, name: 'x' }));
		expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ schemaVersion: 7, mood: 'fine', name: 'x' });
	});
});

describe('questions', () => {
	test('newest first', async () => {
		const folder = await tempFolder();
		const registry = await open(folder);
		for (const [id, createdAt] of [
			['old', 1],
			['new', 3],
			['mid', 2],
		] as const)
			await registry.create(draft(id, { createdAt }));
		expect(idsOf(registry.list())).toEqual(['new', 'mid', 'old']);
		expect(idsOf((await open(folder)).list())).toEqual(['new', 'mid', 'old']);
	});

	test('by prefix: the only one that fits; empty is not found; two say how many', async () => {
		const registry = await open(await tempFolder());
		for (const id of ['abc1', 'abc2', 'abc', 'xyz']) await registry.create(draft(id));
		expect(registry.findByPrefix('x').id).toBe('xyz');
		expect(registry.findByPrefix('abc').id).toBe('abc');
		expect(() => registry.findByPrefix('')).toThrow(expect.objectContaining({ reason: 'not-found' }));
		expect(() => registry.findByPrefix('q')).toThrow(expect.objectContaining({ reason: 'not-found' }));
		expect(() => registry.findByPrefix('ab')).toThrow(
			expect.objectContaining({ reason: 'ambiguous', message: expect.stringContaining('3 sessions') }),
		);
	});

	test('by project, by tmux name, and unfinished by issue', async () => {
		const registry = await open(await tempFolder());
		const host = (socket: string) =>
			({ kind: 'tmux', socket, sessionId: '$1', name: 'main', created: 1, server: { pid: 1, startTime: 1 } }) as const;
		await registry.create(draft('a', { host: host('default'), issueId: '4', createdAt: 4 }));
		await registry.create(draft('b', { host: host('other'), issueId: '4', lifecycle: 'stopped', createdAt: 3 }));
		await registry.create(draft('c', { issueId: '4', lifecycle: 'decommissioned', project: 'other-1', createdAt: 2 }));
		await registry.create(draft('d', { issueId: '5', project: 'other-1', createdAt: 1 }));
		expect(idsOf(registry.listProject('other-1'))).toEqual(['c', 'd']);
		expect(idsOf(registry.findByTmuxName('main'))).toEqual(['a', 'b']);
		expect(idsOf(registry.findByTmuxName('main', 'other'))).toEqual(['b']);
		expect(idsOf(registry.findUnfinishedByIssue('4'))).toEqual(['a', 'b']);
		expect(idsOf(registry.findUnfinishedByIssue('9'))).toEqual([]);
	});
});

describe('archive', () => {
	test('archiving, restoring and deleting are safe to repeat, and tell who did it', async () => {
		const folder = await tempFolder();
		const registry = await open(folder);
		await registry.create(draft('abc', { lifecycle: 'live', branch: 'main' }));
		expect([await registry.archive('abc'), await registry.archive('abc')]).toEqual([true, false]);
		expect(registry.list()).toEqual([]);
		expect(await registry.listArchive()).toMatchObject([{ id: 'abc', lifecycle: 'archived', branch: 'main', archived: { from: 'live' } }]);
		expect(await readdir(join(folder, 'sessions', PROJECT, '.archive'))).toEqual(['abc.json']);
		await expect(registry.update('abc', (r) => ({ ...r, name: 'x' }))).rejects.toMatchObject({
			message: expect.stringContaining('archive'),
		});
		await expect(registry.create(draft('abc'))).rejects.toMatchObject({ reason: 'exists' });

		expect([await registry.restore('abc'), await registry.restore('abc')]).toEqual([true, false]);
		expect(registry.get('abc')).toMatchObject({ lifecycle: 'stopped', branch: 'main' });
		expect(registry.get('abc')?.archived).toBeUndefined();
		expect(await registry.listArchive(PROJECT)).toEqual([]);

		expect([await registry.delete('abc'), await registry.delete('abc')]).toEqual([true, false]);
		expect(registry.list()).toEqual([]);
		expect(await registry.archive('abc')).toBe(false);
		await expect(registry.restore('abc')).rejects.toMatchObject({ reason: 'not-found' });
	});

	test('of several windows that archive, one does it', async () => {
		const folder = await tempFolder();
		const windows = await Promise.all([open(folder), open(folder), open(folder)]);
		await windows[0].create(draft('abc'));
		const results = await Promise.all(windows.map((window) => window.archive('abc')));
		expect(results.filter(Boolean)).toHaveLength(1);
	});

	test('is listed newest first, also for a project that has none', async () => {
		const registry = await open(await tempFolder());
		for (const [id, createdAt] of [
			['old', 1],
			['new', 3],
			['mid', 2],
		] as const) {
			await registry.create(draft(id, { createdAt }));
			await registry.archive(id);
		}
		expect(idsOf(await registry.listArchive())).toEqual(['new', 'mid', 'old']);
		expect(await registry.listArchive('nothing-1')).toEqual([]);
	});

	test('a window that died halfway through archiving has archived', async () => {
		const folder = await tempFolder();
		await (await open(folder)).create(draft('abc'));
		const path = join(folder, 'sessions', PROJECT, 'abc.json');
		const record = JSON.parse(await readFile(path, 'utf8'));
		await writeFile(path, JSON.stringify({ ...record, revision: 2, lifecycle: 'archived', archived: { at: 1, from: 'live' } }));
		const registry = await open(folder);
		expect(registry.list()).toEqual([]);
		expect(idsOf(await registry.listArchive())).toEqual(['abc']);
		expect(registry.problems).toEqual([]);
	});

	test('an archived session is deleted, too', async () => {
		const registry = await open(await tempFolder());
		await registry.create(draft('abc'));
		await registry.archive('abc');
		expect(await registry.delete('abc')).toBe(true);
		expect(await registry.listArchive()).toEqual([]);
	});
});
