/** The processes of a session: who they are, and how they are ended for certain without ever hitting another one. */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { baseName, type ProcessFacts, programOf } from '../../agents/process/facts.ts';
import { descendantsOf, type ProcessSource, type ProcessTable } from '../../agents/process/source.ts';
import type { ProcessSummary } from '../outcome.ts';

/** A build may start thousands; past this it is not a tree that a person meant. */
const MOST_PROCESSES = 5_000;
/** Programs clean up within a second or two of being asked. */
const POLITE_MS = 2_000;
/** The kernel ends what it is told to end at once, unless it waits for a disk. */
const KILL_MS = 2_000;
const LOOK_EVERY_MS = 20;
/** Session id in `/proc/<pid>/stat`, counted after the name. */
const SESSION_FIELD = 3;

/** Everything below these processes, and what left the tree but still belongs to their terminals. */
export async function treeOf(source: ProcessSource, roots: readonly number[]): Promise<readonly ProcessFacts[]> {
	const table = await source.table(0);
	const found = new Map<number, ProcessFacts>();
	for (const root of roots) for (const process of descendantsOf(table, root, MOST_PROCESSES)) found.set(process.pid, process);
	for (const orphan of ofTerminals(table, new Set(roots))) {
		for (const process of descendantsOf(table, orphan, MOST_PROCESSES)) found.set(process.pid, process);
	}
	found.delete(process.pid);
	return [...found.values()];
}

/** A pane's first process leads a session of processes; who was left by its parent stays in it. */
function ofTerminals(table: ProcessTable, leaders: ReadonlySet<number>): readonly number[] {
	if (process.platform !== 'linux') return [];
	return table.pids().filter((pid) => leaders.has(sessionOf(pid) ?? -1));
}

function sessionOf(pid: number): number | undefined {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[SESSION_FIELD]);
	} catch {
		return undefined;
	}
}

/** Ends what is still there of the tree: asks, then makes it. Returns who could not be ended. */
export async function endTree(
	source: ProcessSource,
	tree: readonly ProcessFacts[],
	politeMs = POLITE_MS,
): Promise<readonly ProcessFacts[]> {
	let left = await goneWithin(source, tree, politeMs);
	for (const [signal, limitMs] of [['SIGTERM', politeMs] as const, ['SIGKILL', KILL_MS] as const]) {
		if (left.length === 0) return [];
		// Who is asked to end may have started others meanwhile.
		left = await withOffspring(source, left);
		for (const process of left) signalOne(source, process, signal);
		left = await goneWithin(source, left, limitMs);
	}
	return left;
}

async function withOffspring(source: ProcessSource, processes: readonly ProcessFacts[]): Promise<readonly ProcessFacts[]> {
	const table = await source.table(0);
	const all = new Map<number, ProcessFacts>();
	for (const { pid } of processes) for (const found of descendantsOf(table, pid, MOST_PROCESSES)) all.set(found.pid, found);
	return [...all.values()];
}

/** The start time is looked at right before: a pid that was given out again is somebody else. */
function signalOne(source: ProcessSource, { pid, startTime }: ProcessFacts, signal: NodeJS.Signals): void {
	if (!source.isAlive({ pid, startTime })) return;
	try {
		process.kill(pid, signal);
	} catch {
		// It ended in between, or belongs to somebody else; the look that follows tells.
	}
}

async function goneWithin(source: ProcessSource, processes: readonly ProcessFacts[], limitMs: number): Promise<readonly ProcessFacts[]> {
	const deadline = performance.now() + limitMs;
	for (;;) {
		const left = processes.filter((process) => source.isAlive(process));
		if (left.length === 0 || performance.now() > deadline) return left;
		await delay(LOOK_EVERY_MS);
	}
}

export function summaryOf(process: ProcessFacts): ProcessSummary & { readonly parentPid: number; readonly commandLine: string } {
	return { pid: process.pid, name: baseName(programOf(process)), parentPid: process.parentPid, commandLine: process.argv.join(' ') };
}
