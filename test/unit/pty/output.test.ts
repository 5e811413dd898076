import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OutputPipe } from '../../../src/pty/output.ts';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

function pipe() {
	const events: string[] = [];
	const valve = { pause: vi.fn(), resume: vi.fn() };
	const output = new OutputPipe({ valve, emit: (text) => events.push(text), now: () => Date.now() });
	return { events, valve, output };
}

describe('the output pipe', () => {
	it('says what was read, never with a split character, however it was cut and timed', () => {
		const pieces = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 6 })), { minLength: 1, maxLength: 200 });
		fc.assert(
			fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 500 }), pieces, (text, cuts) => {
				const { events, output } = pipe();
				const bytes = Buffer.from(text.repeat(20));
				let at = 0;
				for (let i = 0; at < bytes.length; i++) {
					const [size, wait] = cuts[i % cuts.length] ?? [1, 0];
					output.handleChunk(bytes.subarray(at, at + size));
					at += size;
					vi.advanceTimersByTime(wait);
				}
				output.finish();
				expect(events.join('')).toBe(bytes.toString());
				for (const event of events) expect(Buffer.from(event).toString()).toBe(event);
			}),
			{ numRuns: 100 },
		);
	});

	it('pauses on a burst and reads on by itself', () => {
		const { valve, output } = pipe();
		for (let i = 0; i < 16; i++) output.handleChunk(Buffer.alloc(64 * 1024, 'x'));
		expect(valve.pause).toHaveBeenCalledTimes(1);
		expect(valve.resume).not.toHaveBeenCalled();
		vi.advanceTimersByTime(100);
		expect(valve.resume).toHaveBeenCalledTimes(1);
		expect(output.pauses).toBe(1);
	});

	it('reads on at once, and without further pauses, when the client is ending', () => {
		const { valve, output } = pipe();
		for (let i = 0; i < 16; i++) output.handleChunk(Buffer.alloc(64 * 1024, 'x'));
		output.drain();
		expect(valve.resume).toHaveBeenCalledTimes(1);
		for (let i = 0; i < 16; i++) output.handleChunk(Buffer.alloc(64 * 1024, 'x'));
		expect(valve.pause).toHaveBeenCalledTimes(1);
	});

	it('leaves no timer behind', () => {
		const { output } = pipe();
		for (let i = 0; i < 32; i++) output.handleChunk(Buffer.alloc(64 * 1024, 'x'));
		output.handleChunk(Buffer.from('x'));
		output.finish();
		expect(vi.getTimerCount()).toBe(0);
	});
});
