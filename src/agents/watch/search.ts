/** Finds the agent among the processes of a pane, and agents that are in no pane at all. */
import type { AgentKind } from '../adapter.ts';
import { agentOfProcess } from '../catalog.ts';
import type { ProcessFacts } from '../process/facts.ts';
import { descendantsOf, type ProcessTable } from '../process/source.ts';

export interface FoundAgent {
	readonly agent: AgentKind;
	readonly process: ProcessFacts;
}

/** Nearest to the pane's own process: shells and wrappers lie above the agent, its tools and servers below. */
export function agentInPane(table: ProcessTable, panePid: number): FoundAgent | undefined {
	for (const process of descendantsOf(table, panePid)) {
		const agent = agentOfProcess(process);
		if (agent !== 'other') return { agent, process };
	}
	return undefined;
}

/** Parents upwards, nearest first; ends at the first process or at a loop in a table that changed meanwhile. */
export function ancestorsOf(table: ProcessTable, pid: number): readonly number[] {
	const found: number[] = [];
	for (let next = table.get(pid)?.parentPid ?? 0; next > 1 && !found.includes(next); next = table.get(next)?.parentPid ?? 0)
		found.push(next);
	return found;
}

/** Remembers which pids were looked at, so that a look around costs one listing and the new processes only. */
export class NativeSearch {
	#seen = new Map<number, FoundAgent | undefined>();

	look(table: ProcessTable, panePids: ReadonlySet<number>): readonly (FoundAgent & { readonly ancestors: readonly number[] })[] {
		const pids = table.pids();
		const seen = new Map<number, FoundAgent | undefined>();
		for (const pid of pids) seen.set(pid, this.#seen.has(pid) ? this.#seen.get(pid) : this.#identify(table, pid));
		this.#seen = seen;
		const found = [...seen.values()].filter((agent) => agent !== undefined);
		return found.flatMap((agent) => {
			const current = table.get(agent.process.pid);
			// A pid that was used again is looked at anew the next time.
			if (current?.startTime !== agent.process.startTime) {
				this.#seen.delete(agent.process.pid);
				return [];
			}
			const ancestors = ancestorsOf(table, agent.process.pid);
			if ([agent.process.pid, ...ancestors].some((pid) => panePids.has(pid))) return [];
			// An agent below another agent is its tool or its own worker.
			if (ancestors.some((pid) => seen.get(pid) !== undefined)) return [];
			return [{ ...agent, ancestors }];
		});
	}

	#identify(table: ProcessTable, pid: number): FoundAgent | undefined {
		const process = table.get(pid);
		if (!process?.terminal) return undefined;
		const agent = agentOfProcess(process);
		return agent === 'other' ? undefined : { agent, process };
	}
}
