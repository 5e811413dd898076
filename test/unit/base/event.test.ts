import { describe, expect, it } from 'vitest';
import { DisposableList, toDisposable } from '../../../src/base/disposable.ts';
import { Emitter, nextEvent } from '../../../src/base/event.ts';
import { TimeoutError, withTimeout } from '../../../src/base/timeout.ts';

describe('an emitter', () => {
	it('tells every listener, also when one throws', () => {
		const errors: unknown[] = [];
		const emitter = new Emitter<number>((error) => errors.push(error));
		const heard: number[] = [];
		emitter.event(() => {
			throw new Error('broken listener');
		});
		emitter.event((value) => heard.push(value));
		emitter.fire(1);
		expect(heard).toEqual([1]);
		expect(errors).toHaveLength(1);
	});

	it('does not tell a listener that has left, also during a call', () => {
		const emitter = new Emitter<number>();
		const heard: number[] = [];
		const subscription = emitter.event((value) => heard.push(value));
		emitter.fire(1);
		subscription.dispose();
		emitter.fire(2);
		expect(heard).toEqual([1]);
	});

	it('can be awaited, until the signal says stop', async () => {
		const emitter = new Emitter<number>();
		const next = nextEvent(emitter.event, AbortSignal.timeout(1000), (value) => value > 1);
		emitter.fire(1);
		emitter.fire(2);
		expect(await next).toBe(2);
		await expect(nextEvent(emitter.event, AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
	});
});

describe('a disposable list', () => {
	it('ends its members in reverse order, once', () => {
		const ended: number[] = [];
		const list = new DisposableList();
		for (const n of [1, 2, 3]) list.add(toDisposable(() => ended.push(n)));
		list.dispose();
		list.dispose();
		expect(ended).toEqual([3, 2, 1]);
	});

	it('ends at once what is added after its end', () => {
		const list = new DisposableList();
		list.dispose();
		let ended = false;
		list.add(toDisposable(() => (ended = true)));
		expect(ended).toBe(true);
	});
});

describe('a time limit', () => {
	it('passes on what came in time', async () => {
		expect(await withTimeout(Promise.resolve(1), 1000, 'the answer')).toBe(1);
	});

	it('says what took too long', async () => {
		await expect(withTimeout(new Promise(() => {}), 1, 'the answer')).rejects.toThrow(TimeoutError);
		await expect(withTimeout(new Promise(() => {}), 1, 'the answer')).rejects.toThrow('the answer took longer than 1 ms');
	});
});
