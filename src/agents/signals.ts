/** What an agent's own files tell: facts in a common vocabulary, whichever agent they come from. */
import type { Disposable } from '../base/disposable.ts';
import type { Logger } from '../base/logger.ts';
import type { ToolCall } from './call.ts';
import type { ProcessFacts } from './process/facts.ts';
import type { ProcessSource } from './process/source.ts';
import type { AgentActivity, Confidence, Decision } from './screen/reading.ts';

/** `model` is not the agent's word at all: a language model wrote it about the screen. */
export type SignalSource = 'status-file' | 'title' | 'transcript' | 'screen' | 'process' | 'hook' | 'model';

/** What one source says the agent does. */
export interface Reading {
	readonly source: SignalSource;
	readonly activity: AgentActivity;
	readonly observation: string;
	readonly confidence: Confidence;
	/** When it was so, in milliseconds since the epoch: the agent's own stamp where it gives one. */
	readonly at: number;
	readonly decision?: Decision;
}

export interface Usage {
	readonly contextTokens: number;
	readonly contextLimit: number;
	readonly percent: number;
	readonly model?: string;
	/** Stated by the agent itself; never computed by us. */
	readonly costUsd?: number;
}

export type AgentFact =
	| { readonly kind: 'reading'; readonly reading: Reading }
	/** A source that spoke before has nothing to say any more. */
	| { readonly kind: 'silent'; readonly source: SignalSource; readonly at: number }
	| { readonly kind: 'turn'; readonly phase: 'started' | 'ended' | 'failed' | 'interrupted'; readonly at: number; readonly error?: string }
	| { readonly kind: 'thought'; readonly text: string; readonly source: SignalSource; readonly at: number }
	| { readonly kind: 'objective'; readonly text: string; readonly at: number }
	| { readonly kind: 'usage'; readonly usage: Usage; readonly at: number }
	| { readonly kind: 'delegations'; readonly count: number; readonly at: number }
	| { readonly kind: 'backgroundShell'; readonly running: boolean; readonly at: number }
	| { readonly kind: 'conversation'; readonly id: string; readonly file?: string; readonly name?: string; readonly at: number }
	/** A tool of the agent changed a file. */
	| { readonly kind: 'edit'; readonly at: number }
	| { readonly kind: 'commit'; readonly at: number }
	/** A tool is called, and may be asked about: detail for a decision, never a state. */
	| { readonly kind: 'called'; readonly call: ToolCall; readonly at: number }
	/** Calls that are over, by their ids: done, refused or broken off. */
	| { readonly kind: 'returned'; readonly ids: readonly string[]; readonly at: number };

export interface SignalContext {
	readonly process: ProcessFacts;
	readonly processes: ProcessSource;
	/** Folder in which the agent was started, where known. */
	readonly folder: string;
	/** Watches that several sessions share, by key; the last one to let go ends it. */
	readonly shared: SharedWatches;
	/** The user's home, where agents keep their files unless told otherwise. */
	readonly home: string;
	readonly logger: Logger;
	readonly now: () => number;
	readonly emit: (fact: AgentFact) => void;
}

export interface SignalReader extends Disposable {
	/** The pane printed something: look again at what may have changed without a notice. */
	poke(): void;
}

export interface SharedWatches {
	use<T extends Disposable>(key: string, make: () => T): { readonly watch: T; release(): void };
}

export class WatchPool implements SharedWatches, Disposable {
	readonly #watches = new Map<string, { readonly watch: Disposable; users: number }>();

	use<T extends Disposable>(key: string, make: () => T): { readonly watch: T; release(): void } {
		let entry = this.#watches.get(key);
		if (!entry) {
			entry = { watch: make(), users: 0 };
			this.#watches.set(key, entry);
		}
		const held = entry;
		held.users += 1;
		let released = false;
		return {
			watch: held.watch as T,
			release: () => {
				if (released) return;
				released = true;
				held.users -= 1;
				if (held.users > 0) return;
				this.#watches.delete(key);
				held.watch.dispose();
			},
		};
	}

	dispose(): void {
		for (const { watch } of this.#watches.values()) watch.dispose();
		this.#watches.clear();
	}
}

export function usageOf(
	contextTokens: number,
	contextLimit: number,
	more: { model?: string | undefined; costUsd?: number | undefined } = {},
): Usage {
	return {
		contextTokens,
		contextLimit,
		percent: Math.min(100, Math.round((contextTokens / contextLimit) * 100)),
		...(more.model && { model: more.model }),
		...(more.costUsd !== undefined && { costUsd: more.costUsd }),
	};
}
