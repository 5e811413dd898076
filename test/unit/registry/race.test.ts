import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { bundleChild, draft, open, startChild, tempFolder } from './support.ts';

const PROCESSES = 4;
const WRITES = 5_000;
const RECORDS = 50;
const CLAIMS = 100;

interface Report {
	readonly won: readonly string[];
	readonly losers: readonly string[];
	readonly lostRaces: number;
	readonly problems: readonly unknown[];
}

test('4 processes write 5,000 times to the same 50 records: no update is lost, no read is torn, each action is won once', {
	timeout: 60_000,
}, async () => {
	const folder = await tempFolder();
	const registry = await open(folder);
	for (let index = 0; index < RECORDS; index++) await registry.create(draft(`race${index}`, { order: 0 }));

	const program = await bundleChild('raceWriter');
	const children = Array.from({ length: PROCESSES }, (_, index) =>
		startChild(program, [folder, `window-${index}`, String(WRITES / PROCESSES), String(RECORDS), String(CLAIMS)]),
	);
	await Promise.all(children.map((child) => once(child.stdout, 'data')));
	for (const child of children) child.stdin.write('go\n');
	const outputs = await Promise.all(children.map(async (child) => ({ out: await text(child.stdout), err: await text(child.stderr) })));
	expect(outputs.map(({ err }) => err)).toEqual(Array(PROCESSES).fill(''));
	const reports = outputs.map(({ out }) => JSON.parse(out) as Report);

	await registry.reload();
	const records = registry.list();
	expect(records).toHaveLength(RECORDS);
	expect(records.reduce((sum, record) => sum + (record.order ?? 0), 0)).toBe(WRITES);
	// Every write counted once in the revision, too: created as 1.
	expect(records.reduce((sum, record) => sum + record.revision - 1, 0)).toBe(WRITES);
	expect(reports.flatMap((report) => report.problems)).toEqual([]);
	expect(registry.problems).toEqual([]);

	const won = reports.flatMap((report) => report.won);
	expect(won).toHaveLength(CLAIMS);
	expect(new Set(won).size).toBe(CLAIMS);
	expect(reports.flatMap((report) => report.losers)).toHaveLength(CLAIMS * (PROCESSES - 1));
});
