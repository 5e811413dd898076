/** One per window: observes the tmux servers, keeps the list of sessions, and is the only door to act on them. */
import type { KnownAgent } from '../agents/catalog.ts';
import { DisposableList } from '../base/disposable.ts';
import { Emitter } from '../base/event.ts';
import type { Logger } from '../base/logger.ts';
import { TmuxError } from '../tmux/errors.ts';
import type { TmuxSocket } from '../tmux/model.ts';
import { openTmuxServer, probeTmux } from '../tmux/open.ts';
import type { AttachCommand, Pace, TmuxServer } from '../tmux/server.ts';
import { done, type Outcome, type Refusal, refused } from './outcome.ts';
import type { Session, SessionId } from './session.ts';
import { type SessionChange, SessionList } from './sessionList.ts';
import { shellWord } from './shellWord.ts';
import { socketKey } from './sockets.ts';
import { type SpawnRequest, spawn } from './spawn.ts';
import { TmuxDiscovery } from './tmuxDiscovery.ts';

export interface SupervisorOptions {
	/** The first is where new sessions are made. */
	readonly sockets: readonly [TmuxSocket, ...TmuxSocket[]];
	readonly tmuxPath: string;
	readonly logger: Logger;
	/** What to run for an agent: its name, or the path the user set. */
	readonly programOf: (agent: KnownAgent) => string;
	readonly now?: () => number;
}

export type TmuxAvailability =
	| { readonly kind: 'unknown' }
	| { readonly kind: 'available'; readonly version: string }
	| { readonly kind: 'missing' }
	| { readonly kind: 'too-old'; readonly version: string };

export interface LifecycleEvent {
	readonly kind: 'created' | 'deleted';
	readonly session: Session;
	/** Who made or ended it: us on the user's word, or something outside this window. */
	readonly reason: 'spawned' | 'discovered' | 'killed' | 'ended' | 'server-gone';
	readonly tmuxAlive: boolean;
}

export class Supervisor extends DisposableList {
	readonly sessions = this.add(new SessionList());
	readonly #options: SupervisorOptions;
	readonly #servers = new Map<string, TmuxServer>();
	readonly #onDidChangeAvailability = this.add(new Emitter<TmuxAvailability>());
	readonly onDidChangeAvailability = this.#onDidChangeAvailability.event;
	readonly #onDidChangeLifecycle = this.add(new Emitter<LifecycleEvent>());
	readonly onDidChangeLifecycle = this.#onDidChangeLifecycle.event;
	/** What this window asked for, until the list shows it. */
	readonly #asked = new Map<SessionId, 'spawned' | 'killed'>();
	#availability: TmuxAvailability = { kind: 'unknown' };

	constructor(options: SupervisorOptions) {
		super();
		this.#options = options;
	}

	get availability(): TmuxAvailability {
		return this.#availability;
	}

