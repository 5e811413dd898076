/** What an action reports: it happened, or why it did not. Words for people are the UI's. */
import type { AgentKind } from '../agents/adapter.ts';
import type { KnownAgent } from '../agents/catalog.ts';
import type { DecisionKind } from '../agents/screen/reading.ts';
import type { SessionId } from './session.ts';

export interface ProcessSummary {
	readonly pid: number;
	readonly name: string;
}

/** A session that has what was asked for. */
export interface Holder {
	readonly id: SessionId;
	readonly name: string;
	readonly running: boolean;
}

export type Refusal =
	/** The session ended, or the one of that name is another one now. Nothing was done. */
	| { readonly kind: 'gone' }
	| { readonly kind: 'no-folder'; readonly folder: string }
	| { readonly kind: 'program-missing'; readonly agent: KnownAgent; readonly program: string; readonly install: string }
	| { readonly kind: 'tmux-missing' }
	| { readonly kind: 'tmux-too-old'; readonly version: string }
	/** It started and ended at once; the output says why. */
	| { readonly kind: 'ended-at-once'; readonly output: string }
	/** It is stopped: there is nothing to attach to, type into or kill. */
	| { readonly kind: 'not-running' }
	/** It still runs: stop it first. */
	| { readonly kind: 'not-stopped' }
	/** It died soon after each of the last automatic resumes: a person must look first. */
	| { readonly kind: 'parked' }
	/** Another window is doing it, or has done it. */
	| { readonly kind: 'elsewhere' }
	/** The action has no meaning for a session in a plain terminal. */
	| { readonly kind: 'not-in-tmux' }
	/** Another session has the name; absent where tmux knows it and Shoal does not yet. */
	| { readonly kind: 'name-taken'; readonly name: string; readonly by?: Holder }
	/** Nothing of the name is left once what tmux can't keep is taken out. */
	| { readonly kind: 'bad-name'; readonly name: string }
	/** Somebody works on that issue, or could again. */
	| { readonly kind: 'issue-taken'; readonly issueId: string; readonly by: Holder }
	/** As many agents run as may; `idlest` is the one that has waited longest, and would be missed least. */
	| {
			readonly kind: 'limit';
			readonly limit: number;
			readonly counts: Readonly<Partial<Record<AgentKind, number>>>;
			readonly idlest?: Holder;
	  }
	| { readonly kind: 'not-a-repository'; readonly folder: string }
	| { readonly kind: 'bad-branch'; readonly branch: string }
	/** A dialog is open: text and Enter would answer it. */
	| { readonly kind: 'blocked'; readonly dialog: DecisionKind | 'unknown'; readonly question: string }
	/** The dialog is not the one that was looked at any more. No key was sent. */
	| { readonly kind: 'changed' }
	/** The dialog has no such option. No key was sent. */
	| { readonly kind: 'not-offered' }
	/** The agent does not work, or works on something newer than what was meant. */
	| { readonly kind: 'nothing-to-interrupt' }
	| { readonly kind: 'newer-turn' }
	| { readonly kind: 'empty-text' }
	| { readonly kind: 'too-long'; readonly limit: number }
	| { readonly kind: 'queue-full'; readonly waiting: number }
	/** It waited for its turn, or for the agent to be idle, and the time ran out. Nothing was sent. */
	| { readonly kind: 'timed-out'; readonly waitedMs: number }
	/** The user took it back while it waited. Nothing was sent. */
	| { readonly kind: 'taken-back' }
	/** These processes could not be ended; the session stays in the list. */
	| { readonly kind: 'survivors'; readonly processes: readonly ProcessSummary[] }
	/** Not made by Shoal, moved, or not where Shoal makes such things: it is left alone. */
	| { readonly kind: 'not-ours'; readonly path: string; readonly why: NotOurs }
	/** Work would be lost that the user has not been shown, or that is not the same any more. */
	| { readonly kind: 'would-lose'; readonly uncommitted: number; readonly untracked: number; readonly ignored: number }
	/** The agent has no conversation yet that could be continued. */
	| { readonly kind: 'no-conversation' }
	| { readonly kind: 'failed'; readonly message: string };

export type NotOurs = 'no-worktree' | 'adopted' | 'outside' | 'link' | 'moved' | 'nested-repository';

export type Outcome<T = void> = { readonly kind: 'done'; readonly value: T } | { readonly kind: 'refused'; readonly refusal: Refusal };

export function done(): Outcome;
export function done<T>(value: T): Outcome<T>;
export function done<T>(value?: T): Outcome<T | undefined> {
	return { kind: 'done', value };
}

export function refused(refusal: Refusal): Outcome<never> {
	return { kind: 'refused', refusal };
}
