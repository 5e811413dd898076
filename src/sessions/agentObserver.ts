/** Follows the agents in the panes of all servers: feeds the watcher, fuses its signals into states, and wakes when time alone changes one. */
import type { AgentKind } from '../agents/adapter.ts';
import type { CapturedScreen, NativeSighting, SignalContent } from '../agents/watch/facts.ts';
import { AgentWatcher } from '../agents/watch/watcher.ts';
import { DisposableList } from '../base/disposable.ts';
import { Emitter } from '../base/event.ts';
import type { Logger } from '../base/logger.ts';
import type { ServerIdentity, TmuxPane } from '../tmux/model.ts';
import { fuse } from './activity/fuse.ts';
import { type ActivityState, initialState } from './activity/state.ts';
import type { TmuxSighting } from './fusion.ts';
import type { SessionId, TmuxHost } from './session.ts';

export interface AgentObserverOptions {
	readonly logger: Logger;
	readonly now: () => number;
	/** Screens of panes of one server, in one question. */
	readonly capture: (server: string, paneIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
	/** Whether to list agents outside of tmux too. */
	readonly natives?: boolean;
	/** Where the hooks of sessions that we start write what is asked. */
	readonly hookFolder?: string;
	/** Given in tests, where the user's home is not the place to look. */
	readonly home?: string;
}

/** What is known of the program in one pane. */
export interface PaneReading {
	readonly agent: AgentKind;
	readonly state: ActivityState | undefined;
}

/** How the watcher names agents outside of panes. */
const NATIVE_KEY = 'native:';

export class AgentObserver extends DisposableList {
	readonly #options: AgentObserverOptions;
	readonly #watcher: AgentWatcher;
	readonly #states = new Map<string, ActivityState>();
	/** Where each pane is, by key: for captures, and to know which panes of a server are gone. */
	readonly #panes = new Map<string, { readonly server: string; readonly paneId: string }>();
	readonly #onDidChange = this.add(new Emitter<void>());
	/** Some state changed; many changes of one turn are told once. */
	readonly onDidChange = this.#onDidChange.event;
	readonly #wanted = new Map<string, Map<string, PromiseWithResolvers<CapturedScreen | undefined>>>();
	#announcement: NodeJS.Immediate | undefined;
	#timer: NodeJS.Timeout | undefined;