	/** Looks for tmux and begins to observe. Safe to repeat: after the user installs tmux, it picks up from there. */
	async start(): Promise<TmuxAvailability> {
		const availability = await this.#probe();
		if (this.disposed) return availability;
		if (availability.kind === 'available' && this.#servers.size === 0) this.#observe();
		if (availability.kind !== this.#availability.kind) {
			this.#availability = availability;
			this.#options.logger.info(`tmux is ${availability.kind}${'version' in availability ? ` (${availability.version})` : ''}`);
			this.#onDidChangeAvailability.fire(availability);
		}
		return availability;
	}

	setPace(pace: Pace): void {
		for (const server of this.#servers.values()) server.setPace(pace);
	}

	async refresh(): Promise<void> {
		await this.start();
		await Promise.all([...this.#servers.values()].map((server) => server.refresh('command')));
	}

	async spawn(request: SpawnRequest): Promise<Outcome<SessionId>> {
		const availability = await this.start();
		if (availability.kind === 'missing') return refused({ kind: 'tmux-missing' });
		if (availability.kind === 'too-old') return refused({ kind: 'tmux-too-old', version: availability.version });
		const server = this.#servers.get(socketKey(this.#options.sockets[0]));
		if (!server) return refused({ kind: 'failed', message: 'tmux is not observed' });
		return this.#attempt(() =>
			spawn(request, {
				server,
				program: this.#options.programOf(request.agent),
				takenNames: new Set(this.sessions.all.map((session) => session.name)),
				willCreate: (id) => this.#asked.set(id, 'spawned'),
			}),
		);
	}

	kill(id: SessionId): Promise<Outcome> {
		return this.#act(id, async (server, session) => {
			this.#asked.set(id, 'killed');
			try {
				await server.killSession(session.host.target);
				await server.refresh('command');
			} catch (error) {
				this.#asked.delete(id);
				throw error;
			}
		});
	}

	/** Detaches every client of the session, in and outside VS Code; the session lives on. */
	detachAll(id: SessionId): Promise<Outcome<number>> {
		return this.#act(id, (server, session) => server.detachClients(session.host.target));
	}

	/** The command that attaches a terminal to the session. */
	attachCommand(id: SessionId): Promise<Outcome<AttachCommand>> {
		return this.#act(id, async (server, session) => server.attachCommand(session.host.target));
	}

	/** The same as a line for a person to paste into any terminal. */
	attachLine(id: SessionId): Promise<Outcome<string>> {
		return this.#act(id, async (server, session) => {
			const { file, args } = server.attachCommand(session.host.target);
			return [file, ...args].map(shellWord).join(' ');
		});
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
		const { sockets, tmuxPath, logger, now = Date.now } = this.#options;
		for (const socket of sockets) {
			const key = socketKey(socket);
			if (this.#servers.has(key)) continue;
			const server = this.add(openTmuxServer({ socket, tmuxPath, logger }));
			this.#servers.set(key, server);
			const onDidReconcile = (change: SessionChange, alive: boolean) => this.#announce(change, alive);
			this.add(new TmuxDiscovery({ key, server, list: this.sessions, logger, now, onDidReconcile }));
		}
	}

	#announce({ added, removed }: SessionChange, tmuxAlive: boolean): void {
		for (const session of added)
			this.#fire({ kind: 'created', session, reason: this.#take(session.id, 'spawned') ?? 'discovered', tmuxAlive });
		for (const session of removed) {
			const reason = this.#take(session.id, 'killed') ?? (tmuxAlive ? 'ended' : 'server-gone');
			this.#fire({ kind: 'deleted', session, reason, tmuxAlive });
		}
	}

	#take<A extends 'spawned' | 'killed'>(id: SessionId, asked: A): A | undefined {
		if (this.#asked.get(id) !== asked) return undefined;
		this.#asked.delete(id);
		return asked;
	}

	#fire(event: LifecycleEvent): void {
		this.#options.logger.info(`${event.session.name} (${event.session.id}) ${event.kind}: ${event.reason}`);
		this.#onDidChangeLifecycle.fire(event);
	}

	async #act<T>(id: SessionId, action: (server: TmuxServer, session: TmuxHosted) => Promise<T>): Promise<Outcome<T>> {
		const session = this.sessions.get(id);
		if (!session) return refused({ kind: 'gone' });
		if (!isTmuxHosted(session)) return refused({ kind: 'not-in-tmux' });
		const server = this.#servers.get(session.host.server);
		if (!server) return refused({ kind: 'gone' });
		return this.#attempt(async () => done(await action(server, session)));
	}

	async #attempt<T>(action: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
		try {
			return await action();
		} catch (error) {
			this.#options.logger.error(`an action failed: ${String(error)}`);
			return refused(refusalOf(error));
		}
	}
}

type TmuxHosted = Session & { readonly host: Extract<Session['host'], { kind: 'tmux' }> };

function isTmuxHosted(session: Session): session is TmuxHosted {
	return session.host.kind === 'tmux';
}

function refusalOf(error: unknown): Refusal {
	if (error instanceof TmuxError) {
		if (error.reason === 'stale-target' || error.reason === 'absent') return { kind: 'gone' };
		if (error.reason === 'missing') return { kind: 'tmux-missing' };
	}
	return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
}
