/** Processes where there is no `/proc`: one `ps` for all of them, shared by everyone who asks within a short time. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ProcessFacts } from './facts.ts';
import { existsNow, type ProcessSource, type ProcessTable } from './source.ts';

const run = promisify(execFile);
/** Starting `ps` costs about 20 ms of processor time: at most this often. */
const SHARED_FOR_MS = 2_000;
const TIMEOUT_MS = 5_000;
const OUTPUT_LIMIT = 16 * 1024 * 1024;
/** pid, parent, terminal, then the start date of five words, then the command line. */
const LINE = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*)$/;

export function parsePs(output: string): ProcessTable {
	const processes = new Map<number, ProcessFacts>();
	const children = new Map<number, number[]>();
	for (const line of output.split('\n')) {
		const [, pid, parent, terminal, startTime, command] = LINE.exec(line) ?? [];
		if (!pid || !parent || !startTime) continue;
		// `ps` joins arguments with spaces: words are the best that can be had back.
		processes.set(Number(pid), {
			pid: Number(pid),
			parentPid: Number(parent),
			startTime: startTime.replaceAll(/\s+/g, ' '),
			terminal: !/^\?+$/.test(terminal ?? '?'),
			argv: (command ?? '').split(' '),
		});
		const siblings = children.get(Number(parent));
		if (siblings) siblings.push(Number(pid));
		else children.set(Number(parent), [Number(pid)]);
	}
	return { get: (pid) => processes.get(pid), childrenOf: (pid) => children.get(pid) ?? [], pids: () => [...processes.keys()] };
}

export function darwinProcesses(now: () => number = Date.now): ProcessSource {
	let last: { readonly at: number; readonly table: Promise<ProcessTable> } | undefined;
	let latest: ProcessTable | undefined;
	const ask = async () => {
		const { stdout } = await run('ps', ['-axww', '-o', 'pid=,ppid=,tty=,lstart=,command='], {
			timeout: TIMEOUT_MS,
			maxBuffer: OUTPUT_LIMIT,
			env: { ...process.env, LC_ALL: 'C' },
		});
		latest = parsePs(stdout);
		return latest;
	};
	return {
		table: (maxAgeMs = SHARED_FOR_MS) => {
			if (!last || now() - last.at > Math.max(maxAgeMs, SHARED_FOR_MS)) last = { at: now(), table: ask().catch(() => parsePs('')) };
			return last.table;
		},
		environment: async () => ({}),
		openFiles: async () => [],
		isAlive: ({ pid, startTime }) => existsNow(pid) && (latest?.get(pid)?.startTime ?? startTime) === startTime,
	};
}
