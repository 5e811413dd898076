/** One of several processes that write to the same records and try for the same claims; waits for a line, prints what it did. */
import { once } from 'node:events';
import { silentLogger } from '../../../../src/base/logger.ts';
import type { ClaimAction } from '../../../../src/registry/claims.ts';
import { openRegistry } from '../../../../src/registry/registry.ts';

const [folder = '', name = '', writes = '0', records = '0', claims = '0'] = process.argv.slice(2);
const ACTIONS: readonly ClaimAction[] = ['resume', 'answer', 'adopt', 'archive'];
const registry = await openRegistry({ folder, logger: silentLogger, windowId: name });
process.stdout.write('ready\n');
await once(process.stdin, 'data');

const won: string[] = [];
const losers: string[] = [];
let lostRaces = 0;
for (let index = 0; index < Number(writes); index++) {
	const id = `race${Math.floor(Math.random() * Number(records))}`;
	if (index % 5 === 0) {
		// The other way to write: from the list, refused where it is out of date, and tried again from there.
		for (;;) {
			const seen = registry.get(id);
			if (!seen) throw new Error(`${id} is not in the list`);
			const stored = await registry.save({ ...seen, order: (seen.order ?? 0) + 1 }).catch((error) => {
				if (error.reason !== 'lost-race') throw error;
				lostRaces++;
				return undefined;
			});
			if (stored) break;
			await registry.reload();
		}
	} else {
		await registry.update(id, (record) => ({ ...record, order: (record.order ?? 0) + 1 }));
	}
	if (index < Number(claims)) {
		const action = ACTIONS[index % ACTIONS.length] ?? 'resume';
		const result = await registry.claim(`race${index % 10}`, action, `key-${index}`);
		if (result.outcome === 'won') won.push(`${action} ${index}`);
		else losers.push(result.by.window);
	}
}
registry.dispose();
process.stdout.write(`${JSON.stringify({ won, losers, lostRaces, problems: registry.problems })}\n`);
process.stdin.destroy();
