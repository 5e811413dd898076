/** Follows one tmux server: gives each of its sessions an id for life and keeps their part of the list true. */
import { DisposableList } from '../base/disposable.ts';
import type { Logger } from '../base/logger.ts';
import type { Listing, TmuxSession } from '../tmux/model.ts';
import type { Observation, TmuxServer } from '../tmux/server.ts';
import { sessionFromTmux } from './fusion.ts';
import { asSessionId, newSessionId, type Session, type SessionId } from './session.ts';
import type { SessionChange, SessionList } from './sessionList.ts';

export const SHOAL_ID_OPTION = '@shoal_id';

export interface TmuxDiscoveryOptions {
	/** Names the server among those we observe. */
	readonly key: string;
	readonly server: TmuxServer;
	readonly list: SessionList;
	readonly logger: Logger;
	readonly now: () => number;
	/** Told after each change of the list, with whether the tmux server still runs. */
	readonly onDidReconcile: (change: SessionChange, serverAlive: boolean) => void;
}

export class TmuxDiscovery extends DisposableList {
	readonly #options: TmuxDiscoveryOptions;
	/** Ids being written, by tmux session: two listings in a row must not make two ids for one session. */
	readonly #adopting = new Map<string, Promise<void>>();
	/** Ids of sessions whose own mark could not be used (a copied mark, a server that refuses options). */
	readonly #assigned = new Map<string, SessionId>();

	constructor(options: TmuxDiscoveryOptions) {
		super();
		this.#options = options;
		this.add(options.server.onDidObserve((observation) => this.#handleObservation(observation)));
		options.server.start();
	}

	#handleObservation(observation: Observation): void {
		switch (observation.kind) {
			case 'pending':
				return;
			case 'listed':
				this.#handleListing(observation.listing);
				return;
			case 'absent':
				this.#assigned.clear();
				this.#reconcile([], false);
				return;
			case 'unobservable': {
				// Says nothing about the sessions: they stay as they were, out of reach.
				const cutOff = this.#own().map((session): Session => ({ ...session, health: 'disconnected' }));
				this.#reconcile(cutOff, true);
				return;
			}
		}
	}

	#handleListing(listing: Listing): void {
		const { list, now, key } = this.#options;
		const taken = new Set<SessionId>();
		const sessions: Session[] = [];
		// Oldest first, so that of two sessions with one mark the original keeps it.
		for (const tmuxSession of [...listing.sessions].sort((a, b) => a.created - b.created || order(a.id) - order(b.id))) {
			const id = this.#identify(listing, tmuxSession, taken);
			if (!id) continue;
			taken.add(id);
			const session = sessionFromTmux({ id, server: key, identity: listing.server, session: tmuxSession }, list.get(id), now());
			if (session) sessions.push(session);
		}
		this.#reconcile(sessions, true);
	}

	/** The session's id, or undefined while one is being written on it: the listing that follows has it. */
	#identify(listing: Listing, session: TmuxSession, taken: ReadonlySet<SessionId>): SessionId | undefined {
		const run = `${listing.server.pid}.${listing.server.startTime}.${session.id}`;
		const assigned = this.#assigned.get(run);
		if (assigned) return assigned;
		const marked = asSessionId(session.shoalId);
		if (marked && !taken.has(marked)) return marked;
		if (session.shoalId !== '') {
			const id = newSessionId();
			this.#options.logger.warn(
				`${session.name}: its mark is not its own (${marked ? 'copied' : 'malformed'}); it goes by ${id} in this window`,
			);
			this.#assigned.set(run, id);
			return id;
		}
		if (!this.#adopting.has(run)) this.#adopting.set(run, this.#adopt(listing, session, run));
		return undefined;
	}

	async #adopt(listing: Listing, session: TmuxSession, run: string): Promise<void> {
		const { server, logger } = this.#options;
		const id = newSessionId();
		try {
			const target = { server: listing.server, sessionId: session.id, created: session.created };
			const standing = await server.setUserOption(target, SHOAL_ID_OPTION, id, true);
			logger.info(`adopted tmux session ${JSON.stringify(session.name)} (${session.id}) as ${standing}`);
		} catch (error) {
			logger.warn(`could not mark ${JSON.stringify(session.name)} (${session.id}): ${String(error)}; it goes by ${id} in this window`);
			this.#assigned.set(run, id);
		} finally {
			this.#adopting.delete(run);
		}
		if (!this.disposed) await server.refresh('command');
	}

	#own(): readonly Session[] {
		return this.#options.list.all.filter((session) => this.#owns(session));
	}

	#owns(session: Session): boolean {
		return session.host.kind === 'tmux' && session.host.server === this.#options.key;
	}

	#reconcile(sessions: readonly Session[], serverAlive: boolean): void {
		const change = this.#options.list.replace(sessions, (session) => this.#owns(session));
		this.#options.onDidReconcile(change, serverAlive);
	}
}

/** `$12` sorts after `$3`. */
function order(id: string): number {
	return Number(id.slice(1));
}
