/** The agents we know, in the order in which they are offered. */
import type { AgentAdapter, AgentKind } from './adapter.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';

export type KnownAgent = Exclude<AgentKind, 'other'>;

export const agents: Readonly<Record<KnownAgent, AgentAdapter>> = { claude, codex };

export function agentOfCommand(command: string): AgentKind {
	return Object.values(agents).find((agent) => agent.recognises(command))?.kind ?? 'other';
}
