/** What goes into the watcher and what comes out of it: plain data, so that nothing here depends on tmux. */
import type { AgentKind } from '../adapter.ts';
import type { AgentFact } from '../signals.ts';

export interface PaneFacts {
	/** Names the pane for the caller; signals carry it back. */
	readonly key: string;
	/** The process that was started in the pane. */
	readonly panePid: number;
	readonly title: string;
	/** Foreground command and its folder. */
	readonly command: string;
	readonly path: string;
	/** Changes whenever the pane printed something. */
	readonly outputMark: string;
	readonly dead: boolean;
}

export interface CapturedScreen {
	readonly text: string;
	/** The title at the time of the capture, where the caller has it. */
	readonly title?: string;
}

/** Who runs in a pane or terminal. */
export interface AgentIdentity {
	readonly agent: AgentKind;
	/** Absent where only the screen shows it (ssh, containers). */
	readonly process?: { readonly pid: number; readonly startTime: string };
	readonly how: 'process' | 'screen' | 'none';
}

export type SignalContent =
	| ({ readonly kind: 'identified'; readonly at: number } & AgentIdentity)
	/** The agent's process is gone, or the whole pane is. */
	| { readonly kind: 'ended'; readonly reason: 'exited' | 'pane-dead'; readonly at: number }
	/** The pane printed; `shell` tells whether a shell was in front. */
	| { readonly kind: 'output'; readonly shell: boolean; readonly at: number }
	| AgentFact;

/** `seq` grows by one over all keys: a consumer that queues can put signals back in order. */
export type AgentSignal = SignalContent & { readonly key: string; readonly seq: number };

/** An agent in a terminal that no given pane holds: it can be seen, not attached to. */
export interface NativeSighting {
	/** Signals about it carry this key. */
	readonly key: string;
	readonly agent: AgentKind;
	readonly pid: number;
	readonly startTime: string;
	readonly folder: string;
	/** Its ancestors, nearest first: a terminal of this VS Code is known by its shell's pid. */
	readonly ancestors: readonly number[];
}
