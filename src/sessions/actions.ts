/** What can be done with sessions. Each action checks that it hits the one that was meant, and returns what happened. */
import type { KnownAgent } from '../agents/catalog.ts';
import type { Logger } from '../base/logger.ts';
import type { Registry } from '../registry/registry.ts';
import { TmuxError } from '../tmux/errors.ts';
import type { AttachCommand, TmuxServer } from '../tmux/server.ts';
import { socketArgs } from '../tmux/socket.ts';
import { done, type Outcome, type Refusal, refused } from './outcome.ts';
import { resume } from './resume.ts';
import type { Session, SessionId, TmuxHost } from './session.ts';
import type { SessionList } from './sessionList.ts';
import { shellWord } from './shellWord.ts';
import { type SpawnRequest, spawn } from './spawn.ts';
import type { TmuxAvailability } from './supervisor.ts';

export interface ActionContext {
	readonly sessions: SessionList;
	readonly logger: Logger;
	readonly now: () => number;
	readonly programOf: (agent: KnownAgent) => string;
	readonly registry: () => Promise<Registry>;
	/** The tmux server by its key; without one, where new sessions are made. */
	readonly server: (key?: string) => TmuxServer | undefined;
	/** Told when an action on a session is over, and its record is the keeper's again. */
	readonly onDidEnd: () => void;
	/** Makes sure that tmux is looked for and observed. */
	readonly ready: () => Promise<TmuxAvailability>;
}

/** What this window asked for and the list does not show yet. */
type Asked = 'spawned' | 'killed';

type TmuxSession = Session & { readonly host: TmuxHost };

export class SessionActions {
	readonly #context: ActionContext;
	readonly #asked = new Map<SessionId, Asked>();

	constructor(context: ActionContext) {
		this.#context = context;
	}

	/** Whether an action of this window is under way on the session: its end is then no news from outside. */
	isAsked(id: string): boolean {
		return this.#asked.has(id as SessionId);
	}

	/** A killed session leaves the list at once; its record follows into the archive. */
	isLeaving(session: Session): boolean {
		return this.#asked.get(session.id) === 'killed' && session.host.kind === 'none';
	}

	/** Whether the session came or went because of us. */
	tookPlace(id: SessionId, asked: Asked): boolean {
		return this.#asked.get(id) === asked;
	}

	async spawn(request: SpawnRequest): Promise<Outcome<SessionId>> {
		const place = await this.#newSessionPlace();
		if ('kind' in place) return refused(place);
		return this.#attempt(async () => {
			const program = this.#context.programOf(request.agent);
			const takenNames = this.#context.sessions.all.map((session) => session.name);
			return spawn(request, { ...place, program, takenNames, while: (id, work) => this.#while(id, 'spawned', work) });
		});
	}

	/** Starts a stopped session again: same folder, same id, and the same conversation where the agent can continue it. */
	async resume(id: SessionId): Promise<Outcome<SessionId>> {
		const session = this.#context.sessions.get(id);
		if (!session) return refused({ kind: 'gone' });
		if (session.lifecycle !== 'stopped' && session.lifecycle !== 'errored') return refused({ kind: 'not-stopped' });
		const place = await this.#newSessionPlace();
		if ('kind' in place) return refused(place);
		const { programOf, now } = this.#context;
		return this.#attempt(() => resume(session, { ...place, programOf, now, while: (work) => this.#while(id, 'spawned', work) }));
	}

	kill(id: SessionId): Promise<Outcome> {
		return this.#act(id, (server, session) =>
			this.#while(id, 'killed', async () => {
				const registry = await this.#context.registry();
				await server.killSession(session.host.target);
				await server.refresh('command');
				if (!registry.get(id)) return;
				await registry.journal.append(id, { kind: 'killed', by: 'user' });
				await registry.update(id, (record) => ({
					...record,
					lifecycle: 'stopped',
					stop: { cause: 'killed', at: this.#context.now(), reported: true },
				}));
				await registry.archive(id);
			}),
		);
	}

	/** Puts a stopped session out of sight; it can be restored. */
	async archive(id: SessionId): Promise<Outcome> {
		const session = this.#context.sessions.get(id);
		if (!session) return refused({ kind: 'gone' });
		if (session.lifecycle !== 'stopped' && session.lifecycle !== 'errored') return refused({ kind: 'not-stopped' });
		return this.#attempt(async () => {
			// A dead pane that is still shown in tmux would come straight back.
			const server = session.host.kind === 'tmux' ? this.#context.server(session.host.server) : undefined;
			if (session.host.kind === 'tmux') await server?.killSession(session.host.target);
			const registry = await this.#context.registry();
			if (await registry.archive(id)) await registry.journal.append(id, { kind: 'archived', by: 'user' });
			await server?.refresh('command');
			return done();
		});
	}

	async restore(id: SessionId): Promise<Outcome> {
		return this.#attempt(async () => {
			const registry = await this.#context.registry();
			if (await registry.restore(id)) await registry.journal.append(id, { kind: 'restored', by: 'user' });
			return done();
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
			const { file } = server.attachCommand(session.host.target);
			// A person reads this: the name, where tmux can't take it for a pattern or an id.
			const target = /^\w[\w-]*$/.test(session.name) ? `=${session.name}` : session.host.target.sessionId;
			return [file, ...socketArgs(server.socket), 'attach-session', '-t', target].map(shellWord).join(' ');
		});
	}

	/** Where a new session goes, or why there can be none. */
	async #newSessionPlace(): Promise<{ readonly server: TmuxServer; readonly registry: Registry } | Refusal> {
		const availability = await this.#context.ready();
		if (availability.kind === 'missing') return { kind: 'tmux-missing' };
		if (availability.kind === 'too-old') return { kind: 'tmux-too-old', version: availability.version };
		const server = this.#context.server();
		if (!server) return { kind: 'failed', message: 'tmux is not observed' };
		return { server, registry: await this.#context.registry() };
	}

	async #act<T>(id: SessionId, action: (server: TmuxServer, session: TmuxSession) => Promise<T>): Promise<Outcome<T>> {
		const session = this.#context.sessions.get(id);
		if (!session) return refused({ kind: 'gone' });
		if (!isInTmux(session)) return refused({ kind: session.host.kind === 'none' ? 'not-running' : 'not-in-tmux' });
		const server = this.#context.server(session.host.server);
		if (!server) return refused({ kind: 'gone' });
		return this.#attempt(async () => done(await action(server, session)));
	}

	async #while<T>(id: SessionId, asked: Asked, work: () => Promise<T>): Promise<T> {
		this.#asked.set(id, asked);
		try {
			return await work();
		} finally {
			this.#asked.delete(id);
			this.#context.onDidEnd();
		}
	}

	async #attempt<T>(action: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
		try {
			return await action();
		} catch (error) {
			this.#context.logger.error(`an action failed: ${String(error)}`);
			return refused(refusalOf(error));
		}
	}
}

function isInTmux(session: Session): session is TmuxSession {
	return session.host.kind === 'tmux';
}

function refusalOf(error: unknown): Refusal {
	if (error instanceof TmuxError) {
		if (error.reason === 'stale-target' || error.reason === 'absent') return { kind: 'gone' };
		if (error.reason === 'missing') return { kind: 'tmux-missing' };
	}
	return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
}
