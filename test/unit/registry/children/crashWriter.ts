/** Changes records as fast as it can and says after each change what is now on disk, until it is killed. */
import { silentLogger } from '../../../../src/base/logger.ts';
import { openRegistry } from '../../../../src/registry/registry.ts';

const [folder = '', seed = '1', ids = '', movingIds = ''] = process.argv.slice(2);
const registry = await openRegistry({ folder, logger: silentLogger, windowId: `writer-${seed}` });
const steady = ids.split(',');
const moving = movingIds.split(',');
let state = Number(seed);

for (;;) {
	const id = pick(steady);
	const { revision } = await registry.update(id, (record) => {
		// Of changing length, and provably whole.
		const filler = 'x'.repeat((record.revision * 37) % 5_000);
		return { ...record, pause: { note: `${filler}:${filler.length}`, at: record.revision } };
	});
	process.stdout.write(`${id} ${revision}\n`);
	if (random() < 0.3) {
		const movingId = pick(moving);
		if (!(await registry.archive(movingId))) await registry.restore(movingId);
	}
}

function pick(from: readonly string[]): string {
	return from[Math.floor(random() * from.length)] ?? '';
}

/** mulberry32 */
function random(): number {
	state = (state + 0x6d2b79f5) | 0;
	let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
	mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
	return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
}
