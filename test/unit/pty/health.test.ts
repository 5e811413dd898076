import { describe, expect, it } from 'vitest';
import { judgeHealth, type Load } from '../../../src/pty/health.ts';
import { clampSize } from '../../../src/pty/process.ts';

const quiet: Load = { connected: true, startingSince: undefined, stalledSince: undefined, burstSince: undefined, refusing: false };

describe('the health of a client', () => {
	const cases: readonly (readonly [string, Partial<Load>, string])[] = [
		['nothing waits', {}, 'healthy'],
		['it is starting', { startingSince: 9_900 }, 'healthy'],
		['it starts slowly', { startingSince: 7_000 }, 'degraded'],
		['input waits a moment', { stalledSince: 9_900 }, 'healthy'],
		['input waits so long that it is felt', { stalledSince: 9_700 }, 'degraded'],
		['input is not taken at all', { stalledSince: 7_000 }, 'overloaded'],
		['input was refused', { refusing: true }, 'overloaded'],
		['a burst is held back', { burstSince: 9_500 }, 'healthy'],
		['a long burst is held back', { burstSince: 8_000 }, 'degraded'],
		['a flood has no end', { burstSince: 0 }, 'overloaded'],
		['it has ended, whatever waited', { connected: false, refusing: true }, 'disconnected'],
	];
	for (const [what, load, expected] of cases) {
		it(`is ${expected} when ${what}`, () => expect(judgeHealth({ ...quiet, ...load }, 10_000)).toBe(expected));
	}
});

describe('a size', () => {
	it.each([
		[0, 0, 2, 2],
		[-5, 1, 2, 2],
		[80.9, 24.1, 80, 24],
		[Number.NaN, Number.NaN, 80, 24],
		[Number.POSITIVE_INFINITY, 1e9, 10_000, 10_000],
	])('%d x %d becomes %d x %d', (columns, rows, clampedColumns, clampedRows) => {
		expect(clampSize({ columns, rows })).toEqual({ columns: clampedColumns, rows: clampedRows });
	});
});
