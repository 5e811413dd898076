import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, outputHolding, TmuxHarness } from './harness.ts';

const DIGEST = join(import.meta.dirname, 'fixtures/digest.mjs');
const MEGABYTE = 1024 * 1024;

/** Text of one to four bytes a character, different everywhere, so that a loss or a swap anywhere shows. */
function textOf(bytes: number): string {
	let text = '';
	for (let line = 0, size = 0; size < bytes; line++) {
		const next = `${line} plain é ß 漢字 😀🐟 ${(line * 2_654_435_761) % 4_294_967_296}\r`;
		text += next;
		size += Buffer.byteLength(next);
	}
	return text;
}

let harness: TmuxHarness;
beforeEach(async () => {
	harness = await TmuxHarness.create();
});
afterEach(() => harness.dispose());

describe('input', () => {
	for (const kind of ['plain', 'bracketed'] as const) {
		it(`a megabyte pasted at once (${kind}) arrives byte-exact and in order`, async () => {
			const text = textOf(MEGABYTE);
			const pasted = kind === 'bracketed' ? `\u001b[200~${text}\u001b[201~` : text;
			const expected = Buffer.from(pasted);
			const file = join(harness.folder, 'pasted');
			await harness.session('a', process.execPath, DIGEST, String(expected.length), kind, file);
			const actor = harness.open('a');
			await outputHolding(actor, 'READY');

			const digested = outputHolding(actor, 'DIGEST', 20_000);
			const started = performance.now();
			expect(actor.write(pasted)).toBe('accepted');
			// A write takes what fits and returns; the rest must not hold up the event loop.
			expect(performance.now() - started).toBeLessThan(100);
			await digested;

			const arrived = await readFile(file);
			expect(arrived.length).toBe(expected.length);
			expect(createHash('sha256').update(arrived).digest('hex')).toBe(createHash('sha256').update(expected).digest('hex'));
			expect(actor.waitingBytes).toBe(0);
		});
	}

	it('what is typed before the first screen arrives whole, once the line can carry it', async () => {
		// A cooked line keeps 4,095 characters, and Ctrl-C in it would end the client.
		const early = `${'early '.repeat(1_500)}\u0003end`;
		const file = join(harness.folder, 'early');
		await harness.session('a', process.execPath, DIGEST, String(early.length), 'plain', file);
		await eventually(async () => (await harness.tmux('capture-pane', '-p', '-t', 'a:')).includes('READY'));
		const actor = harness.open('a');
		const digested = outputHolding(actor, 'DIGEST');
		expect(actor.write(early)).toBe('accepted');
		await digested;
		expect(await readFile(file, 'utf8')).toBe(early);
	});

	it('what still waits when its client dies never reaches the terminal that opens next', async () => {
		await harness.session('a');
		await harness.session('b');
		const server = await harness.serverPid();
		for (let round = 0; round < 10; round++) {
			const dying = harness.open('a');
			await dying.attached();
			process.kill(server, 'SIGSTOP');
			try {
				dying.write('meant for another '.repeat(60_000));
				expect(dying.waitingBytes).toBeGreaterThan(0);
				if (dying.pid !== undefined) process.kill(dying.pid, 'SIGKILL');
				await dying.gone;
			} finally {
				process.kill(server, 'SIGCONT');
			}
			// Its descriptor is free, and this one gets the same number.
			const next = harness.open('b');
			await next.attached();
			const echoed = outputHolding(next, `round ${round}`);
			next.write(`round ${round}\r`);
			await echoed;
			await next.detach();
		}
		expect(await harness.tmux('capture-pane', '-p', '-S', '-', '-t', 'b:')).not.toContain('another');
	});
});
