import { rmSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { RegistryChange } from '../../../src/registry/recordList.ts';
import type { Registry } from '../../../src/registry/registry.ts';
import { draft, idsOf, onCleanup, open, PROJECT, tempFolder, until } from './support.ts';

function collect(registry: Registry): RegistryChange[] {
	const changes: RegistryChange[] = [];
	registry.onDidChange((change) => changes.push(change));
	return changes;
}

function told(changes: readonly RegistryChange[], kind: 'added' | 'changed' | 'removed', origin: RegistryChange['origin']): string[] {
	return changes.filter((change) => change.origin === origin).flatMap((change) => idsOf(change[kind]));
}

/** The promise to the user is a second. */
const LIMIT_MS = 1_000;
const OWN_WRITES = 300;

describe.each([
	['with the system telling', true],
	['with looking only', false],
])('what another window does is seen within a second, %s', (_, useSystemWatch) => {
	test('new sessions, also of a new project, changes and removals', async () => {
		const folder = await tempFolder();
		const [here, there] = [await open(folder, { useSystemWatch }), await open(folder)];
		const changes = collect(here);
		await there.create(draft('abc'));
		await until('added', () => here.get('abc'), LIMIT_MS);
		await there.create(draft('def', { project: 'other-1' }));
		await until('added in a new project', () => here.get('def'), LIMIT_MS);
		await there.update('abc', (record) => ({ ...record, name: 'renamed' }));
		await until('changed', () => here.get('abc')?.name === 'renamed', LIMIT_MS);
		await there.update('abc', (record) => ({ ...record, name: 'renamed again' }));
		await until('changed again', () => here.get('abc')?.name === 'renamed again', LIMIT_MS);
		await there.archive('abc');
		await until('archived', () => here.get('abc') === undefined, LIMIT_MS);
		await there.restore('abc');
		await until('restored', () => here.get('abc')?.lifecycle === 'stopped', LIMIT_MS);
		await there.delete('def');
		await until('deleted', () => here.get('def') === undefined, LIMIT_MS);
		expect(changes.every((change) => change.origin === 'foreign')).toBe(true);
		expect(told(changes, 'added', 'foreign')).toEqual(['abc', 'def', 'abc']);
		expect(told(changes, 'removed', 'foreign')).toEqual(['abc', 'def']);
	});

	test('own writes are told once, as own', async () => {
		const folder = await tempFolder();
		const registry = await open(folder, { useSystemWatch });
		const changes = collect(registry);
		await registry.create(draft('abc'));
		// So many that the watch looks at the file in the middle of a write, too.
		for (let order = 0; order < OWN_WRITES; order++) await registry.update('abc', (record) => ({ ...record, order }));
		await registry.archive('abc');
		await registry.restore('abc');
		await sleep(700);
		expect(changes.filter((change) => change.origin === 'foreign')).toEqual([]);
		expect(told(changes, 'changed', 'own')).toHaveLength(OWN_WRITES);
		expect(told(changes, 'added', 'own')).toEqual(['abc', 'abc']);
	});
});

test('an own update on top of an unseen change of another window tells both, each as what it is', async () => {
	const folder = await tempFolder();
	const [here, there] = [await open(folder), await open(folder)];
	await here.create(draft('abc'));
	await there.update('abc', (record) => ({ ...record, name: 'theirs' }));
	const changes = collect(here);
	await here.update('abc', (record) => ({ ...record, branch: 'ours' }));
	await sleep(100);
	expect(told(changes, 'changed', 'foreign')).toEqual(['abc']);
	expect(told(changes, 'changed', 'own')).toEqual(['abc']);
});

test('a folder that vanishes keeps the last known list, is reported once, and is written again with the next change', async () => {
	const folder = await tempFolder();
	const registry = await open(folder);
	const changes = collect(registry);
	await registry.create(draft('abc'));
	await registry.create(draft('def'));
	await rename(join(folder, 'sessions'), join(folder, 'elsewhere'));
	await registry.reload();
	await registry.reload();
	expect(idsOf(registry.list()).sort()).toEqual(['abc', 'def']);
	expect(registry.problems).toMatchObject([{ reason: 'vanished', message: expect.stringContaining('last known list') }]);
	await registry.update('abc', (record) => ({ ...record, name: 'renamed' }));
	expect(idsOf((await open(folder)).list()).sort()).toEqual(['abc', 'def']);
	await sleep(100);
	expect(told(changes, 'removed', 'foreign')).toEqual([]);
});

test('the folder that holds everything may be gone, too; new sessions make it again', async () => {
	const folder = await tempFolder();
	const registry = await open(folder);
	await registry.create(draft('abc'));
	await rm(folder, { recursive: true });
	await registry.create(draft('new'));
	await registry.journal.append('new', { kind: 'spawned', by: 'user' });
	await registry.claim('new', 'resume', '1');
	expect(registry.get('new')).toBeDefined();
	expect(idsOf((await open(folder)).list()).sort()).toEqual(['abc', 'new']);
});

test('a folder that was removed and made again is followed again', async () => {
	const folder = await tempFolder();
	const [here, there] = [await open(folder), await open(folder)];
	await there.create(draft('abc'));
	await until('seen', () => here.get('abc'), LIMIT_MS);
	await rename(join(folder, 'sessions'), join(folder, 'elsewhere'));
	await there.create(draft('def'));
	await until('seen again', () => here.get('def'), LIMIT_MS);
	await there.update('abc', (record) => ({ ...record, name: 'renamed' }));
	await until('followed', () => here.get('abc')?.name === 'renamed', LIMIT_MS);
	await sleep(500);
	await there.update('abc', (record) => ({ ...record, name: 'renamed again' }));
	await until('followed further', () => here.get('abc')?.name === 'renamed again', LIMIT_MS);
});

test('a project folder that was moved away and back is as before', async () => {
	const folder = await tempFolder();
	const registry = await open(folder);
	const record = await registry.create(draft('abc'));
	const path = join(folder, 'sessions', PROJECT);
	await rename(path, `${folder}/elsewhere`);
	await registry.reload();
	expect(registry.get('abc')).toBe(record);
	await rename(`${folder}/elsewhere`, path);
	await registry.reload();
	expect(registry.get('abc')).toBe(record);
});

test('files that go together with their whole folder are no news of the sessions', async () => {
	const folder = await tempFolder();
	await (await open(folder)).create(draft('abc'));
	const registry = await open(folder);
	const record = registry.get('abc');
	expect(record).toBeDefined();
	// In one go: the watch hears of the file while the folder is gone already.
	rmSync(join(folder, 'sessions', PROJECT), { recursive: true });
	await sleep(150);
	expect(registry.get('abc')).toBe(record);
});

test('a file that is edited in place is seen, also half saved', async () => {
	const folder = await tempFolder();
	const registry = await open(folder);
	const record = await registry.create(draft('abc'));
	const path = join(folder, 'sessions', PROJECT, 'abc.json');
	await writeFile(path, '');
	await sleep(50);
	await writeFile(path, JSON.stringify({ ...record, name: 'by hand' }));
	await until('seen', () => registry.get('abc')?.name === 'by hand', 2_000);
	expect(registry.problems).toEqual([]);
});

test('nothing is told after the end', async () => {
	const folder = await tempFolder();
	const [here, there] = [await open(folder), await open(folder)];
	const changes = collect(here);
	here.dispose();
	await there.create(draft('abc'));
	await sleep(100);
	expect(changes).toEqual([]);
	onCleanup(() => here.dispose());
});
