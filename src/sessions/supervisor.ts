/** One per window: observes the tmux servers, keeps the registry, and makes the list of sessions out of both. */
import { join } from 'node:path';
import { DisposableList } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/event.ts';
import type { Logger } from '../base/logger.ts';
import { withTimeout } from '../base/timeout.ts';
import type { SessionRecord } from '../registry/record.ts';
import { openRegistry, type Registry } from '../registry/registry.ts';
import { TmuxError } from '../tmux/errors.ts';
import type { TmuxSocket } from '../tmux/model.ts';
import { openTmuxServer, probeTmux } from '../tmux/open.ts';
import type { Pace } from '../tmux/server.ts';
import { SessionActions } from './actions/sessionActions.ts';
import type { SpawnRequest } from './actions/spawn.ts';
import { AgentObserver } from './agentObserver.ts';
import { Archive } from './archive.ts';
import { Chronicle } from './chronicle.ts';
import { claudeHooks } from './claudeHooks.ts';
import { sessionFromNative } from './fusion.ts';
import { installedAgents } from './installedAgents.ts';
import { type LifecycleEvent, LifecycleNews } from './lifecycle.ts';
import { RecordKeeper } from './recordKeeper.ts';
import { Repositories } from './repo/repositories.ts';
import { rosterOf, whereabouts } from './roster.ts';
import { tailOf } from './screenTail.ts';
import type { SessionId } from './session.ts';
import { SessionList } from './sessionList.ts';
import { socketKey } from './sockets.ts';
import { type Presence, TmuxDiscovery } from './tmuxDiscovery.ts';

export interface SupervisorOptions {
	/** The first is where new sessions are made. */
	readonly sockets: readonly [TmuxSocket, ...TmuxSocket[]];
	readonly tmuxPath: string;
	/** Where the registry lives; shared by all windows. */
	readonly storageFolder: string;
	/** Names this window to the others. */
	readonly windowId: string;
	readonly logger: Logger;
	/** What to run for an agent: its name, or the path the user set. */
	readonly programOf: (agent: SpawnRequest['agent']) => string;
	readonly now?: () => number;
	/** Where worktrees are made, where the user says; else in the storage folder. */
	readonly worktreesFolder?: () => string | undefined;
	/** How many agents may run at once, where the user says. */
	readonly sessionLimit?: () => number | undefined;
	/** Whether to list agents in plain terminals too. */
	readonly natives?: boolean;
	/** Whether agents that we start get hooks that tell what exactly they ask. */
	readonly hooks?: boolean;
	/** Where agents keep their files; the user's home unless a test says otherwise. */
	readonly home?: string;
}

export type TmuxAvailability =
	| { readonly kind: 'unknown' }
	| { readonly kind: 'available'; readonly version: string }
	| { readonly kind: 'missing' }
	| { readonly kind: 'too-old'; readonly version: string };

export class Supervisor extends DisposableList {
	readonly sessions = this.add(new SessionList());
	readonly repositories = this.add(new Repositories(this.sessions));
	readonly archive = this.add(new Archive(() => this.openRegistry(), this.sessions));
	readonly actions: SessionActions;
	readonly #options: SupervisorOptions;
	readonly #now: () => number;
	readonly #discoveries = new Map<string, TmuxDiscovery>();
	readonly #onDidChangeAvailability = this.add(new Emitter<TmuxAvailability>());
	readonly onDidChangeAvailability = this.#onDidChangeAvailability.event;
	readonly #onDidChangeInstalled = this.add(new Emitter<readonly SpawnRequest['agent'][]>());
	/** The agents that can be spawned here: told at the first look, and whenever a later one finds others. */
	readonly onDidChangeInstalled = this.#onDidChangeInstalled.event;
	readonly #lifecycle: LifecycleNews;
	readonly onDidChangeLifecycle: Event<LifecycleEvent>;
	readonly #onDidMissAtStart = this.add(new Emitter<SessionRecord>());
	/** A session that ran when the last window closed is gone; told once, in one window. */
	readonly onDidMissAtStart = this.#onDidMissAtStart.event;
	/** Records that a newer listing was asked for, by revision: each is asked for once. */
	readonly #doubted = new Set<string>();
	readonly #agents: AgentObserver;
	#registry: Promise<Registry> | undefined;
	#keeper: RecordKeeper | undefined;
	#records: () => readonly SessionRecord[] = () => [];
	#availability: TmuxAvailability = { kind: 'unknown' };
	#installed: readonly SpawnRequest['agent'][] | undefined;

