import { appendFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { draft, open, tempFolder } from './support.ts';

describe('the journal', () => {
	test('tells what happened in order, with who and why', async () => {
		const folder = await tempFolder();
		let now = 1_000;
		const registry = await open(folder, { now: () => now++ });
		await registry.journal.append('abc', { kind: 'spawned', by: 'user', why: 'palette' });
		await registry.journal.append('abc', { kind: 'asked', by: 'auto', text: 'May I?' });
		const other = await open(folder, { windowId: 'window-2', now: () => 2_000 });
		await other.journal.append('abc', { kind: 'answered', by: 'user', text: 'Yes' });
		expect(await registry.journal.read('abc')).toEqual([
			{ at: 1_000, window: 'window-1', kind: 'spawned', by: 'user', why: 'palette' },
			{ at: 1_001, window: 'window-1', kind: 'asked', by: 'auto', text: 'May I?' },
			{ at: 2_000, window: 'window-2', kind: 'answered', by: 'user', text: 'Yes' },
		]);
		expect(await registry.journal.read('abc', 1)).toMatchObject([{ kind: 'answered' }]);
		expect(await registry.journal.read('nobody')).toEqual([]);
		expect((await stat(join(folder, 'journal', 'abc.jsonl'))).mode & 0o777).toBe(0o600);
	});

	test('announces what this window has written, once it can be read', async () => {
		const { journal } = await open(await tempFolder());
		const heard: string[] = [];
		journal.onDidAppend((id) => heard.push(id));
		const append = journal.append('abc', { kind: 'note', by: 'user' });
		expect(heard).toEqual([]);
		await append;
		expect(heard).toEqual(['abc']);
		expect(await journal.read('abc')).toHaveLength(1);
	});

	test('a torn last line costs that line and nothing after it', async () => {
		const folder = await tempFolder();
		const { journal } = await open(folder);
		await journal.append('abc', { kind: 'note', by: 'user', text: 'one' });
		await appendFile(join(folder, 'journal', 'abc.jsonl'), '{"at":5,"kind":"no');
		expect(await journal.read('abc')).toHaveLength(1);
		await journal.append('abc', { kind: 'note', by: 'user', text: 'two' });
		await appendFile(join(folder, 'journal', 'abc.jsonl'), '{"at":5,"kind":"from the future","by":"user"}\n');
		expect((await journal.read('abc')).map((entry) => entry.text)).toEqual(['one', 'two']);
	});

	test('many windows append at the same time and no line is lost, also while the file is rotated', async () => {
		const folder = await tempFolder();
		const windows = await Promise.all(['a', 'b', 'c', 'd'].map((windowId) => open(folder, { windowId })));
		// Past one rotation and short of two: 300 KB.
		const text = 'x'.repeat(1_000);
		await Promise.all(
			windows.map(async ({ journal }) => {
				for (let index = 0; index < 70; index++) await journal.append('abc', { kind: 'note', by: 'auto', why: String(index), text });
			}),
		);
		const entries = await windows[0]?.journal.read('abc', 1_000);
		expect(new Set(entries?.map((entry) => `${entry.window}${entry.why}`)).size).toBe(280);
		expect((await readdir(join(folder, 'journal'))).sort()).toEqual(['abc.1.jsonl', 'abc.jsonl']);
	});

	test('stays bounded', async () => {
		const folder = await tempFolder();
		const { journal } = await open(folder);
		for (let index = 0; index < 600; index++)
			await journal.append('abc', { kind: 'note', by: 'auto', text: `${index} ${'x'.repeat(50_000)}` });
		const names = await readdir(join(folder, 'journal'));
		const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, 'journal', name))).size));
		expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(600_000);
		expect((await journal.read('abc')).at(-1)?.text).toMatch(/^599 x+…$/);
	});

	test('goes with the session when it is deleted, and stays when it is archived', async () => {
		const folder = await tempFolder();
		const registry = await open(folder);
		await registry.create(draft('abc'));
		await registry.journal.append('abc', { kind: 'spawned', by: 'user' });
		await registry.archive('abc');
		expect(await registry.journal.read('abc')).toHaveLength(1);
		await registry.delete('abc');
		expect(await readdir(join(folder, 'journal'))).toEqual([]);
	});
});
