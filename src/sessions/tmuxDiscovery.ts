/** Follows one tmux server: gives each of its sessions an id for life and tells which of them are there. */
import { DisposableList } from '../base/disposable.ts';
import { Emitter } from '../base/event.ts';
import type { Logger } from '../base/logger.ts';
import type { Listing, TmuxSession } from '../tmux/model.ts';
import type { Observation, TmuxServer } from '../tmux/server.ts';
import type { TmuxSighting } from './fusion.ts';
import { asSessionId, newSessionId, type SessionId } from './session.ts';

export const SHOAL_ID_OPTION = '@shoal_id';

/** What is known of one server's sessions. Only `listed` and `absent` are reliable; `at` is when that was so. */
export type Presence =
	| { readonly kind: 'pending' }
	| { readonly kind: 'listed'; readonly at: number; readonly sightings: ReadonlyMap<SessionId, TmuxSighting> }
	| { readonly kind: 'absent'; readonly at: number }
	| { readonly kind: 'unreachable'; readonly last: Presence };

export interface TmuxDiscoveryOptions {
	/** Names the server among those we observe. */
	readonly key: string;
	readonly server: TmuxServer;
	readonly logger: Logger;
	readonly now: () => number;
}

export class TmuxDiscovery extends DisposableList {
	readonly #options: TmuxDiscoveryOptions;
	readonly #onDidChange = this.add(new Emitter<Presence>());
	readonly onDidChange = this.#onDidChange.event;
	#presence: Presence = { kind: 'pending' };
	/** Ids being written, by tmux session: two listings in a row must not make two ids for one session. */
	readonly #adopting = new Map<string, Promise<void>>();
	/** Ids of sessions whose own mark could not be used (a copied mark, a server that refuses options). */
	readonly #assigned = new Map<string, SessionId>();

	constructor(options: TmuxDiscoveryOptions) {
		super();
		this.#options = options;
		this.add(options.server.onDidObserve((observation) => this.#handleObservation(observation)));
	}

	get presence(): Presence {
		return this.#presence;
	}

	get server(): TmuxServer {
		return this.#options.server;
	}

	#handleObservation(observation: Observation): void {
		switch (observation.kind) {
			case 'pending':
				return;
			case 'listed':
				this.#set({ kind: 'listed', at: observation.listing.at, sightings: this.#sightings(observation.listing) });
				return;
			case 'absent':
				this.#assigned.clear();
				this.#set({ kind: 'absent', at: this.#options.now() });
				return;
			case 'unobservable':
				if (this.#presence.kind !== 'unreachable') this.#set({ kind: 'unreachable', last: this.#presence });
				return;
		}
	}

	#set(presence: Presence): void {
		this.#presence = presence;
		this.#onDidChange.fire(presence);
	}

	#sightings(listing: Listing): ReadonlyMap<SessionId, TmuxSighting> {
		const sightings = new Map<SessionId, TmuxSighting>();
		// Oldest first, so that of two sessions with one mark the original keeps it.
		for (const session of [...listing.sessions].sort((a, b) => a.created - b.created || order(a.id) - order(b.id))) {
			const id = this.#identify(listing, session, sightings);
			if (id) sightings.set(id, { id, server: this.#options.key, identity: listing.server, session });
		}
		return sightings;
	}

	/** The session's id, or undefined while one is being written on it: the listing that follows has it. */
	#identify(listing: Listing, session: TmuxSession, taken: ReadonlyMap<SessionId, unknown>): SessionId | undefined {
		const run = `${listing.server.pid}.${listing.server.startTime}.${session.id}`;
		const assigned = this.#assigned.get(run);
		if (assigned) return assigned;
		const marked = asSessionId(session.shoalId);
		if (marked && !taken.has(marked)) return marked;
		if (session.shoalId !== '') {
			const id = newSessionId();
			this.#options.logger.warn(`${session.name}: its mark is ${marked ? 'a copy' : 'malformed'}; it goes by ${id} in this window`);
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
}

/** `$12` sorts after `$3`. */
function order(id: string): number {
	return Number(id.slice(1));
}
