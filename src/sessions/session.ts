/** The vocabulary of Shoal: what a session is, what can be known of it, and how sure we are. Read this first. */
import type { AgentKind } from '../agents/adapter.ts';
import type { Usage } from '../agents/signals.ts';
import { newSessionId as newRecordId } from '../registry/record.ts';
import type { SessionTarget } from '../tmux/model.ts';
import type { Objective, PendingDecision, Rest, ThoughtState } from './activity/state.ts';

declare const sessionIdBrand: unique symbol;

/** Made once, kept for life: written on the tmux session (`@shoal_id`), so renames, reloads and other windows keep it. */
export type SessionId = string & { readonly [sessionIdBrand]: true };

/** Long enough to be unique, made of characters that any file name and tmux option can hold. */
const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{5,63}$/;

export function newSessionId(): SessionId {
	return newRecordId() as SessionId;
}

/** Text found on a tmux session is data from outside: only what has the shape of an id counts as one. */
export function asSessionId(text: string): SessionId | undefined {
	return SESSION_ID.test(text) ? (text as SessionId) : undefined;
}

/** A process outside of tmux carries no mark: its pid and start time are its identity. */
export function nativeSessionId(pid: number, startTime: string): SessionId {
	return `native-${pid}-${startTime.replaceAll(/\W+/g, '')}` as SessionId;
}

/** Where a session runs, and the proof that it is still the same run. */
export interface TmuxHost {
	readonly kind: 'tmux';
	/** Names the tmux server among those we observe. */
	readonly server: string;
	readonly target: SessionTarget;
	/** The pane that stands for the session: the agent's, else the active one. */
	readonly paneId: string;
	readonly panePid: number;
}

/** An agent in a plain terminal: it can be seen, not attached to. */
export interface NativeHost {
	readonly kind: 'native';
	readonly pid: number;
	/** As the system prints it; proves that a reused pid is not the same process. */
	readonly startTime: string;
	/** Its ancestors, nearest first: a terminal of this VS Code is known by its shell's pid. */
	readonly ancestors: readonly number[];
}

/** It runs nowhere now: stopped, and kept so that it can be resumed. */
export interface NoHost {
	readonly kind: 'none';
}

export type Host = TmuxHost | NativeHost | NoHost;

export type Lifecycle = 'starting' | 'live' | 'stopped' | 'errored' | 'archived' | 'decommissioned';

/** What a live session does. What no signal supports is `unknown`. */
export type Activity = 'working' | 'idle' | 'needsApproval' | 'needsAnswer' | 'failed' | 'retrying' | 'startDialog' | 'unknown';

export type EvidenceSource = 'status-file' | 'title' | 'transcript' | 'screen' | 'process' | 'tmux' | 'model' | 'none';

/** Why an activity is shown: the observation, when it was made, and what spoke against it. */
export interface Evidence {
	readonly source: EvidenceSource;
	readonly observation: string;
	/** Milliseconds since the epoch. */
	readonly at: number;
	readonly confidence: 'certain' | 'likely' | 'none';
	readonly disagrees?: readonly Evidence[];
}

/** One line of what the agent does or says now. */
export interface Thought {
	readonly text: string;
	readonly source: EvidenceSource;
	readonly at: number;
	/** Whether it does this now, nothing newer is known, or it waits for the user. */
	readonly state?: ThoughtState;
}

/** How well we can reach what runs the session. */
export type TransportHealth = 'healthy' | 'degraded' | 'overloaded' | 'disconnected';

/** Why a session is not running any more. */
export type StopCause =
	/** Its tmux session was gone when this window first looked: a reboot, or a server that ended while no window was open. */
	| 'startup_missing_tmux'
	/** The tmux server ended, and every session with it. */
	| 'server_gone'
	/** Its tmux session was closed from inside or by somebody else. */
	| 'ended'
	/** Stopped from Shoal, to be resumed. */
	| 'stopped'
	/** Killed from Shoal. */
	| 'killed'
	/** Ended from Shoal together with what was made for it. */
	| 'decommissioned';

export type Exit = { readonly status: number } | { readonly signal: number };

export interface Session {
	readonly id: SessionId;
	readonly name: string;
	readonly agent: AgentKind;
	readonly folder: string;
	readonly host: Host;
	readonly lifecycle: Lifecycle;
	readonly activity: Activity;
	readonly evidence: Evidence;
	/** When this activity began, in milliseconds since the epoch. */
	readonly activitySince: number;
	/** How long it has waited for the user. */
	readonly rest: Rest;
	readonly thought?: Thought;
	/** What it is about, in its own words. */
	readonly objective?: Objective;
	readonly usage?: Usage;
	/** What it asks, while it asks it. */
	readonly decision?: PendingDecision;
	readonly conversation?: { readonly id: string; readonly file?: string; readonly name?: string };
	/** Sub-agents at work. */
	readonly delegations: number;
	/** Somebody stopped its last turn before it was done. */
	readonly interrupted?: true;
	/** It changed files since the last commit, and rests. */
	readonly commitCandidate: boolean;
	/** How its process ended, where tmux still shows the dead pane. */
	readonly exit?: Exit;
	/** Why it stopped, where it runs nowhere; a cause that a later Shoal wrote is kept as it is. */
	readonly stopCause?: StopCause | (string & {});
	/** Where the user left off, in their own words. */
	readonly pauseNote?: string;
	readonly health: TransportHealth;
	/** Attached tmux clients, ours included. */
	readonly clients: number;
	/** Foreground command of its pane, as the system names it. */
	readonly command: string;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
}
