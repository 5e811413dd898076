/** Keeps the registry true to what is seen: adopts what is new, notes what changed, marks what is gone, once for all windows. */
import type { Logger } from '../base/logger.ts';
import { RegistryError } from '../registry/errors.ts';
import { projectKey } from '../registry/paths.ts';
import type { RecordHost, SessionRecord } from '../registry/record.ts';
import type { Registry } from '../registry/registry.ts';
import { whereabouts } from './roster.ts';
import type { Session, StopCause } from './session.ts';
import type { Presence } from './tmuxDiscovery.ts';

/** Making a tmux session takes milliseconds; whoever takes this long is not there any more. */
const START_LIMIT_MS = 120_000;

export interface RecordKeeperOptions {
	readonly registry: Registry;
	readonly logger: Logger;
	readonly now: () => number;
	/** Whether an action of this window on the session is under way, which then keeps the record itself. */
	readonly isAsked: (id: string) => boolean;
	/** Told when a record has been dealt with, and it is time to look at it again. */
	readonly onDidSettle: () => void;
	/** Told of sessions that were running when the last window closed and are gone now; each is told in one window only. */
	readonly onDidMissAtStart: (record: SessionRecord) => void;
}

export class RecordKeeper {
	readonly #options: RecordKeeperOptions;
	/** Sessions seen running since this window started: what was never seen went away before. */
	readonly #seen = new Set<string>();
	/** Records being created or ended: the next look must not do it again. */
	readonly #busy = new Map<string, Promise<void>>();

	constructor(options: RecordKeeperOptions) {
		this.#options = options;
	}

	reconcile(sessions: readonly Session[], presences: ReadonlyMap<string, Presence>): void {
		const { registry } = this.#options;
		for (const session of sessions) {
			if (session.host.kind !== 'tmux' || session.health === 'disconnected') continue;
			this.#seen.add(session.id);
			const record = registry.get(session.id);
			if (record) this.#note(record, session);
			else this.#once(session.id, () => this.#adopt(session));
		}
		for (const record of registry.list()) {
			const where = whereabouts(record, presences);
			if (isRunning(record) && where.kind === 'gone')
				this.#once(record.id, () => this.#end(record, this.#causeOf(record, where.serverAlive)));
			if (this.#neverStarted(record)) this.#once(record.id, () => this.#fail(record));
		}
	}

	/** Resolves when nothing is under way. */
	async settled(): Promise<void> {
		while (this.#busy.size > 0) await Promise.all(this.#busy.values());
	}

	/** One thing at a time per session; what fails is logged and tried again with the next change. */
	#once(id: string, work: () => Promise<void>): void {
		if (this.#busy.has(id) || this.#options.isAsked(id)) return;
		this.#busy.set(id, this.#settle(id, work));
	}

	async #settle(id: string, work: () => Promise<void>): Promise<void> {
		try {
			await work();
		} catch (error) {
			this.#busy.delete(id);
			this.#options.logger.warn(`the record of ${id} could not be kept: ${String(error)}`);
			return;
		}
		this.#busy.delete(id);
		// What was seen meanwhile was passed over.
		this.#options.onDidSettle();
	}

	async #adopt(session: Session): Promise<void> {
		const { registry, logger } = this.#options;
		try {
			await registry.create({
				id: session.id,
				name: session.name,
				project: projectKey(session.folder),
				folder: session.folder,
				agent: session.agent,
				lifecycle: recordedLifecycle(session),
				...factsOf(session),
				createdAt: session.createdAt,
				ownership: { session: 'adopted' },
			});
			await registry.journal.append(session.id, { kind: 'adopted', by: 'outside', text: session.name });
		} catch (error) {
			if (!(error instanceof RegistryError) || error.reason !== 'exists') throw error;
			// Another window was first; or it was archived and runs again, which ends its time in the archive.
			if (!registry.get(session.id) && (await registry.restore(session.id)))
				logger.info(`${session.name} runs again: restored from the archive`);
		}
	}

