/** Which agents this machine has: the programs that a spawn would run, looked up in the same way. */
import { agents, type KnownAgent } from '../agents/catalog.ts';
import { findProgram } from '../agents/program.ts';

export async function installedAgents(programOf: (agent: KnownAgent) => string): Promise<readonly KnownAgent[]> {
	const kinds = Object.keys(agents) as KnownAgent[];
	const found = await Promise.all(kinds.map((kind) => findProgram(programOf(kind))));
	return kinds.filter((_, index) => found[index] !== undefined);
}
