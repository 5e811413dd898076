/** What the extension costs every window: its size, the time until activate() first gives way, and the memory it takes. */
import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

const execute = promisify(execFile);
/** Odd, so that the median is a measured value; enough to be stable on a busy machine. */
const RUNS = 15;

interface Measurement {
	readonly loadMs: number;
	readonly activateMs: number;
	readonly rssKb: number;
	readonly heapKb: number;
}

const bundle = process.env.SHOAL_BENCH_BUNDLE;
if (!bundle) throw new Error('Run it with: npm run bench -- extension');

/** Each run is a process of its own: a second activation in the same one would find everything compiled. */
async function measure(file: string): Promise<Measurement> {
	const probe = path.join(import.meta.dirname, 'extension.probe.cjs');
	// A socket that is not there: nothing is observed, so that only the extension itself is measured.
	const env = { ...process.env, SHOAL_TMUX_SOCKET: path.join(tmpdir(), 'none.sock') };
	const { stdout } = await execute(process.execPath, ['--expose-gc', probe, file], { env }).catch((error: { stderr?: string }) => {
		// Node prints the whole line of the bundle that failed, which is all of it.
		throw new Error(
			`The bundle did not activate: ${error.stderr
				?.split('\n')
				.filter((line) => line.length < 300)
				.join('\n')}`,
		);
	});
	return JSON.parse(stdout);
}

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const runs: Measurement[] = [];
for (let run = 0; run < RUNS; run += 1) runs.push(await measure(bundle));
const middle = (key: keyof Measurement) => median(runs.map((run) => run[key]));
const line = (what: string, value: string) => console.log(`${what.padEnd(48)} ${value}`);

line(
	'bundle, minified',
	`${(statSync(bundle).size / 1000).toFixed(1)} KB (gzip ${(gzipSync(readFileSync(bundle)).length / 1000).toFixed(1)} KB)`,
);
line(`load of the bundle, median of ${RUNS}`, `${middle('loadMs').toFixed(1)} ms`);
line(`activate() up to its first await, median of ${RUNS}`, `${middle('activateMs').toFixed(2)} ms`);
line('memory after activation, resident', `${(middle('rssKb') / 1024).toFixed(1)} MB more`);
line('memory after activation, heap', `${(middle('heapKb') / 1024).toFixed(2)} MB more`);
