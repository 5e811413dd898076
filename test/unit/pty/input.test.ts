import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { InputQueue } from '../../../src/pty/input.ts';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

describe('the input queue', () => {
	it('passes every byte once and in order, however little is taken at a time', () => {
		fc.assert(
			fc.property(
				fc.array(fc.string({ unit: 'grapheme', maxLength: 200 })),
				fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1 }),
				(writes, appetite) => {
					fc.pre(appetite.some((bytes) => bytes > 0));
					const taken: Buffer[] = [];
					let turn = 0;
					const queue = new InputQueue();
					const half = Math.floor(writes.length / 2);
					for (const text of writes.slice(0, half)) queue.write(text);
					queue.open((bytes) => {
						const size = Math.min(bytes.length, appetite[turn++ % appetite.length] ?? 0);
						taken.push(Buffer.from(bytes.subarray(0, size)));
						return size;
					});
					for (const text of writes.slice(half)) queue.write(text);
					vi.runAllTimers();
					expect(Buffer.concat(taken).toString()).toBe(writes.join(''));
					expect(queue.waitingBytes).toBe(0);
				},
			),
			{ numRuns: 200 },
		);
	});

	it('holds what comes before the line is open', () => {
		const sink = vi.fn((bytes: Buffer) => bytes.length);
		const queue = new InputQueue();
		expect(queue.write('early')).toBe('accepted');
		expect(queue.waitingBytes).toBe(5);
		queue.open(sink);
		expect(sink.mock.calls.map(([bytes]) => bytes.toString())).toEqual(['early']);
	});

	it('refuses the whole of what does not fit, and takes what does', () => {
		const queue = new InputQueue();
		expect(queue.write('x'.repeat(16 * 1024 * 1024 - 1))).toBe('accepted');
		expect(queue.write('yy')).toBe('full');
		expect(queue.write('y')).toBe('accepted');
	});

	it('asks a client that does not read ever more rarely', () => {
		const sink = vi.fn(() => 0);
		const queue = new InputQueue();
		queue.open(sink);
		queue.write('x');
		vi.advanceTimersByTime(10_000);
		expect(sink.mock.calls.length).toBeLessThan(400);
		queue.dispose();
		expect(vi.getTimerCount()).toBe(0);
	});

	it('drops the rest once nobody reads any more, and refuses more', () => {
		const queue = new InputQueue();
		queue.write('lost');
		queue.open(() => 'closed');
		expect(queue.waitingBytes).toBe(0);
		expect(queue.write('late')).toBe('ended');
	});
});
