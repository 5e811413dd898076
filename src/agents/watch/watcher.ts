/**
 * Watches agents: plain facts about panes go in, typed signals about the agents in them come out. The caller wires it so:
 *
 *     const watcher = new AgentWatcher({ requestScreen: (key) => capture(key), logger });
 *     watcher.onDidSignal((signal) => states.set(signal.key, fuse(states.get(signal.key) ?? initialState(), signal, Date.now())));
 *     watcher.onDidChangeNatives((sightings) => …);          // agents in plain terminals: rows that can't be attached to
 *     onEveryListing: for (const pane of panes) watcher.handlePane(facts(pane));   // cheap when nothing changed
 *     onPaneGone:     watcher.forget(key);                   // never because tmux could not be asked
 *     choosing the pane that speaks for a session: watcher.identity(key).agent !== 'other'
 *
 * `requestScreen` is called only when something changed that nothing else can tell. Signals of one key come in order; `seq` grows by
 * one over all keys. At rest nothing runs but one timer that looks for agents outside of panes.
 */
import { homedir } from 'node:os';
import { DisposableList, toDisposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import { type Logger, silentLogger } from '../../base/logger.ts';
import { HookSpool } from '../claude/hookSpool.ts';
import type { HookNews } from '../claude/hooks.ts';
import { openProcessSource, type ProcessSource } from '../process/source.ts';
import { WatchPool } from '../signals.ts';
import type { AgentIdentity, AgentSignal, CapturedScreen, NativeSighting, PaneFacts, SignalContent } from './facts.ts';
import { NativeWatch } from './natives.ts';
import { type PaneContext, PaneWatch } from './pane.ts';

export interface AgentWatcherOptions {
	readonly requestScreen: (key: string) => Promise<CapturedScreen | undefined>;
	readonly logger?: Logger;
	readonly processes?: ProcessSource;
	readonly home?: string;
	readonly now?: () => number;
	/** Where the hooks of sessions we started write (see `hookSettings`); private to the user, made by the caller. */
	readonly hookSpool?: string;
	/** How often to look for agents outside of panes; 0 turns it off. */
	readonly nativeEveryMs?: number;
}

/** People start an agent in a plain terminal now and then; seeing it within some seconds is soon enough. */
const NATIVE_EVERY_MS = 5_000;

export class AgentWatcher extends DisposableList {
	readonly #panes = new Map<string, PaneWatch>();
	readonly #onDidSignal = this.add(new Emitter<AgentSignal>());
	readonly onDidSignal = this.#onDidSignal.event;
	readonly #natives: NativeWatch;
	readonly onDidChangeNatives: NativeWatch['onDidChange'];
	readonly #context: PaneContext;
	readonly #keyOfConversation = new Map<string, string>();
	#seq = 0;

	constructor(options: AgentWatcherOptions) {
		super();
		const { requestScreen, logger = silentLogger, processes = openProcessSource(), home = homedir(), now = Date.now } = options;
		const shared = this.add(new WatchPool());
		const emit = (key: string, content: SignalContent) => this.#emit(key, content);
		this.#context = { processes, shared, home, logger, now, requestScreen, emit };
		const everyMs = options.nativeEveryMs ?? NATIVE_EVERY_MS;
		const panePids = () => new Set([...this.#panes.values()].map(({ panePid }) => panePid));
		this.#natives = this.add(new NativeWatch({ ...this.#context, everyMs, panePids }));
		this.onDidChangeNatives = this.#natives.onDidChange;
		this.add(toDisposable(() => this.#disposePanes()));
		if (options.hookSpool) this.add(new HookSpool(options.hookSpool, (news) => this.#handleHook(news), now));
	}

	get natives(): readonly NativeSighting[] {
		return this.#natives.sightings;
	}

	handlePane(facts: PaneFacts): void {
		if (this.disposed) return;
		const pane = this.#panes.get(facts.key);
		if (pane) pane.handle(facts);
		else this.#panes.set(facts.key, new PaneWatch(facts, this.#context));
	}

	forget(key: string): void {
		this.#panes.get(key)?.dispose();
		this.#panes.delete(key);
		for (const [conversation, owner] of this.#keyOfConversation) if (owner === key) this.#keyOfConversation.delete(conversation);
	}

	/** Who runs in a pane, as far as is known by now. */
	identity(key: string): AgentIdentity {
		return this.#panes.get(key)?.identity ?? { agent: 'other', how: 'none' };
	}

	/** Looks for agents outside of panes now. */
	refreshNatives(): Promise<void> {
		return this.#natives.refresh();
	}

	/** Hooks know their conversation, not their pane. */
	#handleHook({ conversation, fact }: HookNews): void {
		const key = this.#keyOfConversation.get(conversation);
		if (key !== undefined) this.#emit(key, fact);
	}

	#emit(key: string, content: SignalContent): void {
		if (content.kind === 'conversation') this.#keyOfConversation.set(content.id, key);
		this.#seq += 1;
		this.#onDidSignal.fire({ ...content, key, seq: this.#seq });
	}

	#disposePanes(): void {
		for (const pane of this.#panes.values()) pane.dispose();
		this.#panes.clear();
	}
}