	/**
	 * What it last said stays readable after it has stopped and when a window opens. The checkpointer holds one thought per session, the
	 * newest, writes it with the next change or at its interval, and is emptied before the window ends.
	 */
	#noteThought(record: SessionRecord, { id, agent, thought }: Session): void {
		// The title of a plain program is no word of an agent, and may hold anything.
		if (agent === 'other' || !thought || thought.source === 'none') return;
		const { text, at, source } = thought;
		if (record.thought && (record.thought.text === text || record.thought.at > at)) return;
		this.#options.registry.checkpoint(id, { thought: { text, at, source } }, 'lazy');
	}

	#note(record: SessionRecord, session: Session): void {
		this.#noteThought(record, session);
		const { host } = factsOf(session);
		const lifecycle = recordedLifecycle(session);
		const agent = session.agent === 'other' ? record.agent : session.agent;
		// Kept after the agent has left: it is what a resume goes back to.
		const conversationId = session.conversation?.id ?? record.conversationId;
		// tmux knows no folder of a dead pane; a resume goes back to the last one known.
		const folder = session.folder || record.folder;
		const same =
			record.name === session.name &&
			record.folder === folder &&
			record.agent === agent &&
			record.lifecycle === lifecycle &&
			record.conversationId === conversationId &&
			sameHost(record.host, host);
		if (same) return;
		const { name } = session;
		const revived = lifecycle === 'live' && { stop: undefined };
		this.#options.registry.checkpoint(session.id, { name, folder, agent, lifecycle, conversationId, host, ...revived });
	}

	async #end(record: SessionRecord, cause: StopCause): Promise<void> {
		const { registry, logger, now } = this.#options;
		let first = false;
		const ended = await registry.update(record.id, (current) => {
			first = isRunning(current) && current.revision === record.revision;
			return first ? { ...current, lifecycle: 'stopped', stop: { cause, at: now(), reported: true } } : current;
		});
		if (!first) return;
		logger.info(`${record.name} (${record.id}) stopped: ${cause}`);
		await registry.journal.append(record.id, { kind: 'stopped', by: 'outside', why: cause });
		if (cause === 'startup_missing_tmux') this.#options.onDidMissAtStart(ended);
		// A shell that somebody closed is done with; an agent, or what a dead server took along, is kept to be resumed.
		if (cause === 'ended' && record.agent === 'other') await registry.archive(record.id);
	}

	/** Its maker died between the record and the session. */
	#neverStarted(record: SessionRecord): boolean {
		return record.lifecycle === 'starting' && !record.host && this.#options.now() - record.createdAt > START_LIMIT_MS;
	}

	async #fail(record: SessionRecord): Promise<void> {
		const { registry } = this.#options;
		await registry.update(record.id, (current) =>
			current.lifecycle === 'starting' && !current.host ? { ...current, lifecycle: 'errored' } : current,
		);
		await registry.recordError(record.id, 'The window that started it ended before the session was there.');
	}

	#causeOf(record: SessionRecord, serverAlive: boolean): StopCause {
		if (!this.#seen.has(record.id)) return 'startup_missing_tmux';
		if (serverAlive) return 'ended';
		// A tmux server ends with its last session: alone, the session ended; with others, the server took them along.
		const others = this.#options.registry.list().filter((other) => other.id !== record.id && sameRun(other, record));
		return others.some((other) => isRunning(other) || other.stop?.cause === 'server_gone') ? 'server_gone' : 'ended';
	}
}

/** Whether both were made by the same run of the same tmux server. */
function sameRun({ host: a }: SessionRecord, { host: b }: SessionRecord): boolean {
	if (a?.kind !== 'tmux' || b?.kind !== 'tmux') return false;
	return a.socket === b.socket && a.server.pid === b.server.pid && a.server.startTime === b.server.startTime;
}

function isRunning({ lifecycle }: SessionRecord): boolean {
	return lifecycle === 'live' || lifecycle === 'starting';
}

/** A pane that is dead but still shown is stopped; it can be looked at and resumed. */
function recordedLifecycle(session: Session): 'live' | 'stopped' {
	return session.lifecycle === 'stopped' ? 'stopped' : 'live';
}

function factsOf(session: Session): { readonly host: RecordHost } {
	const { host } = session;
	if (host.kind !== 'tmux') throw new Error(`${session.id} is not in tmux`);
	const { server, sessionId, created } = host.target;
	return { host: { kind: 'tmux', socket: host.server, sessionId, name: session.name, created, server } };
}

function sameHost(a: RecordHost | undefined, b: RecordHost): boolean {
	return JSON.stringify(a) === JSON.stringify(b);
}
