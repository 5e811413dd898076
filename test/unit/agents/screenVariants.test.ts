/** The same states in other pictures: cut off above, with more above, in colour, with the pointer elsewhere. */
import { describe, expect, it } from 'vitest';
import { readScreen } from '../../../src/agents/catalog.ts';
import { recordings, WAITING } from './recordings.ts';

/** What any dialog has at least in its last rows: the options and the keys. */
const LEAST_ROWS = 4;
const SCROLLBACK = ['$ ls', 'file one', '❯ do it', '● Something said.', '  ⎿ done', ''];
const OPTION = /^(\s*)[❯›]( ?\d+\. )/u;

const rowsIn = (text: string) => text.replace(/\n+$/, '').split('\n');

function cuts(rows: readonly string[]): readonly string[] {
	return Array.from({ length: Math.max(0, rows.length - LEAST_ROWS - 1) }, (_, index) => rows.slice(index + 1).join('\n'));
}

/** The pointer on each other option of the list that it is in. */
function pointings(rows: readonly string[]): readonly string[] {
	const at = rows.findLastIndex((row) => OPTION.test(row));
	const pointed = rows[at];
	const pointer = /[❯›]/u.exec(pointed ?? '')?.[0];
	if (pointed === undefined || !pointer) return [];
	const column = pointed.indexOf(pointer);
	const numberAt = (row: string) => (row.slice(0, column).trim() === '' ? Number(/^.? ?(\d+)\. /u.exec(row.slice(column))?.[1] ?? 0) : 0);
	const first = numberAt(pointed);
	return rows.flatMap((row, index) => {
		// Numbers above the list's own first one belong to what is asked about.
		const belongs = index !== at && (index > at ? numberAt(row) > first : numberAt(row) > 0 && numberAt(row) < first);
		if (!belongs) return [];
		const moved = rows.with(at, pointed.replace(pointer, ' ')).with(index, `${row.slice(0, column)}${pointer}${row.slice(column + 1)}`);
		return [moved.join('\n')];
	});
}

describe.each(recordings.filter(({ expected }) => WAITING.has(expected)))('$name', ({ agent, expected, screen }) => {
	const rows = rowsIn(screen.text);
	const read = (text: string) => readScreen(agent, { ...screen, text }).activity;

	it('is never taken for rest or work, however much of it is cut off above', () => {
		const readings = cuts(rows).map(read);
		expect(readings.filter((found) => found === 'idle' || found === 'working')).toEqual([]);
	});

	it('is the same with more above it, blank rows below it, in colour, and with the pointer on another option', () => {
		const variants = [
			[...SCROLLBACK, ...rows].join('\n'),
			`${rows.join('\n')}\n\n\n`,
			rows.map((row) => `\u001b[38;5;12m${row}\u001b[0m`).join('\n'),
			...pointings(rows),
		];
		expect(new Set(variants.map(read))).toEqual(new Set([expected]));
	});
});

describe.each(recordings.filter(({ expected }) => expected === 'idle' || expected === 'working'))('$name', ({ agent, screen }) => {
	it('is never taken for a question, however much of it is cut off above', () => {
		const readings = cuts(rowsIn(screen.text)).map((text) => readScreen(agent, { ...screen, text }).activity);
		expect(readings.filter((found) => WAITING.has(found))).toEqual([]);
	});
});
