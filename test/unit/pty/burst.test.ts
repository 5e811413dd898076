import { describe, expect, it } from 'vitest';
import { Joiner, ReadBudget } from '../../../src/pty/burst.ts';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

describe('the read budget', () => {
	it('lets a burst of a megabyte pass without a pause', () => {
		const budget = new ReadBudget(0);
		for (let read = 0; read < 255; read++) expect(budget.spend(4 * KILOBYTE, 0)).toBe(0);
		expect(budget.shortSince(0)).toBeUndefined();
	});

	it('then asks for pauses that hold a flood to its sustained rate', () => {
		const budget = new ReadBudget(0);
		let now = 0;
		let total = 0;
		let longest = 0;
		// A source that is as fast as it is read: 64 KB each time, at no cost.
		while (now < 10_000) {
			total += 64 * KILOBYTE;
			const pause = budget.spend(64 * KILOBYTE, now);
			longest = Math.max(longest, pause);
			now += pause;
		}
		expect(total / MEGABYTE).toBeCloseTo(1 + (2 * 10_000) / 1_024, 0);
		// node-pty drops the tail of an ended child after 200 ms without a read.
		expect(longest).toBeLessThan(100);
	});

	it('says since when a burst is held back, until half the budget is regained', () => {
		const budget = new ReadBudget(0);
		budget.spend(MEGABYTE, 100);
		expect(budget.shortSince(100)).toBe(100);
		budget.spend(64 * KILOBYTE, 200);
		expect(budget.shortSince(200)).toBe(100);
		expect(budget.shortSince(600)).toBeUndefined();
	});

	it('does not save up more than one burst while it is quiet', () => {
		const budget = new ReadBudget(0);
		expect(budget.spend(MEGABYTE, 3_600_000)).toBeGreaterThan(0);
	});

	it('a clock that goes back gives nothing and takes nothing', () => {
		const budget = new ReadBudget(1_000);
		expect(budget.spend(KILOBYTE, 0)).toBe(0);
	});
});

describe('the joiner', () => {
	const chunk = (bytes: number) => Buffer.alloc(bytes, 'x');

	it('lets the first chunk of a quiet time pass at once, whatever its size', () => {
		const joiner = new Joiner();
		expect(joiner.add(chunk(40 * KILOBYTE), 10)).toBe(0);
	});

	it('lets a few small chunks pass at once, as the echo of a key makes', () => {
		const joiner = new Joiner();
		for (let key = 0; key < 100; key++) {
			for (let part = 0; part < 4; part++) {
				expect(joiner.add(chunk(100), key * 5 + part / 10)).toBe(0);
				expect(joiner.take(key * 5 + part / 10).length).toBe(100);
			}
		}
	});

	it('joins a stream of tiny chunks to one event a window', () => {
		const joiner = new Joiner();
		let events = 0;
		let due = Number.POSITIVE_INFINITY;
		for (let now = 0; now < 1_000; now += 0.1) {
			if (now >= due) {
				joiner.take(now);
				events++;
				due = Number.POSITIVE_INFINITY;
			}
			const wait = joiner.add(chunk(20), now);
			if (wait > 0) due = Math.min(due, now + wait);
			else {
				joiner.take(now);
				events++;
			}
		}
		expect(events).toBeLessThan(300);
	});

	it('holds what follows a large chunk until the window ends, and gives it as one', () => {
		const joiner = new Joiner();
		joiner.add(chunk(4 * KILOBYTE), 10);
		joiner.take(10);
		expect(joiner.add(chunk(1_000), 11)).toBe(3);
		expect(joiner.add(chunk(2_000), 12)).toBe(2);
		expect(joiner.heldBytes).toBe(3_000);
		expect(joiner.take(14).length).toBe(3_000);
		expect(joiner.heldBytes).toBe(0);
		// That was a large one again: the flood goes on, one event per window.
		expect(joiner.add(chunk(1_000), 15)).toBe(3);
	});

	it('does not hold more than one event takes', () => {
		const joiner = new Joiner();
		joiner.add(chunk(4 * KILOBYTE), 10);
		joiner.take(10);
		expect(joiner.add(chunk(60 * KILOBYTE), 11)).toBeGreaterThan(0);
		expect(joiner.add(chunk(4 * KILOBYTE), 11)).toBe(0);
	});

	it('keeps the order', () => {
		const joiner = new Joiner();
		for (const text of ['one ', 'two ', 'three']) joiner.add(Buffer.from(text), 10);
		expect(joiner.take(10).toString()).toBe('one two three');
	});
});
