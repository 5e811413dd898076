/** What is known of one agent by now: its activity with the evidence for it, and everything else that a row shows. */
import type { AgentKind } from '../../agents/adapter.ts';
import type { ProposedEdit, ToolCall } from '../../agents/call.ts';
import type { Decision } from '../../agents/screen/reading.ts';
import type { Reading, Usage } from '../../agents/signals.ts';
import type { Activity, Evidence, EvidenceSource } from '../session.ts';

/** How long it has waited for the user. */
export type Rest = 'active' | 'drowsy' | 'sleeping' | 'deepSleep';

/** `active`: it does this now; `holding`: nothing newer is known; `sleeping`: it waits for the user. */
export type ThoughtState = 'active' | 'holding' | 'sleeping';

export interface FusedThought {
	readonly text: string;
	readonly state: ThoughtState;
	readonly source: EvidenceSource;
	readonly at: number;
	/** Grows with every new text: an older one never takes a newer one's place. */
	readonly seq: number;
}

export interface Objective {
	readonly text: string;
	/** Kept until the text changes again. */
	readonly changedAt: number;
}

export interface PendingDecision extends Decision {
	readonly askedAt: number;
	/** What the agent says the command is for. */
	readonly purpose?: string;
	/** The changes to files that are asked about, as the agent wrote them; absent where only the screen's excerpt (`diff`) is known. */
	readonly edits?: readonly ProposedEdit[];
}

export interface Turn {
	readonly phase: 'started' | 'ended' | 'failed' | 'interrupted';
	readonly at: number;
	readonly error?: string;
}

/** The last word of each source. Kept apart from the verdict, so that it can be reached again when one of them changes. */
export interface Memory {
	readonly status?: Reading;
	readonly title?: Reading;
	readonly screen?: Reading;
	readonly turn?: Turn;
	/** When the strongest source last changed its word: older screens show the past. */
	readonly ownerChangedAt: number;
	readonly outputAt?: number;
	readonly shellInFront: boolean;
	/** Calls of tools that have not come back. One of them may be what is asked about; which ones wait, the calls can't tell. */
	readonly calls: readonly ToolCall[];
	/** Calls that hooks told of, the newest last. Nobody tells of their end: only a dialog that shows one brings it up. */
	readonly hooked: readonly ToolCall[];
}

export interface ActivityState {
	readonly agent: AgentKind;
	readonly process?: { readonly pid: number; readonly startTime: string };
	readonly activity: Activity;
	readonly evidence: Evidence;
	/** When this activity began, in milliseconds since the epoch. */
	readonly since: number;
	readonly rest: Rest;
	readonly waitingSince?: number;
	readonly thought?: FusedThought;
	readonly objective?: Objective;
	readonly usage?: Usage;
	readonly decision?: PendingDecision;
	/** Sub-agents at work. They are shown and never move the state. */
	readonly delegations: number;
	readonly backgroundShell: boolean;
	readonly conversation?: { readonly id: string; readonly file?: string; readonly name?: string };
	readonly lastEditAt?: number;
	readonly lastCommitAt?: number;
	/** It changed files since the last commit, and rests. */
	readonly commitCandidate: boolean;
	readonly ended?: 'exited' | 'pane-dead';
	/** When to fuse a `tick` because time alone changes something. */
	readonly dueAt?: number;
	readonly memory: Memory;
}

export function nothingKnown(observation: string, at: number): Evidence {
	return { source: 'none', observation, at, confidence: 'none' };
}

export function initialState(now: number): ActivityState {
	return {
		agent: 'other',
		activity: 'unknown',
		evidence: nothingKnown('no signal has come yet', now),
		since: now,
		rest: 'active',
		delegations: 0,
		backgroundShell: false,
		commitCandidate: false,
		memory: { ownerChangedAt: 0, shellInFront: false, calls: [], hooked: [] },
	};
}
