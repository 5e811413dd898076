/** Puts together what tmux shows and what the registry keeps into the list of sessions. Pure: nothing is asked, nothing is written. */
import type { AgentKind } from '../agents/adapter.ts';
import { agents, type KnownAgent } from '../agents/catalog.ts';
import type { SessionRecord } from '../registry/record.ts';
import { type ReadPane, sessionFromTmux } from './fusion.ts';
import type { Session, SessionId } from './session.ts';
import type { Presence } from './tmuxDiscovery.ts';

export interface RosterInput {
	readonly records: readonly SessionRecord[];
	/** By key of the tmux server. */
	readonly presences: ReadonlyMap<string, Presence>;
	readonly previous: (id: SessionId) => Session | undefined;
	readonly readPane: ReadPane;
	readonly now: number;
}

/** What tmux says of a recorded session. */
export type Whereabouts =
	| { readonly kind: 'seen' }
	/** Not in a listing that is newer than the record: it is gone. */
	| { readonly kind: 'gone'; readonly serverAlive: boolean }
	/** Nobody can tell now: no reliable listing, or none that is newer than the record. */
	| { readonly kind: 'unknown' };

export function whereabouts(record: SessionRecord, presences: ReadonlyMap<string, Presence>): Whereabouts {
	if (record.host?.kind !== 'tmux') return { kind: 'unknown' };
	const presence = presences.get(record.host.socket);
	switch (presence?.kind) {
		case 'listed':
			if (presence.sightings.has(record.id as SessionId)) return { kind: 'seen' };
			// Another window may have made it after our listing: only a listing taken later proves that it is gone.
			return presence.at > record.updatedAt ? { kind: 'gone', serverAlive: true } : { kind: 'unknown' };
		case 'absent':
			return presence.at > record.updatedAt ? { kind: 'gone', serverAlive: false } : { kind: 'unknown' };
		case 'unreachable':
		case 'pending':
		case undefined:
			return { kind: 'unknown' };
	}
}

export function rosterOf({ records, presences, previous, readPane, now }: RosterInput): readonly Session[] {
	const sessions = new Map<SessionId, Session>();
	const recorded = new Map(records.map((record) => [record.id, record]));
	for (const presence of presences.values()) {
		const reachable = presence.kind !== 'unreachable';
		const known = presence.kind === 'unreachable' ? presence.last : presence;
		if (known.kind !== 'listed') continue;
		for (const sighting of known.sightings.values()) {
			const session = sessionFromTmux(sighting, { previous: previous(sighting.id), readPane, now });
			if (!session) continue;
			const record = recorded.get(session.id);
			const agent = agentNow(session, record);
			// Out of reach says nothing about the session itself: it stays as it was last seen.
			sessions.set(session.id, { ...session, ...noteOf(record), agent, health: reachable ? session.health : 'disconnected' });
		}
	}
	for (const record of records) {
		const id = record.id as SessionId;
		if (!sessions.has(id)) sessions.set(id, sessionFromRecord(record, whereabouts(record, presences)));
	}
	return [...sessions.values()];
}

function sessionFromRecord(record: SessionRecord, where: Whereabouts): Session {
	const runs = record.lifecycle === 'live' || record.lifecycle === 'starting';
	const lifecycle = runs && where.kind === 'gone' ? 'stopped' : record.lifecycle;
	return {
		id: record.id as SessionId,
		name: record.name,
		agent: agentOf(record.agent),
		folder: record.folder,
		host: { kind: 'none' },
		lifecycle,
		activity: 'unknown',
		evidence: { source: 'none', observation: 'kept from an earlier time', at: record.updatedAt, confidence: 'none' },
		activitySince: record.updatedAt,
		rest: 'active',
		delegations: 0,
		commitCandidate: false,
		...(record.thought && { thought: { text: record.thought.text, source: sourceOf(record.thought.source), at: record.thought.at } }),
		...(record.stop && lifecycle === 'stopped' && { stopCause: record.stop.cause }),
		...noteOf(record),
		health: lifecycle === 'stopped' || lifecycle === 'errored' ? 'healthy' : 'disconnected',
		clients: 0,
		command: record.agent,
		createdAt: record.createdAt,
	};
}

/** Where an old thought came from matters only where it was not the session's own. */
function sourceOf(recorded: string | undefined): 'model' | 'none' {
	return recorded === 'model' ? 'model' : 'none';
}

function noteOf(record: SessionRecord | undefined): Pick<Session, 'pauseNote'> {
	return record?.pause ? { pauseNote: record.pause.note } : {};
}

/** What we started as an agent is one, also behind a wrapper and after it has ended. */
function agentNow(session: Session, record: SessionRecord | undefined): AgentKind {
	const startedByUs = record?.ownership?.session === 'created';
	return session.agent === 'other' && startedByUs ? agentOf(record.agent) : session.agent;
}

/** A later Shoal may know agents that this one does not. */
function agentOf(kind: string): AgentKind {
	return Object.hasOwn(agents, kind) ? (kind as KnownAgent) : 'other';
}
