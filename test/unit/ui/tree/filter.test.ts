import { describe, expect, it } from 'vitest';
import { ageOf } from '../../../../src/ui/tree/age.ts';
import { passes } from '../../../../src/ui/tree/filter.ts';
import { someSession } from '../../sessions/someSession.ts';

describe('the filter', () => {
	const session = someSession('Harbor-3', {
		agent: 'claude',
		folder: '/code/Tides',
		thought: { text: 'Reads the tables', source: 'title', at: 0 },
	});

	it.each(['', '  ', 'harbor', 'TIDES', 'claude', 'tables', 'idle', 'harbor tables'])('keeps a session for %j', (filter) =>
		expect(passes(session, filter, 'Idle')).toBe(true),
	);

	it.each(['codex', 'harbor codex', 'har bour'])('hides it for %j', (filter) => expect(passes(session, filter, 'Idle')).toBe(false));
});

describe('the age on a row', () => {
	const MINUTE = 60_000;

	it.each([
		[0, undefined],
		[MINUTE - 1, undefined],
		[MINUTE, { unit: 'minutes', count: 1 }],
		[59.9 * MINUTE, { unit: 'minutes', count: 59 }],
		[60 * MINUTE, { unit: 'hours', count: 1 }],
		[23.9 * 60 * MINUTE, { unit: 'hours', count: 23 }],
		[48 * 60 * MINUTE, { unit: 'days', count: 2 }],
		// A clock that was set back.
		[-5 * MINUTE, undefined],
	])('of %d ms is %j', (ms, age) => expect(ageOf(1_000_000, 1_000_000 + ms)).toEqual(age));
});
