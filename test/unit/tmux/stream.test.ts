import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Foreground } from '../../../src/tmux/foreground.ts';
import { groupSessions, parsePanes, parseServer } from '../../../src/tmux/formats.ts';
import { doorbellScript, tickerScript } from '../../../src/tmux/scripts.ts';
import { StreamMark, StreamParser } from '../../../src/tmux/stream.ts';

/** What a ticker on tmux 3.3a printed while a session came and a pane died: odd names, a linked window, folders with a line break and a tab. */
const RECORDED = readFileSync(join(import.meta.dirname, 'fixtures/ticker-3.3a.txt'));
const MARK = { text: 'aaaaaaaa', row: 'bbbbbbbb' };

function read(chunks: readonly string[]): { events: string[]; complete: boolean } {
	const events: string[] = [];
	const parser = new StreamParser(MARK, {
		onListing: ({ panes, server }) => events.push(`listing ${server} ${panes}`),
		onCheck: (line) => events.push(`check ${line}`),
	});
	for (const chunk of chunks) parser.handleData(chunk);
	return { events, complete: parser.complete };
}

/** As a pipe would deliver it: cut anywhere, also inside a character. */
function cut(bytes: Buffer, positions: readonly number[]): string[] {
	const decoder = new StringDecoder('utf8');
	const edges = [0, ...positions.map((position) => position % bytes.length).sort((a, b) => a - b), bytes.length];
	return edges.slice(1).map((edge, index) => decoder.write(bytes.subarray(edges[index], edge)));
}

const whole = read([RECORDED.toString()]);

describe('a recorded stream', () => {
	it('holds listings and checks, and says it is through', () => {
		expect(whole.complete).toBe(true);
		expect(whole.events.filter((event) => event.startsWith('listing')).length).toBeGreaterThan(3);
		expect(whole.events.filter((event) => event.startsWith('check'))).toHaveLength(1);
	});

	it('reads the same however it is cut', () => {
		fc.assert(
			fc.property(fc.array(fc.nat(RECORDED.length - 1), { maxLength: 60 }), (positions) => {
				expect(read(cut(RECORDED, positions))).toEqual(whole);
			}),
			{ numRuns: 500 },
		);
		expect(read([...RECORDED.toString()])).toEqual(whole);
	});

	it('broken off anywhere, gives only whole listings', () => {
		fc.assert(
			fc.property(fc.nat(RECORDED.length - 1), (end) => {
				const { events } = read(cut(RECORDED.subarray(0, end), []));
				expect(events).toEqual(whole.events.slice(0, events.length));
			}),
			{ numRuns: 300 },
		);
	});

	it('becomes sessions', () => {
		const listing = whole.events.filter((event) => event.startsWith('listing'))[0] ?? '';
		const sessions = groupSessions(new Foreground().complete(parsePanes(listing)));
		expect(sessions.map(({ name, panes }) => [name, panes.map(({ id }) => id)])).toEqual([
			['-x 42', ['%2']],
			['plain', ['%0', '%3']],
			['ünï ☃ "q" \'s', ['%1', '%0', '%3']],
		]);
		expect(sessions[0]?.panes[0]?.title).toBe('⠋ wörk | #{pid}');
		expect(sessions[1]).toMatchObject({ shoalId: 'abc-1', attached: 0 });
		expect(sessions[1]?.panes[0]?.path).toBe('/home/new\nline');
		expect(sessions[2]?.panes[0]?.path).toBe('/home/ünï ☃\ttab');
	});
});

describe('a listing', () => {
	it('of anything but records yields nothing', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (noise) => {
				for (const { sessionId, pane } of parsePanes(noise)) {
					expect(sessionId).toMatch(/^\$\d+$/);
					expect(pane.id).toMatch(/^%\d+$/);
				}
			}),
		);
		expect(parseServer('')).toBeUndefined();
		expect(parseServer('12\tx\t3')).toBeUndefined();
		expect(parseServer('12\t34\t56\t3.3a\n')).toEqual({ server: { pid: 12, startTime: 34 }, now: 56, version: '3.3a' });
	});

	it('without the server it came from is dropped', () => {
		expect(read(['aaaaaaaal\t5\n']).events).toEqual([]);
	});
});

describe('a script', () => {
	const listings = (script: string) => script.split('lsp -aF').length - 1;

	it.each([
		[250, 1],
		[1000, 4],
		[3000, 2],
	])('that lists every %i ms fits one message and runs for long', (intervalMs, foregroundEvery) => {
		const script = tickerScript(new StreamMark(), { intervalMs, foregroundEvery });
		expect(script.length).toBeLessThan(16_000);
		// At rest less than one is started a minute.
		if (intervalMs >= 1000) expect((listings(script) * intervalMs) / 1000).toBeGreaterThan(60);
	});

	it('asks for the foreground as often as it is told', () => {
		const script = tickerScript(new StreamMark(), { intervalMs: 1000, foregroundEvery: 4 });
		expect(script.split('pane_current_path').length - 1).toBe(Math.ceil(listings(script) / 4));
	});

	it('for the doorbell fits one message too', () => {
		const script = doorbellScript(new StreamMark(), 'shoal7');
		expect(script.length).toBeLessThan(16_000);
		expect(listings(script)).toBeGreaterThan(50);
	});
});
