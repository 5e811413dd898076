/** Load of many records and one save, beside the way it is usually done: one JSON file, written whole. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLogger } from '../../src/base/logger.ts';
import { writeAtomic } from '../../src/registry/files.ts';
import { projectKey } from '../../src/registry/paths.ts';
import type { RecordDraft } from '../../src/registry/record.ts';
import { openRegistry } from '../../src/registry/registry.ts';

const COUNTS = [10, 100, 1_000];
const PROJECTS = 8;
const LOADS = 15;
const SAVES = 200;
/** What the tree may wait for before it shows its rows. */
const LOAD_LIMIT_MS = 100;
/** Medians taken in turns differ by a few percent; one file written whole takes several times longer for a hundred times the records. */
const SAVE_GROWTH_LIMIT = 1.3;
const SETTLE_MS = 1_000;

function makeDraft(index: number): RecordDraft {
	const folder = `/home/someone/projects/project-${index % PROJECTS}`;
	const name = `shoal-project-${index % PROJECTS}-${index}`;
	return {
		id: `bench${index.toString(36).padStart(8, '0')}`,
		name,
		project: projectKey(folder),
		folder,
		agent: 'claude',
		lifecycle: 'stopped',
		createdAt: 1_700_000_000_000 + index,
		lastSeenAt: 1_700_000_000_000 + index,
		host: {
			kind: 'tmux',
			socket: 'default',
			sessionId: `$${index}`,
			name,
			created: 1_700_000_000,
			server: { pid: 4242, startTime: 1_700_000_000 },
		},
		conversationId: '2f1c1b0e-6a52-4d1e-9d35-6f2f1f6f7f10',
		ownership: { session: 'created', worktree: 'created', branch: 'created' },
		issueId: String(index % 50),
		branch: `agent/${name}`,
		worktree: `${folder}-worktrees/${name}`,
		overrides: { model: 'large', permissionMode: 'plan', env: { LANG: 'C.UTF-8' } },
		stop: { cause: 'startup_missing_tmux', at: 1_700_000_000_000, reported: true },
		thought: { text: 'Running the tests of the payment module before the last commit', at: 1_700_000_000_000 },
	};
}

async function timed(work: () => Promise<unknown>): Promise<number> {
	const start = performance.now();
	await work();
	return performance.now() - start;
}

function median(times: readonly number[]): number {
	return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

interface Contender {
	readonly count: number;
	readonly load: () => Promise<unknown>;
	readonly save: () => Promise<unknown>;
	readonly close: () => Promise<unknown>;
	readonly loads: number[];
	readonly saves: number[];
}

async function filePerSession(root: string, count: number): Promise<Contender> {
	const options = { folder: join(root, String(count)), logger: silentLogger, windowId: 'bench' };
	const registry = await openRegistry(options);
	for (let index = 0; index < count; index++) await registry.create(makeDraft(index));
	const load = async () => {
		const loaded = await openRegistry(options);
		if (loaded.list().length !== count || loaded.problems.length > 0) throw new Error('not everything was loaded');
		loaded.dispose();
	};
	let order = 0;
	const save = () => registry.update(makeDraft(0).id, (record) => ({ ...record, order: order++ }));
	return { count, load, save, close: () => registry.close(5_000), loads: [], saves: [] };
}

async function oneFile(root: string, count: number): Promise<Contender> {
	const path = join(root, `${count}.json`);
	let all = Array.from({ length: count }, (_, index) => ({ ...makeDraft(index), schemaVersion: 1, revision: 1, order: 0 }));
	const save = () => {
		all = all.map((record, index) => (index === 0 ? { ...record, order: record.order + 1 } : record));
		return writeAtomic(path, JSON.stringify(all));
	};
	await save();
	return { count, load: async () => JSON.parse(await readFile(path, 'utf8')), save, close: async () => undefined, loads: [], saves: [] };
}

const root = await mkdtemp(join(tmpdir(), 'shoal-registry-bench-'));
try {
	const ours = await Promise.all(COUNTS.map((count) => filePerSession(root, count)));
	const theirs = await Promise.all(COUNTS.map((count) => oneFile(root, count)));
	const all = [...ours, ...theirs];
	// The makers look once more through what they made; that is not part of what is measured.
	await sleep(SETTLE_MS);
	// In turns, so that whatever else the machine does falls on all of them alike.
	for (let round = 0; round < LOADS; round++) for (const one of all) one.loads.push(await timed(one.load));
	await sleep(SETTLE_MS);
	for (let round = 0; round < SAVES; round++) for (const one of all) one.saves.push(await timed(one.save));
	for (const one of all) await one.close();

	const ms = (times: readonly number[]) => `${median(times).toFixed(2)} ms`.padStart(10);
	console.log('registry: medians; "one file" is all records in one JSON file, not checked, written whole and as safely');
	for (const [index, { count, loads, saves }] of ours.entries()) {
		const other = theirs[index];
		const beside = (times: readonly number[] = []) => `(one file ${ms(times)})`;
		const load = `load ${ms(loads)}  ${beside(other?.loads)}`;
		const save = `one save ${ms(saves)}  ${beside(other?.saves)}`;
		console.log(`registry: ${String(count).padStart(5)} records  ${load}   ${save}`);
	}
	const load = median(ours.at(-1)?.loads ?? []);
	const growth = median(ours.at(-1)?.saves ?? []) / median(ours[0]?.saves ?? []);
	const verdict = (good: boolean) => (good ? 'ok' : 'NOT MET');
	console.log(`registry: load of ${COUNTS.at(-1)} records under ${LOAD_LIMIT_MS} ms: ${verdict(load < LOAD_LIMIT_MS)}`);
	console.log(
		`registry: a save does not grow with the number of records (x${growth.toFixed(2)} from ${COUNTS[0]} to ${COUNTS.at(-1)}): ${verdict(growth < SAVE_GROWTH_LIMIT)}`,
	);
	if (!(load < LOAD_LIMIT_MS && growth < SAVE_GROWTH_LIMIT)) process.exitCode = 1;
} finally {
	await rm(root, { recursive: true, force: true });
}
