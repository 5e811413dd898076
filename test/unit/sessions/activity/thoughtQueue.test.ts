import { describe, expect, it } from 'vitest';
import type { FusedThought } from '../../../../src/sessions/activity/state.ts';
import { type QueuedThought, ThoughtQueue } from '../../../../src/sessions/activity/thoughtQueue.ts';

const thought = (seq: number): FusedThought => ({ text: `thought ${seq}`, state: 'active', source: 'transcript', at: seq, seq });

function slow() {
	const delivered: QueuedThought[] = [];
	const queue = new ThoughtQueue(
		async (queued) => {
			await new Promise((resolve) => setImmediate(resolve));
			delivered.push(queued);
		},
		() => undefined,
	);
	return { queue, delivered };
}

describe('the queue of thoughts', () => {
	it('delivers in order and is empty before the end', async () => {
		const { queue, delivered } = slow();
		queue.push('a', thought(1));
		queue.push('b', thought(1));
		queue.push('c', thought(1));
		await queue.drain();
		expect(delivered.map(({ session }) => session)).toEqual(['a', 'b', 'c']);
		expect(queue.size).toBe(0);
	});

	it('keeps only the newest of each session while it waits', async () => {
		const { queue, delivered } = slow();
		for (let seq = 1; seq <= 100; seq++) queue.push('a', thought(seq));
		queue.push('a', thought(50));
		await queue.drain();
		expect(delivered.map(({ thought: { seq } }) => seq)).toEqual([100]);
	});

	it('never holds more than 256', async () => {
		const { queue, delivered } = slow();
		for (let session = 0; session < 300; session++) queue.push(`s${session}`, thought(1));
		expect(queue.size).toBe(256);
		expect(queue.dropped).toBe(44);
		await queue.drain();
		expect(delivered).toHaveLength(256);
	});

	it('goes on when one can’t be delivered', async () => {
		const errors: unknown[] = [];
		const delivered: string[] = [];
		const queue = new ThoughtQueue(
			async ({ session }) => {
				if (session === 'bad') throw new Error('disk full');
				delivered.push(session);
			},
			(error) => errors.push(error),
		);
		queue.push('bad', thought(1));
		queue.push('good', thought(1));
		await queue.drain();
		expect([delivered, errors.length]).toEqual([['good'], 1]);
	});
});
