/** The agents we know, in the order in which they are offered. */
import type { AgentAdapter, AgentKind } from './adapter.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { gemini } from './gemini.ts';
import { readGenericScreen } from './generic.ts';
import { opencode } from './opencode.ts';
import type { ProcessFacts } from './process/facts.ts';
import type { ScreenFacts, ScreenReading } from './screen/reading.ts';

export type KnownAgent = Exclude<AgentKind, 'other'>;

export const agents: Readonly<Record<KnownAgent, AgentAdapter>> = { claude, codex, gemini, opencode, copilot };

const all = Object.values(agents);

/** A first guess from the foreground command alone; a wrapper hides the agent from it, so the process decides. */
export function agentOfCommand(command: string): AgentKind {
	return all.find((agent) => agent.recognises(command))?.kind ?? 'other';
}

export function agentOfProcess(process: ProcessFacts): AgentKind {
	return all.find((agent) => agent.recogniseProcess(process))?.kind ?? 'other';
}

export function agentOfScreen(screen: ScreenFacts): AgentKind {
	return all.find((agent) => agent.recogniseScreen(screen))?.kind ?? 'other';
}

export function adapterOf(kind: AgentKind): AgentAdapter | undefined {
	return kind === 'other' ? undefined : agents[kind];
}

export function readScreen(kind: AgentKind, screen: ScreenFacts): ScreenReading {
	return adapterOf(kind)?.readScreen(screen) ?? readGenericScreen(screen);
}
