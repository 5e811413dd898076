/** Thoughts that a language model writes from the screen, for sessions at work that say nothing themselves. Runs only while it is wanted. */
import { DisposableList, toDisposable } from '../base/disposable.ts';
import type { Logger } from '../base/logger.ts';
import type { Session, SessionId } from './session.ts';
import type { SessionList } from './sessionList.ts';

/** A sentence of half a minute ago still tells what goes on; more of them would only cost. */
const PER_SESSION_MS = 30_000;
/** How soon after its turn has come a session is looked at. */
const LOOK_EVERY_MS = 5_000;
/** A model that takes longer writes about the past. */
const LONGEST_MS = 30_000;

export interface ModelThoughtsOptions {
	readonly sessions: SessionList;
	/** The end of a session's screen, without secrets. */
	readonly screenTail: (id: SessionId) => Promise<string | undefined>;
	/** Asks the model for one sentence. Rejects where there is no model or no leave to ask it. */
	readonly write: (screen: string, signal: AbortSignal) => Promise<string>;
	/** Where the sentence goes. */
	readonly tell: (id: SessionId, sentence: string) => void;
	/** The user has turned it on and looks at this window. */
	readonly isWanted: () => boolean;
	readonly logger: Logger;
	readonly now?: () => number;
}

export class ModelThoughts extends DisposableList {
	readonly #options: ModelThoughtsOptions;
	readonly #now: () => number;
	/** What the model was last asked about, and when. */
	readonly #asked = new Map<SessionId, { readonly at: number; readonly tail: string }>();
	readonly #end = new AbortController();
	#timer: NodeJS.Timeout | undefined;
	#busy = false;
	#refused = false;

	constructor(options: ModelThoughtsOptions) {
		super();
		this.#options = options;
		this.#now = options.now ?? Date.now;
		this.add(options.sessions.onDidChange(() => this.handleChange()));
		this.add(
			toDisposable(() => {
				clearTimeout(this.#timer);
				this.#end.abort();
			}),
		);
	}

	/** Something changed that decides whether there is something to do. */
	handleChange(): void {
		if (this.disposed || this.#timer || this.#busy || this.#candidates().length === 0) return;
		this.#timer = setTimeout(() => void this.#turn(), LOOK_EVERY_MS);
		this.#timer.unref();
	}

	/** The user turned it on, or there are other models: worth another try. */
	tryAgain(): void {
		this.#refused = false;
		this.handleChange();
	}

	#candidates(): readonly Session[] {
		const { sessions, isWanted } = this.#options;
		return this.#refused || !isWanted() ? [] : sessions.all.filter(saysNothing);
	}

	/** One session at a time, the one that has waited longest. */
	async #turn(): Promise<void> {
		this.#busy = true;
		this.#timer = undefined;
		const known = new Set(this.#options.sessions.all.map(({ id }) => id));
		for (const id of this.#asked.keys()) if (!known.has(id)) this.#asked.delete(id);
		const now = this.#now();
		const due = this.#candidates()
			.map(({ id }) => ({ id, at: this.#asked.get(id)?.at ?? 0 }))
			.filter(({ at }) => now - at >= PER_SESSION_MS)
			.sort((a, b) => a.at - b.at);
		for (const { id } of due) if (await this.#ask(id)) break;
		this.#busy = false;
		this.handleChange();
	}

	/** False where there was nothing new to ask about. */
	async #ask(id: SessionId): Promise<boolean> {
		const { screenTail, write, tell, logger } = this.#options;
		const tail = await screenTail(id).catch(() => undefined);
		if (!tail || tail === this.#asked.get(id)?.tail || this.disposed) return false;
		this.#asked.set(id, { at: this.#now(), tail });
		try {
			const sentence = await write(tail, AbortSignal.any([this.#end.signal, AbortSignal.timeout(LONGEST_MS)]));
			if (!this.disposed) tell(id, sentence);
		} catch (error) {
			if (this.disposed) return true;
			// Said once: who turned it on finds it in the log, and nobody is asked again and again.
			this.#refused = true;
			logger.info(`no thoughts by the language model: ${error instanceof Error ? error.message : String(error)}`);
		}
		return true;
	}
}

/** It works in tmux, and what is known of it is at most its title or an earlier sentence of the model. */
function saysNothing({ host, activity, thought }: Session): boolean {
	if (host.kind !== 'tmux' || activity !== 'working') return false;
	return thought === undefined || thought.source === 'model' || thought.source === 'title' || thought.source === 'none';
}
