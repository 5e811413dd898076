import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Reading } from '../../../src/agents/signals.ts';
import { ScreenSchedule, screenNeed } from '../../../src/agents/watch/screens.ts';

/** Between a change on the screen and our word for it lies at most this; the rest of a second is for tmux and a busy machine. */
const LONGEST_GAP_MS = 500;
const QUIET_MS = 10_000;

const working: Reading = { source: 'status-file', activity: 'working', observation: 'busy', confidence: 'certain', at: 0 };

let schedule: ScreenSchedule | undefined;

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
	schedule?.dispose();
	vi.useRealTimers();
});

/** A schedule whose looks take some time, with the times at which they began. */
function looks({ captureMs = 0, after }: { captureMs?: number; after?: (schedule: ScreenSchedule) => void } = {}) {
	const times: number[] = [];
	const made = new ScreenSchedule(async () => {
		times.push(Date.now());
		await new Promise((resolve) => setTimeout(resolve, captureMs));
		after?.(made);
	}, Date.now);
	schedule = made;
	return { schedule: made, times };
}

const gaps = (times: readonly number[]) => times.slice(1).map((at, index) => at - (times[index] ?? 0));

describe('looks at a pane', () => {
	it.each([0, 1, 120, 251, 301, 310, 450, 499])(
		'at work are never farther apart than half a second, begun %i ms after a beat',
		async (phase) => {
			await vi.advanceTimersByTimeAsync(phase);
			const { schedule, times } = looks({ captureMs: 130, after: (again) => again.keepLooking(true) });
			schedule.handleNeed(screenNeed('claude', working, false));
			await vi.advanceTimersByTimeAsync(1_700);
			schedule.handleNeed({ everyMs: undefined, onceMs: 100 });
			await vi.advanceTimersByTimeAsync(5_000);
			expect(times.length).toBeGreaterThan(10);
			expect(Math.max(...gaps(times))).toBeLessThanOrEqual(LONGEST_GAP_MS);
		},
	);

	it('at work fall on the same moments for all panes, so that one question takes them all', async () => {
		const first = looks({ captureMs: 20, after: (again) => again.keepLooking(true) });
		first.schedule.handleNeed({ everyMs: undefined, onceMs: 70 });
		await vi.advanceTimersByTimeAsync(333);
		const second = looks({ captureMs: 20, after: (again) => again.keepLooking(true) });
		second.schedule.handleNeed({ everyMs: undefined, onceMs: 70 });
		await vi.advanceTimersByTimeAsync(3_000);
		first.schedule.dispose();
		expect(first.times.slice(-4)).toEqual(second.times.slice(-4));
	});

	it('come at once when a quiet pane prints', async () => {
		const { schedule, times } = looks();
		await vi.advanceTimersByTimeAsync(QUIET_MS);
		const printedAt = Date.now();
		schedule.handleOutput(screenNeed('claude', working, false));
		await vi.advanceTimersByTimeAsync(0);
		schedule.handleOutput(screenNeed('codex', undefined, false));
		await vi.advanceTimersByTimeAsync(1);
		expect(times).toEqual([printedAt]);
	});

	it('go on for a second where the screen decides, because more may come under the same stamp, and end then', async () => {
		const { schedule, times } = looks();
		schedule.handleOutput(screenNeed('codex', undefined, false));
		await vi.advanceTimersByTimeAsync(QUIET_MS);
		expect(times).toHaveLength(4);
		expect(Math.max(...gaps(times))).toBeLessThanOrEqual(LONGEST_GAP_MS);
	});

	it('at any other program are one at the start and one when it is quiet', async () => {
		const { schedule, times } = looks();
		schedule.handleOutput(screenNeed('other', undefined, false));
		await vi.advanceTimersByTimeAsync(QUIET_MS);
		expect(times).toHaveLength(2);
	});

	it('are none while nothing is printed and nothing is needed', async () => {
		const { times } = looks();
		await vi.advanceTimersByTimeAsync(60_000);
		expect(times).toEqual([]);
	});
});
