import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { silentLogger } from '../../../src/base/logger.ts';
import { layoutOf } from '../../../src/registry/paths.ts';
import { Problems } from '../../../src/registry/problems.ts';
import { RecordStore } from '../../../src/registry/store.ts';
import { bundleChild, draft, idsOf, open, PROJECT, startChild, tempFolder } from './support.ts';

const KILLS = 500;
/** Several at a time, so that the dead leave locks to the living and the whole takes seconds. */
const AT_ONCE = 4;
/** After so many nobody is alive for a moment, and everything is looked at. */
const PER_ROUND = 50;
/** A writer changes something about every 2 ms: the kill falls anywhere in a write, early or late in the writer's life. */
const LONGEST_LIFE_MS = 20;
const LONGEST_START_MS = 80;
const STEADY = Array.from({ length: 6 }, (_, index) => `steady${index}`);
const MOVING = Array.from({ length: 3 }, (_, index) => `moving${index}`);

test('a writer killed 500 times at random moments loses no record, tears none and takes back nothing it acknowledged', {
	timeout: 120_000,
}, async () => {
	const seed = Math.floor(Math.random() * 1e9);
	console.log(`crash test: seed ${seed}`);
	const folder = await tempFolder();
	const acknowledged = new Map<string, number>();
	const registry = await open(folder);
	for (const id of [...STEADY, ...MOVING]) await registry.create(draft(id));
	registry.dispose();

	const program = await bundleChild('crashWriter');
	let acknowledgements = 0;
	for (let round = 0; round < KILLS / PER_ROUND; round++) {
		let next = round * PER_ROUND;
		const last = next + PER_ROUND;
		const killing = Array.from({ length: AT_ONCE }, async () => {
			while (next < last) await killOne(seed + next++);
		});
		await Promise.all(killing);
		await verifyAll();
	}
	console.log(`crash test: ${KILLS} kills, ${acknowledgements} acknowledged writes`);
	expect(acknowledgements).toBeGreaterThan(KILLS);

	async function killOne(writerSeed: number): Promise<void> {
		const child = startChild(program, [folder, String(writerSeed), STEADY.join(','), MOVING.join(',')]);
		let buffered = '';
		let errors = '';
		child.stderr.on('data', (chunk) => {
			errors += chunk;
		});
		child.stdout.on('data', (chunk) => {
			const lines = `${buffered}${chunk}`.split('\n');
			buffered = lines.pop() ?? '';
			for (const line of lines) {
				const [id = '', revision] = line.split(' ');
				acknowledged.set(id, Math.max(acknowledged.get(id) ?? 0, Number(revision)));
				acknowledgements++;
			}
		});
		// Some die while they still start.
		if (writerSeed % 5 !== 0) await once(child.stdout, 'data');
		await sleep(Math.random() * (writerSeed % 5 === 0 ? LONGEST_START_MS : LONGEST_LIFE_MS));
		child.kill('SIGKILL');
		await once(child, 'close');
		expect(errors).toBe('');
		await verifySteady();
	}

	/** While other writers go on: what was acknowledged before the look is the least that has to be there. */
	async function verifySteady(): Promise<void> {
		const promised = new Map(acknowledged);
		const store = new RecordStore(layoutOf(folder), new Problems(silentLogger));
		const place = { project: PROJECT, archived: false };
		for (const id of STEADY) {
			const stored = await store.read(place, id);
			expect(stored?.record.revision, id).toBeGreaterThanOrEqual(promised.get(id) ?? 1);
			const [filler = '', length = '0'] = (stored?.record.pause?.note ?? ':0').split(':');
			expect(filler).toHaveLength(Number(length));
		}
	}

	async function verifyAll(): Promise<void> {
		const view = await open(folder);
		const everywhere = [...idsOf(view.list()), ...idsOf(await view.listArchive())];
		expect(everywhere.sort()).toEqual([...STEADY, ...MOVING].sort());
		expect(view.problems).toEqual([]);
		// Nobody is left to hold anything: every record can be written at once.
		for (const id of STEADY) acknowledged.set(id, (await view.update(id, (record) => ({ ...record, lastSeenAt: Date.now() }))).revision);
		expect(await readdir(join(folder, 'locks')).then((names) => names.filter((name) => name.startsWith('session.steady')))).toEqual([]);
		view.dispose();
	}
});
