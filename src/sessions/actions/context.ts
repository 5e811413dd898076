/** What actions are given, and the ground they share: who is meant, what is under way, and errors turned into refusals. */
import type { KnownAgent } from '../../agents/catalog.ts';
import { openProcessSource, type ProcessSource } from '../../agents/process/source.ts';
import { KeyedQueue } from '../../base/keyedQueue.ts';
import type { Logger } from '../../base/logger.ts';
import type { SessionRecord } from '../../registry/record.ts';
import type { Registry } from '../../registry/registry.ts';
import { TmuxError } from '../../tmux/errors.ts';
import type { PaneTarget } from '../../tmux/model.ts';
import type { TmuxServer } from '../../tmux/server.ts';
import { done, type Outcome, type Refusal, refused } from '../outcome.ts';
import type { Session, SessionId, TmuxHost } from '../session.ts';
import type { SessionList } from '../sessionList.ts';
import type { TmuxAvailability } from '../supervisor.ts';

export interface ActionContext {
	readonly sessions: SessionList;
	readonly logger: Logger;
	readonly now: () => number;
	readonly programOf: (agent: KnownAgent) => string;
	/** Settings for the agent's command line, where it gets any. */
	readonly settingsOf?: (agent: KnownAgent) => Promise<string | undefined>;
	readonly registry: () => Promise<Registry>;
	/** The tmux server by its key; without one, where new sessions are made. */
	readonly server: (key?: string) => TmuxServer | undefined;
	/** Told when an action on a session is over, and its record is the keeper's again. */
	readonly onDidEnd: () => void;
	/** Makes sure that tmux is looked for and observed. */
	readonly ready: () => Promise<TmuxAvailability>;
	/** Where worktrees are made; a folder of the registry's storage unless the user set another. */
	readonly worktreesFolder: () => string | undefined;
	/** How many agents may run at once, where the user says. */
	readonly sessionLimit: () => number | undefined;
}

/** What this window asked for and the list does not show yet. */
export type Asked = 'spawned' | 'killed' | 'stopped';

export type TmuxSession = Session & { readonly host: TmuxHost };

export interface Place {
	readonly server: TmuxServer;
	readonly registry: Registry;
}

export class ActionDesk {
	readonly context: ActionContext;
	readonly processes: ProcessSource = openProcessSource();
	/** One hand on the keyboard of a session at a time. */
	readonly typing = new KeyedQueue();
	/** When this window last answered a dialog of a session. */
	readonly answeredAt = new Map<SessionId, number>();
	readonly #asked = new Map<SessionId, Asked>();

	constructor(context: ActionContext) {
		this.context = context;
	}

	asked(id: SessionId): Asked | undefined {
		return this.#asked.get(id);
	}

	session(id: SessionId): Session | undefined {
		return this.context.sessions.get(id);
	}

	/** Where a new session goes, or why there can be none. */
	async place(): Promise<Place | Refusal> {
		const availability = await this.context.ready();
		if (availability.kind === 'missing') return { kind: 'tmux-missing' };
		if (availability.kind === 'too-old') return { kind: 'tmux-too-old', version: availability.version };
		const server = this.context.server();
		if (!server) return { kind: 'failed', message: 'tmux is not observed' };
		return { server, registry: await this.context.registry() };
	}

	/** A session that runs in tmux now, or why it can't be acted on. */
	running(id: SessionId): { readonly server: TmuxServer; readonly session: TmuxSession } | Refusal {
		const session = this.session(id);
		if (!session) return { kind: 'gone' };
		if (!isInTmux(session)) return { kind: session.host.kind === 'none' ? 'not-running' : 'not-in-tmux' };
		const server = this.context.server(session.host.server);
		return server ? { server, session } : { kind: 'gone' };
	}

	act<T>(id: SessionId, action: (server: TmuxServer, session: TmuxSession) => Promise<T>): Promise<Outcome<T>> {
		return this.actOutcome(id, async (server, session) => done(await action(server, session)));
	}

	async actOutcome<T>(id: SessionId, action: (server: TmuxServer, session: TmuxSession) => Promise<Outcome<T>>): Promise<Outcome<T>> {
		const found = this.running(id);
		if ('kind' in found) return refused(found);
		return this.attempt(() => action(found.server, found.session));
	}

	/** Changes the record of a session that has one. */
	async onRecord<T>(id: SessionId, action: (registry: Registry, record: SessionRecord) => Promise<Outcome<T>>): Promise<Outcome<T>> {
		return this.attempt(async () => {
			const registry = await this.context.registry();
			const record = registry.get(id);
			return record ? action(registry, record) : refused({ kind: 'gone' });
		});
	}

	/** Holds the session as acted on by us while the work lasts. */
	async while<T>(id: SessionId, asked: Asked, work: () => Promise<T>): Promise<T> {
		this.#asked.set(id, asked);
		try {
			return await work();
		} finally {
			this.#asked.delete(id);
			this.context.onDidEnd();
		}
	}

	async attempt<T>(action: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
		try {
			return await action();
		} catch (error) {
			this.context.logger.error(`an action failed: ${String(error)}`);
			return refused(refusalOf(error));
		}
	}
}

export function isInTmux(session: Session): session is TmuxSession {
	return session.host.kind === 'tmux';
}

/** The pane that stands for the session, with the process that runs in it. */
export function paneOf({ host }: TmuxSession): PaneTarget {
	return { server: host.target.server, paneId: host.paneId, panePid: host.panePid };
}

export function isStopped({ lifecycle }: Session): boolean {
	return lifecycle === 'stopped' || lifecycle === 'errored';
}

function refusalOf(error: unknown): Refusal {
	if (error instanceof TmuxError) {
		if (error.reason === 'stale-target' || error.reason === 'absent') return { kind: 'gone' };
		if (error.reason === 'missing') return { kind: 'tmux-missing' };
	}
	return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
}
