/** Where facts about processes come from: `/proc` where there is one, else one `ps` for all. */
import { darwinProcesses } from './darwin.ts';
import type { ProcessFacts } from './facts.ts';
import { linuxProcesses } from './linux.ts';

export interface ProcessTable {
	get(pid: number): ProcessFacts | undefined;
	childrenOf(pid: number): readonly number[];
	pids(): readonly number[];
}

export interface ProcessSource {
	/** The processes now, or as of at most `maxAgeMs` ago where asking is expensive. */
	table(maxAgeMs?: number): Promise<ProcessTable>;
	/** Values of these variables only: an environment holds secrets, and nothing else of it is kept. */
	environment(pid: number, names: readonly string[]): Promise<Readonly<Record<string, string>>>;
	/** Paths of open files that pass. */
	openFiles(pid: number, accept: (path: string) => boolean): Promise<readonly string[]>;
	/** Whether this very process still runs. */
	isAlive(process: Pick<ProcessFacts, 'pid' | 'startTime'>): boolean;
}

export function openProcessSource(platform: NodeJS.Platform = process.platform): ProcessSource {
	return platform === 'linux' ? linuxProcesses() : darwinProcesses();
}

/** Breadth first from a process through its descendants, itself included. Bounded: a build can have thousands. */
export function* descendantsOf(table: ProcessTable, pid: number, limit = 200): Generator<ProcessFacts> {
	const waiting = [pid];
	const seen = new Set<number>();
	for (let next = waiting.shift(); next !== undefined && seen.size < limit; next = waiting.shift()) {
		if (seen.has(next)) continue;
		seen.add(next);
		const found = table.get(next);
		if (found) yield found;
		waiting.push(...table.childrenOf(next));
	}
}

export function existsNow(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
