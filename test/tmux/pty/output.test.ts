import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nextEvent } from '../../../src/base/event.ts';
import type { PtyActor } from '../../../src/pty/actor.ts';
import { env, eventually, LIMIT_MS, outputHolding, TmuxHarness } from './harness.ts';

const FLOOD = join(import.meta.dirname, 'fixtures/flood.mjs');
// tmux sends more for coloured text than we let pass.
const COLOURS = '\u001b[31mred\u001b[32mgreen\u001b[0m'.repeat(6);
// A client this large takes a real burst before tmux itself begins to skip (it does at eight times the cells of the screen).
const LARGE = { columns: 200, rows: 50 };
const FOREVER = 'Infinity';
const MEGABYTE = 1024 * 1024;

let harness: TmuxHarness;
beforeEach(async () => {
	harness = await TmuxHarness.create();
});
afterEach(() => harness.dispose());

describe('output', () => {
	it('characters of four bytes are never split, however the flood is cut into reads', async () => {
		await harness.session('a', process.execPath, FLOOD, `x${'🐟'.repeat(38)}é`, String(20 * MEGABYTE));
		const read: Buffer[] = [];
		const actor = harness.openCommand(harness.attachCommand('a'), undefined, (chunk) => read.push(chunk));
		const events: string[] = [];
		actor.onDidOutput((text) => events.push(text));
		await outputHolding(actor, 'POURED', 20_000);
		await actor.detach();

		// The reads do end within characters, and the events say what they say together.
		expect(read.some((chunk) => chunk.toString().endsWith('\ufffd'))).toBe(true);
		expect(events.join('')).toBe(Buffer.concat(read).toString());
		expect(events.filter((text) => !Buffer.from(text).toString().endsWith(text.slice(-2)))).toEqual([]);
	});

	it('what is typed shows within a second while the pane below floods', async () => {
		await harness.session('a', 'cat', '-');
		await harness.tmux('split-window', '-d', '-t', 'a:', '--', process.execPath, FLOOD, COLOURS, FOREVER);
		const actor = harness.open('a', LARGE);
		await outputHolding(actor, COLOURS.slice(0, 8));
		for (let key = 0; key < 10; key++) {
			const token = `token-${key};`;
			const echoed = outputHolding(actor, token, 1_000);
			expect(actor.write(token)).toBe('accepted');
			await echoed;
		}
	});

	it('a flood passes at a bounded rate and in few events, and its last screen is not late', async () => {
		await harness.session('a', process.execPath, FLOOD, COLOURS, FOREVER);
		const actor = harness.open('a', LARGE);
		const { bytesPerSecond, eventsPerSecond } = await measured(actor, 2_000);
		expect(bytesPerSecond).toBeLessThan(2.6 * MEGABYTE);
		expect(eventsPerSecond).toBeLessThan(500);

		// One key stops it: neither the key nor the last line waits behind a backlog.
		const stopped = outputHolding(actor, 'STOPPED', 1_000);
		actor.write('q');
		await stopped;
	});

	it('a program that never skips is held to the same rate, which shows in the health until it ends', async () => {
		const actor = harness.openCommand({ file: process.execPath, args: [FLOOD, COLOURS, FOREVER], env }, LARGE);
		const degraded = nextEvent(actor.onDidChangeHealth, AbortSignal.timeout(LIMIT_MS));
		const { bytesPerSecond, eventsPerSecond } = await measured(actor, 2_000);
		expect(bytesPerSecond).toBeLessThan(2.6 * MEGABYTE);
		expect(bytesPerSecond).toBeGreaterThan(1.5 * MEGABYTE);
		expect(eventsPerSecond).toBeLessThan(500);
		expect(await degraded).toBe('degraded');

		actor.write('q');
		await eventually(() => actor.health === 'healthy');
	});

	// Within the budget, and beyond it, when the end finds the client's output paused.
	for (const [bytes, rounds] of [
		[300_000, 10],
		[2_000_000, 3],
	] as const) {
		it(`a program that ends right after a burst of ${bytes} bytes is heard to its last word`, async () => {
			for (let round = 0; round < rounds; round++) {
				const script = `printf '\\033[m'; yes | tr -d '\\n' | head -c ${bytes}; printf LAST-WORD`;
				const actor = harness.openCommand({ file: 'sh', args: ['-c', script], env });
				let heard = 0;
				let tail = '';
				actor.onDidOutput((text) => {
					heard += text.split('y').length - 1;
					tail = (tail + text).slice(-200);
				});
				await actor.gone;
				expect(tail).toContain('yLAST-WORD');
				expect(heard).toBe(bytes);
			}
		});
	}

	it('a snapshot is bounded and shows the last screen', async () => {
		await harness.session('a', process.execPath, FLOOD, COLOURS, String(30 * MEGABYTE));
		const actor = harness.open('a', LARGE);
		await outputHolding(actor, 'POURED', 20_000);
		const snapshot = actor.snapshot();
		expect(snapshot.length).toBeLessThan(256 * 1024);
		expect(snapshot).toContain('POURED');
		// The alternate screen was entered long before what is kept.
		expect(snapshot.startsWith('\u001b[?')).toBe(true);
		expect(snapshot).toContain('\u001b[?1049h');
	});
});

async function measured(actor: PtyActor, ms: number) {
	let bytes = 0;
	let events = 0;
	const started = performance.now();
	const counting = actor.onDidOutput((text) => {
		bytes += Buffer.byteLength(text);
		events++;
	});
	await nextEvent(actor.onDidOutput, AbortSignal.timeout(LIMIT_MS), () => performance.now() - started > ms);
	counting.dispose();
	const seconds = (performance.now() - started) / 1_000;
	return { bytesPerSecond: bytes / seconds, eventsPerSecond: events / seconds };
}
