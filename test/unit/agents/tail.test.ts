import { appendFile, mkdtemp, open, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LineTail } from '../../../src/agents/files/tail.ts';
import { WatchedTail } from '../../../src/agents/files/watchedTail.ts';

let folder: string;
let file: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'shoal-tail-'));
	file = join(folder, 'transcript.jsonl');
});
afterEach(() => rm(folder, { recursive: true }));

describe('a growing file', () => {
	it('gives each line once, and a half line only when it is whole', async () => {
		const tail = new LineTail(file);
		expect(await tail.read()).toBeUndefined();
		await writeFile(file, 'one\ntw');
		expect(await tail.read()).toEqual({ lines: ['one'], restarted: true });
		await appendFile(file, 'o\nthree\n');
		expect(await tail.read()).toEqual({ lines: ['two', 'three'], restarted: false });
		expect(await tail.read()).toEqual({ lines: [], restarted: false });
	});

	it('keeps characters whole that two readings cut', async () => {
		const bytes = Buffer.from('grüße\n');
		await writeFile(file, bytes.subarray(0, 3));
		const tail = new LineTail(file);
		await tail.read();
		await appendFile(file, bytes.subarray(3));
		expect((await tail.read())?.lines).toEqual(['grüße']);
	});

	it('begins anew when it is truncated or replaced', async () => {
		await writeFile(file, 'old one\nold two\n');
		const tail = new LineTail(file);
		await tail.read();
		await truncate(file, 0);
		await appendFile(file, 'new\n');
		expect(await tail.read()).toEqual({ lines: ['new'], restarted: true });
		await writeFile(join(folder, 'other'), 'another, and longer than before\n');
		await rename(join(folder, 'other'), file);
		expect(await tail.read()).toEqual({ lines: ['another, and longer than before'], restarted: true });
	});

	it('of 100 MB is read at its end only', async () => {
		const handle = await open(file, 'w');
		await handle.truncate(100 * 1024 * 1024);
		await handle.write('\n{"last":1}\n', 100 * 1024 * 1024);
		await handle.close();
		const tail = new LineTail(file);
		const start = performance.now();
		expect((await tail.read())?.lines.at(-1)).toBe('{"last":1}');
		expect(performance.now() - start).toBeLessThan(250);
	});

	it('that grew by more than can matter is skipped forward', async () => {
		await writeFile(file, 'first\n');
		const tail = new LineTail(file, 1024);
		await tail.read();
		await appendFile(file, `${'x'.repeat(99)}\n`.repeat(50_000));
		await appendFile(file, 'last\n');
		const reading = await tail.read();
		expect(reading?.restarted).toBe(true);
		expect(reading?.lines.length).toBeLessThan(12);
		expect(reading?.lines.at(-1)).toBe('last');
	});

	it('whose last line is longer than the first look is looked at again', async () => {
		const long = 'z'.repeat(300 * 1024);
		await writeFile(file, `before\n${long}\n`);
		expect((await new LineTail(file).read())?.lines.at(-1)).toBe(long);
	});

	it('may hold a line that is longer than any use', async () => {
		await writeFile(file, 'a\n');
		const tail = new LineTail(file);
		await tail.read();
		await appendFile(file, `${'y'.repeat(3 * 1024 * 1024)}\nafter\n`);
		expect((await tail.read())?.lines).toEqual(['after']);
	});

	it('is read when it changes, in order, and not after the end', async () => {
		await writeFile(file, 'one\n');
		const lines: string[] = [];
		let grow = () => {};
		const grown = new Promise<void>((resolve) => {
			grow = resolve;
		});
		const watched = new WatchedTail(file, (reading) => {
			lines.push(...reading.lines);
			if (lines.length >= 3) grow();
		});
		await appendFile(file, 'two\n');
		await appendFile(file, 'three\n');
		watched.poke();
		await grown;
		watched.dispose();
		await appendFile(file, 'four\n');
		watched.poke();
		expect(lines).toEqual(['one', 'two', 'three']);
	});
});
