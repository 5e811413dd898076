import { mkdir, open as openFile, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { layoutOf } from '../../../src/registry/paths.ts';
import type { RegistryProblem } from '../../../src/registry/problems.ts';
import { remount, tinyDisk } from './mounts.ts';
import { draft, idsOf, open, PROJECT, tempFolder, until } from './support.ts';

/** A registry folder with two good records, and the path of a third file. */
async function withGoodRecords(): Promise<{ folder: string; project: string; bad: string }> {
	const folder = await tempFolder();
	const registry = await open(folder);
	await registry.create(draft('good1', { createdAt: 1 }));
	await registry.create(draft('good2', { createdAt: 2 }));
	registry.dispose();
	const project = join(folder, 'sessions', PROJECT);
	return { folder, project, bad: join(project, 'bad.json') };
}

describe('a bad file', () => {
	test.each([
		['of 0 bytes', '', 'It is empty.'],
		['torn in the middle', '{"id": "bad", "na', 'not valid JSON'],
		['of something else', '{"hello": "world"}', 'not a session record'],
	])('%s is set aside and reported once, and the rest loads', async (_, text, words) => {
		const { folder, project, bad } = await withGoodRecords();
		await writeFile(bad, text);
		const registry = await open(folder);
		expect(idsOf(registry.list())).toEqual(['good2', 'good1']);
		const [problem, ...more] = registry.problems;
		expect(more).toEqual([]);
		expect(problem).toMatchObject({ reason: 'broken', path: bad, message: expect.stringContaining(words) });
		expect(await readFile(problem?.movedTo ?? '', 'utf8')).toBe(text);
		expect(await readdir(join(project, '.broken'))).toHaveLength(1);
		await registry.reload();
		expect(registry.problems).toHaveLength(1);
		// Another window finds nothing left to report, and the id is free.
		const other = await open(folder);
		expect(other.problems).toEqual([]);
		await other.create(draft('bad'));
	});

	test('that takes the place of a known record is set aside and reported by one window, and the record is written again', async () => {
		const { folder, project } = await withGoodRecords();
		const [registry, other] = [await open(folder), await open(folder)];
		const problems: RegistryProblem[] = [];
		for (const window of [registry, other]) window.onDidFindProblem((problem) => problems.push(problem));
		await writeFile(join(project, 'good1.json'), '{"torn');
		await until('mended', () => registry.get('good1')?.revision === 2 && other.get('good1')?.revision === 2);
		expect(await readdir(join(project, '.broken'))).toHaveLength(1);
		expect(problems).toHaveLength(1);
		expect((await registry.update('good1', (record) => ({ ...record, name: 'on' }))).revision).toBe(3);
	});

	test('set aside by a window that just started is written again by one that knows what was in it', async () => {
		const { folder, project } = await withGoodRecords();
		const knowing = await open(folder, { useSystemWatch: false });
		await writeFile(join(project, 'good1.json'), '');
		const starting = await open(folder);
		expect(starting.problems).toMatchObject([{ reason: 'broken' }]);
		await knowing.reload();
		expect(knowing.get('good1')).toMatchObject({ revision: 2, name: 'shoal-good1' });
		await until('back', () => starting.get('good1')?.revision === 2);
		// What is deleted after that stays deleted.
		await starting.delete('good1');
		await knowing.reload();
		expect(idsOf(knowing.list())).toEqual(['good2']);
	});

	test('of 50 MB is reported, not read, and left where it is', async () => {
		const { folder, bad } = await withGoodRecords();
		const handle = await openFile(bad, 'w');
		await handle.truncate(50 * 1024 * 1024);
		await handle.close();
		const registry = await open(folder);
		expect(idsOf(registry.list())).toEqual(['good2', 'good1']);
		expect(registry.problems).toMatchObject([{ reason: 'too-large', path: bad, message: expect.stringContaining('52428800 bytes') }]);
		await registry.reload();
		expect(registry.problems).toHaveLength(1);
		await expect(registry.update('bad', (record) => record)).rejects.toMatchObject({ reason: 'too-large' });
		expect((await stat(bad)).size).toBe(50 * 1024 * 1024);
	});

	test('of a future version that does not fit is reported and left as it is', async () => {
		const { folder, bad } = await withGoodRecords();
		const text = JSON.stringify({ schemaVersion: 99, id: 'bad', soul: {} });
		await writeFile(bad, text);
		const registry = await open(folder);
		expect(idsOf(registry.list())).toEqual(['good2', 'good1']);
		expect(registry.problems).toMatchObject([{ reason: 'too-new', message: expect.stringContaining('later version of Shoal') }]);
		const attempts = [
			() => registry.update('bad', (record) => record),
			() => registry.create(draft('bad')),
			() => registry.archive('bad'),
			() => registry.delete('bad'),
		];
		for (const attempt of attempts) {
			await expect(attempt()).rejects.toMatchObject({ reason: 'too-new', message: expect.stringContaining('session bad') });
		}
		expect(await readFile(bad, 'utf8')).toBe(text);
	});

	test('in the archive is left out of its list and reported', async () => {
		const { folder, project } = await withGoodRecords();
		const registry = await open(folder);
		await registry.archive('good1');
		await writeFile(join(project, '.archive', 'bad.json'), 'nonsense');
		expect(idsOf(await registry.listArchive())).toEqual(['good1']);
		expect(registry.problems).toMatchObject([{ reason: 'broken', path: join(project, '.archive', 'bad.json') }]);
	});
});

describe('a link out of the folder', () => {
	test('in place of a record is reported, not followed, not replaced', async () => {
		const { folder, bad } = await withGoodRecords();
		const outside = join(await tempFolder(), 'outside.json');
		await writeFile(outside, JSON.stringify({ ...draft('bad'), createdAt: 1 }));
		await symlink(outside, bad);
		const registry = await open(folder);
		expect(idsOf(registry.list())).toEqual(['good2', 'good1']);
		expect(registry.problems).toMatchObject([{ reason: 'link', path: bad, message: expect.stringContaining('symbolic link') }]);
		await expect(registry.create(draft('bad'))).rejects.toMatchObject({ reason: 'link' });
		expect(JSON.parse(await readFile(outside, 'utf8'))).toMatchObject({ id: 'bad' });
	});

	test('in place of a project or an archive is reported and nothing is read or written through it', async () => {
		const { folder, project } = await withGoodRecords();
		const outside = await tempFolder();
		await writeFile(join(outside, 'evil.json'), JSON.stringify({ ...draft('evil'), createdAt: 1 }));
		await symlink(outside, join(folder, 'sessions', 'linked-1'));
		await symlink(outside, join(project, '.archive'));
		const registry = await open(folder);
		expect(idsOf(registry.list())).toEqual(['good2', 'good1']);
		expect(registry.problems).toMatchObject([{ reason: 'link' }]);
		await expect(registry.create(draft('new', { project: 'linked-1' }))).rejects.toMatchObject({ reason: 'link' });
		await expect(registry.archive('good1')).rejects.toMatchObject({ reason: 'link' });
		expect(registry.get('good1')).toMatchObject({ lifecycle: 'live', revision: 1 });
		await expect(registry.restore('evil')).rejects.toMatchObject({ reason: 'not-found' });
		expect(await registry.listArchive()).toEqual([]);
		expect(registry.problems.map((problem) => problem.path)).toEqual([join(folder, 'sessions', 'linked-1'), join(project, '.archive')]);
		expect(await readdir(outside)).toEqual(['evil.json']);
	});
});

describe('a disk', () => {
	test('that is full refuses the write, keeps the record as it was, and works again with room', async (context) => {
		const folder = await tinyDisk(context, '256k');
		const registry = await open(folder);
		await registry.create(draft('abc'));
		const filler = join(folder, 'filler');
		await fill(filler);
		const write = () => registry.update('abc', (record) => ({ ...record, name: 'x'.repeat(10_000) }));
		await expect(write()).rejects.toMatchObject({ reason: 'disk-full', message: 'Could not save session abc: the disk is full.' });
		await expect(registry.create(draft('new'))).rejects.toMatchObject({ reason: 'disk-full' });
		expect(idsOf(registry.list())).toEqual(['abc']);
		const again = await open(folder);
		expect(again.get('abc')).toEqual(registry.get('abc'));
		expect(again.problems).toEqual([]);
		expect(await readdir(join(folder, 'sessions', PROJECT))).toEqual(['abc.json']);

		registry.checkpoint('abc', { thought: { text: 'y'.repeat(10_000), at: 1 } });
		expect(await registry.flush(2_000)).toBe(false);
		await rm(filler);
		expect((await write()).name).toHaveLength(10_000);
		expect(await registry.flush(2_000)).toBe(true);
		expect(registry.get('abc')?.thought?.text).toHaveLength(10_000);
	});

	test('that is read-only is said at the start, shows the sessions and refuses writes', async (context) => {
		const folder = await tinyDisk(context, '1m');
		await (await open(folder)).create(draft('abc'));
		await writeFile(join(folder, 'sessions', PROJECT, 'bad.json'), '');
		await remount(folder, 'ro');
		const registry = await open(folder);
		expect(idsOf(registry.list())).toEqual(['abc']);
		expect(registry.problems.map((problem) => problem.reason)).toEqual(['read-only', 'broken']);
		const attempts: (() => Promise<unknown>)[] = [
			() => registry.update('abc', (record) => ({ ...record, name: 'x' })),
			() => registry.create(draft('new')),
			() => registry.archive('abc'),
			() => registry.delete('abc'),
			() => registry.claim('abc', 'resume', '1'),
			() => registry.reserveName('shoal', '/src/demo'),
			() => registry.journal.append('abc', { kind: 'note', by: 'user' }),
		];
		for (const attempt of attempts) {
			await expect(attempt()).rejects.toMatchObject({ reason: 'read-only', message: expect.stringContaining('read-only') });
		}
		expect(idsOf(registry.list())).toEqual(['abc']);
		await remount(folder, 'rw');
		await registry.update('abc', (record) => ({ ...record, name: 'x' }));
		expect(await readdir(join(folder, 'sessions', PROJECT))).toContain('bad.json');
	});
});

test('a file where a folder belongs is a problem to tell, not a crash', async () => {
	const folder = await tempFolder();
	await mkdir(folder, { recursive: true });
	await writeFile(layoutOf(folder).sessions, 'not a folder');
	const registry = await open(folder);
	expect(registry.list()).toEqual([]);
	expect(registry.problems.length).toBeGreaterThan(0);
	await expect(registry.create(draft('abc'))).rejects.toMatchObject({ name: 'RegistryError' });
	expect(await readFile(layoutOf(folder).sessions, 'utf8')).toBe('not a folder');
});

/** Takes every block there is. */
async function fill(path: string): Promise<void> {
	const handle = await openFile(path, 'w');
	try {
		for (;;) await handle.write(Buffer.alloc(4096));
	} catch {
		// Full, which is the point.
	} finally {
		await handle.close();
	}
}
