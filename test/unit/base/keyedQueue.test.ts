import { expect, test } from 'vitest';
import { KeyedQueue } from '../../../src/base/keyedQueue.ts';

test('work of one key takes turns, in order, also after a failure; other keys do not wait', async () => {
	const queue = new KeyedQueue();
	const log: string[] = [];
	const work = (name: string, ms: number) => async () => {
		log.push(`${name} begins`);
		await new Promise((resolve) => setTimeout(resolve, ms));
		log.push(`${name} ends`);
		return name;
	};
	const first = queue.run('a', work('first', 20));
	const failing = queue.run('a', () => Promise.reject(new Error('no')));
	const second = queue.run('a', work('second', 1));
	const other = queue.run('b', work('other', 1));
	await expect(failing).rejects.toThrow('no');
	expect(await Promise.all([first, second, other])).toEqual(['first', 'second', 'other']);
	expect(log).toEqual(['first begins', 'other begins', 'other ends', 'first ends', 'second begins', 'second ends']);
	await queue.idle();
});