	constructor(options: SupervisorOptions) {
		super();
		this.#options = options;
		this.#now = options.now ?? Date.now;
		const hookFolder = join(options.storageFolder, 'hooks');
		this.#agents = this.add(
			new AgentObserver({
				...(options.hooks && { hookFolder }),
				logger: options.logger,
				now: this.#now,
				capture: (key, paneIds) => this.#discoveries.get(key)?.server.capture(paneIds) ?? Promise.resolve(new Map()),
				natives: options.natives ?? false,
				...(options.home && { home: options.home }),
			}),
		);
		this.add(this.#agents.onDidChange(() => this.#recompute()));
		this.add(new Chronicle({ sessions: this.sessions, registry: () => this.openRegistry(), logger: options.logger, now: this.#now }));
		this.actions = new SessionActions({
			sessions: this.sessions,
			logger: options.logger,
			now: this.#now,
			programOf: options.programOf,
			settingsOf: async (agent) => (agent === 'claude' && options.hooks ? claudeHooks(hookFolder) : undefined),
			registry: () => this.openRegistry(),
			server: (key) => this.#discoveries.get(key ?? socketKey(options.sockets[0]))?.server,
			ready: () => this.start(),
			onDidEnd: () => this.#recompute(),
			worktreesFolder: () => options.worktreesFolder?.(),
			sessionLimit: () => options.sessionLimit?.(),
		});
		const isAlive = (server: string) => this.#discoveries.get(server)?.presence.kind !== 'absent';
		this.#lifecycle = this.add(new LifecycleNews({ actions: this.actions, isAlive, logger: options.logger }));
		this.onDidChangeLifecycle = this.#lifecycle.onDidChange;
	}

	get availability(): TmuxAvailability {
		return this.#availability;
	}

	/** Shows what is recorded, looks for tmux and agents and begins to observe. Safe to repeat: what is installed meanwhile is picked up. */
	async start(): Promise<TmuxAvailability> {
		await this.openRegistry();
		const [availability, installed] = await Promise.all([this.#probe(), installedAgents(this.#options.programOf)]);
		if (this.disposed) return availability;
		if (installed.join() !== this.#installed?.join()) {
			this.#installed = installed;
			this.#options.logger.info(`agents installed: ${installed.join(', ') || 'none'}`);
			this.#onDidChangeInstalled.fire(installed);
		}
		if (availability.kind === 'available' && this.#discoveries.size === 0) this.#observe();
		if (availability.kind !== this.#availability.kind) {
			this.#availability = availability;
			this.#options.logger.info(`tmux is ${availability.kind}${'version' in availability ? ` (${availability.version})` : ''}`);
			this.#onDidChangeAvailability.fire(availability);
		}
		return availability;
	}

	openRegistry(): Promise<Registry> {
		this.#registry ??= this.#openRegistry();
		return this.#registry;
	}

	setPace(pace: Pace): void {
		for (const { server } of this.#discoveries.values()) server.setPace(pace);
	}

	async refresh(): Promise<void> {
		await this.start();
		await Promise.all([
			this.repositories.refresh(),
			this.archive.look(),
			this.#agents.refreshNatives(),
			...[...this.#discoveries.values()].map(({ server }) => server.refresh('command')),
		]);
	}

	/** What the session's pane shows now; undefined where it has none. */
	async screenOf(id: SessionId): Promise<string | undefined> {
		const host = this.sessions.get(id)?.host;
		if (host?.kind !== 'tmux') return undefined;
		return (await this.#discoveries.get(host.server)?.server.capture([host.paneId]))?.get(host.paneId);
	}

	/** The end of a session's screen, without secrets; undefined where there is none. */
	async screenTail(id: SessionId): Promise<string | undefined> {
		const host = this.sessions.get(id)?.host;
		const server = host?.kind === 'tmux' && this.#discoveries.get(host.server)?.server;
		return server ? tailOf(server, host.paneId) : undefined;
	}

	/** A sentence about a session that a language model wrote. */
	handleModelThought(id: SessionId, text: string): void {
		const host = this.sessions.get(id)?.host;
		if (host?.kind === 'tmux') this.#agents.handleModelThought(host, text);
	}

	/** Writes what is not written yet; for the end of the window. */
	async shutdown(limitMs: number): Promise<void> {
		for (const discovery of this.#discoveries.values()) discovery.dispose();
		const settled = this.#keeper?.settled() ?? Promise.resolve();
		await withTimeout(settled, limitMs, 'Keeping the records').catch((error: unknown) => this.#options.logger.warn(String(error)));
		await (await this.#registry)?.flush(limitMs);
		this.dispose();
	}

	async #openRegistry(): Promise<Registry> {
		const { storageFolder: folder, logger, windowId } = this.#options;
		const registry = this.add(await openRegistry({ folder, logger, windowId, now: this.#now }));
		this.#records = () => registry.list();
		const onDidMissAtStart = (record: SessionRecord) => this.#onDidMissAtStart.fire(record);
		this.#keeper = new RecordKeeper({
			registry,
			logger,
			now: this.#now,
			onDidMissAtStart,
			onDidSettle: () => this.#recompute(),
			isAsked: (id) => this.actions.isAsked(id),
		});
		this.add(registry.onDidChange(() => this.#recompute()));
		this.#recompute();
		return registry;
	}

	async #probe(): Promise<TmuxAvailability> {
		try {
			const { version, supported } = await probeTmux(this.#options.tmuxPath);
			return supported ? { kind: 'available', version } : { kind: 'too-old', version };
		} catch (error) {
			if (!(error instanceof TmuxError) || error.reason !== 'missing') this.#options.logger.error(`tmux can't be asked: ${String(error)}`);
			return { kind: 'missing' };
		}
	}

	#observe(): void {
		const { sockets, tmuxPath, logger } = this.#options;
		for (const socket of sockets) {
			const key = socketKey(socket);
			if (this.#discoveries.has(key)) continue;
			const server = this.add(openTmuxServer({ socket, tmuxPath, logger }));
			const discovery = this.add(new TmuxDiscovery({ key, server, logger, now: this.#now }));
			this.#discoveries.set(key, discovery);
			this.add(discovery.onDidChange((presence) => this.#handlePresence(key, presence)));
			server.start();
		}
	}

	#handlePresence(key: string, presence: Presence): void {
		if (presence.kind === 'listed') this.#agents.handleListing(key, presence.sightings);
		if (presence.kind === 'absent') this.#agents.handleAbsence(key);
		this.#recompute();
	}

	#recompute(): void {
		if (this.disposed) return;
		const presences = new Map([...this.#discoveries].map(([key, { presence }]) => [key, presence]));
		const records = this.#records();
		const sessions = rosterOf({
			records,
			presences,
			previous: (id) => this.sessions.get(id),
			readPane: (sighting, pane) => this.#agents.read(sighting, pane),
			now: this.#now(),
		});
		const natives = this.#agents.natives.map(({ sighting, state }) => sessionFromNative(sighting, state));
		this.sessions.replace([...sessions.filter((session) => !this.actions.isLeaving(session)), ...natives]);
		this.#keeper?.reconcile(sessions, presences);
		this.#lifecycle.announce(this.sessions.all);
		for (const record of records) {
			if (record.host?.kind !== 'tmux' || (record.lifecycle !== 'live' && record.lifecycle !== 'starting')) continue;
			if (whereabouts(record, presences).kind === 'unknown') this.#lookAgain(record, record.host.socket);
		}
	}

	/** A record that is newer than the last listing is neither seen nor gone: one more look tells. */
	#lookAgain(record: SessionRecord, socket: string): void {
		const discovery = this.#discoveries.get(socket);
		if (discovery?.presence.kind !== 'listed' && discovery?.presence.kind !== 'absent') return;
		const doubt = `${record.id}.${record.revision}`;
		if (this.#doubted.has(doubt)) return;
		this.#doubted.add(doubt);
		void discovery.server.refresh('command');
	}
}
