/** Processes on Linux, read from `/proc` without starting anything. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { ProcessFacts } from './facts.ts';
import type { ProcessSource, ProcessTable } from './source.ts';

/** Field numbers of `/proc/<pid>/stat`, counted after the name in parentheses, which may contain anything. */
const PARENT_FIELD = 1;
const TERMINAL_FIELD = 4;
const START_FIELD = 19;
/** `/proc` is memory, and its files are small: reading them at once is cheaper than a round through the thread pool. */
const PROC = '/proc';

function text(path: string): string | undefined {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return undefined;
	}
}

function names(path: string): readonly string[] {
	try {
		return readdirSync(path);
	} catch {
		return [];
	}
}

function link(path: string): string | undefined {
	try {
		return readlinkSync(path);
	} catch {
		return undefined;
	}
}

function statOf(pid: number): readonly string[] | undefined {
	const stat = text(`${PROC}/${pid}/stat`);
	return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

export function readProcess(pid: number): ProcessFacts | undefined {
	const stat = statOf(pid);
	// A zombie has ended; it only waits to be noticed.
	if (!stat || stat[0] === 'Z') return undefined;
	const executable = link(`${PROC}/${pid}/exe`);
	return {
		pid,
		parentPid: Number(stat[PARENT_FIELD]),
		startTime: stat[START_FIELD] ?? '',
		terminal: stat[TERMINAL_FIELD] !== '0',
		argv: (text(`${PROC}/${pid}/cmdline`) ?? '').replace(/\0$/, '').split('\0'),
		...(executable && { executable }),
	};
}

/** Each thread lists the children it made. */
function childrenOf(pid: number): readonly number[] {
	return names(`${PROC}/${pid}/task`).flatMap((thread) =>
		(text(`${PROC}/${pid}/task/${thread}/children`) ?? '').split(' ').filter(Boolean).map(Number),
	);
}

const table: ProcessTable = {
	get: readProcess,
	childrenOf,
	pids: () =>
		names(PROC)
			.filter((name) => /^\d+$/.test(name))
			.map(Number),
};

export function linuxProcesses(): ProcessSource {
	return {
		table: async () => table,
		environment: async (pid, wanted) => {
			const found: Record<string, string> = {};
			for (const entry of (text(`${PROC}/${pid}/environ`) ?? '').split('\0')) {
				const name = entry.slice(0, entry.indexOf('='));
				if (wanted.includes(name)) found[name] = entry.slice(name.length + 1);
			}
			return found;
		},
		openFiles: async (pid, accept) =>
			names(`${PROC}/${pid}/fd`)
				.map((fd) => link(`${PROC}/${pid}/fd/${fd}`) ?? '')
				.filter(accept),
		isAlive: ({ pid, startTime }) => {
			const stat = statOf(pid);
			return stat !== undefined && stat[0] !== 'Z' && stat[START_FIELD] === startTime;
		},
	};
}
