import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PtyActor } from '../../../src/pty/actor.ts';
import type { PtySize } from '../../../src/pty/process.ts';
import { eventually, LIMIT_MS, loader, outputHolding, TmuxHarness } from './harness.ts';

let harness: TmuxHarness;
beforeEach(async () => {
	harness = await TmuxHarness.create();
	await harness.session('a');
});
afterEach(() => harness.dispose());

const sizeIs = (size: string) => eventually(async () => (await harness.clients()).some((client) => client.endsWith(` ${size}`)));

describe('resize', () => {
	it('a storm of 200 in a second ends at the last size', async () => {
		const actor = harness.open('a');
		await actor.attached();
		await new Promise<void>((resolve) => {
			let count = 0;
			const timer = setInterval(() => {
				count++;
				actor.resize({ columns: 60 + (count % 50), rows: 20 + (count % 17) });
				if (count < 200) return;
				clearInterval(timer);
				actor.resize({ columns: 133, rows: 37 });
				resolve();
			}, 5);
		});
		await sizeIs('133x37');
		expect(actor.size).toEqual({ columns: 133, rows: 37 });
	});

	it('a size that comes before the client starts is the one it starts with', async () => {
		const actor = harness.open('a');
		actor.resize({ columns: 91, rows: 31 });
		await actor.attached();
		expect(await harness.clients()).toEqual([`${actor.pid} 91x31`]);
	});

	it('the same size again, and sizes within one turn, do not reach the client', async () => {
		const sent: PtySize[] = [];
		const actor = new PtyActor({
			key: 'counted',
			command: harness.attachCommand('a'),
			load: async () => {
				const support = await loader.load();
				if (support.kind !== 'loaded') return support;
				const spawn: typeof support.spawn = (command, size) => {
					const child = support.spawn(command, size);
					const resize = (next: PtySize) => {
						sent.push(next);
						child.resize(next);
					};
					return { ...child, resize };
				};
				return { kind: 'loaded', spawn };
			},
		});
		await actor.attached();
		for (let columns = 50; columns <= 100; columns++) actor.resize({ columns, rows: 30 });
		await sizeIs('100x30');
		actor.resize({ columns: 100, rows: 30 });
		await sizeIs('100x30');
		actor.resize({ columns: 101, rows: 30 });
		await sizeIs('101x30');
		expect(sent).toEqual([
			{ columns: 100, rows: 30 },
			{ columns: 101, rows: 30 },
		]);
		await actor.detach();
	});

	it('sizes no terminal can have do no harm', async () => {
		const actor = harness.open('a');
		await actor.attached();
		actor.resize({ columns: 0, rows: -3 });
		await sizeIs('2x2');
		actor.resize({ columns: Number.NaN, rows: Number.NaN });
		await sizeIs('80x24');
		actor.resize({ columns: 120.7, rows: 40.2 });
		await sizeIs('120x40');
		const echoed = outputHolding(actor, 'still here', LIMIT_MS);
		actor.write('still here');
		await echoed;
	});
});