	constructor(options: AgentObserverOptions) {
		super();
		this.#options = options;
		const { logger, now, home, hookFolder } = options;
		const requestScreen = (key: string) => this.#capture(key);
		const natives = options.natives ? {} : { nativeEveryMs: 0 };
		this.#watcher = this.add(
			new AgentWatcher({ requestScreen, logger, now, ...natives, ...(home && { home }), ...(hookFolder && { hookSpool: hookFolder }) }),
		);
		this.add(this.#watcher.onDidChangeNatives(() => this.#handleNatives()));
		this.add(this.#watcher.onDidSignal((signal) => this.#handleSignal(signal)));
		this.add({
			dispose: () => {
				clearImmediate(this.#announcement);
				clearTimeout(this.#timer);
			},
		});
	}

	/** A reliable listing of one server: panes that are not in it any more are gone. */
	handleListing(server: string, sightings: ReadonlyMap<SessionId, TmuxSighting>): void {
		const present = new Set<string>();
		for (const { identity, session } of sightings.values()) {
			for (const pane of session.panes) {
				const key = keyOf(server, identity, pane);
				present.add(key);
				this.#panes.set(key, { server, paneId: pane.id });
				const { title, command, path, outputMark, dead } = pane;
				this.#watcher.handlePane({ key, panePid: pane.pid, title, command, path, outputMark, dead });
			}
		}
		for (const [key, pane] of this.#panes) {
			if (pane.server !== server || present.has(key)) continue;
			this.#watcher.forget(key);
			this.#panes.delete(key);
			this.#states.delete(key);
		}
	}

	/** No server, no panes. */
	handleAbsence(server: string): void {
		this.handleListing(server, new Map());
	}

	read({ server, identity }: TmuxSighting, pane: TmuxPane): PaneReading {
		const key = keyOf(server, identity, pane);
		return { agent: this.#watcher.identity(key).agent, state: this.#states.get(key) };
	}

	/** Agents in plain terminals, with what is known of each. */
	get natives(): readonly { readonly sighting: NativeSighting; readonly state: ActivityState | undefined }[] {
		return this.#watcher.natives.map((sighting) => ({ sighting, state: this.#states.get(sighting.key) }));
	}

	/** Looks for agents outside of tmux now, instead of at the next turn. */
	async refreshNatives(): Promise<void> {
		if (this.#options.natives) await this.#watcher.refreshNatives();
	}

	#handleNatives(): void {
		const present = new Set(this.#watcher.natives.map(({ key }) => key));
		for (const key of this.#states.keys()) if (key.startsWith(NATIVE_KEY) && !present.has(key)) this.#states.delete(key);
		this.#announce();
	}

	/** A sentence about a session that a language model wrote. */
	handleModelThought({ server, target, paneId, panePid }: TmuxHost, text: string): void {
		const key = keyOf(server, target.server, { id: paneId, pid: panePid });
		if (this.#panes.has(key)) this.#handleSignal({ kind: 'thought', text, source: 'model', at: this.#options.now(), key });
	}

	#handleSignal(signal: SignalContent & { readonly key: string }): void {
		const now = this.#options.now();
		const before = this.#states.get(signal.key) ?? initialState(now);
		const after = fuse(before, signal, now);
		if (before.activity !== after.activity) {
			const { source, observation } = after.evidence;
			this.#options.logger.debug(`${signal.key}: ${before.activity} → ${after.activity} (${source}: ${observation})`);
		}
		this.#states.set(signal.key, after);
		this.#arm();
		this.#announce();
	}

	#announce(): void {
		this.#announcement ??= setImmediate(() => {
			this.#announcement = undefined;
			this.#onDidChange.fire();
		});
	}

	/** One timer for all: to the first moment at which some state changes by time alone. */
	#arm(): void {
		const due = Math.min(...[...this.#states.values()].map((state) => state.dueAt ?? Number.POSITIVE_INFINITY));
		clearTimeout(this.#timer);
		if (Number.isFinite(due)) this.#timer = setTimeout(() => this.#tick(), Math.max(0, due - this.#options.now()));
	}

	#tick(): void {
		const now = this.#options.now();
		for (const [key, state] of this.#states) {
			if (state.dueAt !== undefined && state.dueAt <= now) this.#states.set(key, fuse(state, { kind: 'tick' }, now));
		}
		this.#arm();
		this.#announce();
	}

	/** Screens asked for in one turn are captured together: one process for all of a server's panes. */
	#capture(key: string): Promise<CapturedScreen | undefined> {
		const pane = this.#panes.get(key);
		if (!pane) return Promise.resolve(undefined);
		const { server, paneId } = pane;
		let batch = this.#wanted.get(server);
		if (!batch) {
			batch = new Map();
			this.#wanted.set(server, batch);
			setImmediate(() => void this.#captureBatch(server));
		}
		const waiting = batch.get(paneId) ?? Promise.withResolvers<CapturedScreen | undefined>();
		batch.set(paneId, waiting);
		return waiting.promise;
	}

	async #captureBatch(server: string): Promise<void> {
		const batch = this.#wanted.get(server) ?? new Map();
		this.#wanted.delete(server);
		let screens: ReadonlyMap<string, string> = new Map();
		try {
			screens = await this.#options.capture(server, [...batch.keys()]);
		} catch (error) {
			this.#options.logger.debug(`screens of ${server} could not be read: ${String(error)}`);
		}
		for (const [paneId, waiting] of batch) {
			const text = screens.get(paneId);
			waiting.resolve(text === undefined ? undefined : { text });
		}
	}
}

/** Pane ids restart with the server, and a respawned pane is another run. */
function keyOf(server: string, identity: ServerIdentity, pane: Pick<TmuxPane, 'id' | 'pid'>): string {
	return `${server}/${identity.pid}.${identity.startTime}/${pane.id}.${pane.pid}`;
}
