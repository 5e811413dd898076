/** Turns what tmux and the agents say of a session into a Session. Pure: the clock comes in as an argument. */
import { hostname } from 'node:os';
import { basename } from 'node:path';
import type { AgentKind } from '../agents/adapter.ts';
import type { NativeSighting } from '../agents/watch/facts.ts';
import type { ServerIdentity, TmuxPane, TmuxSession } from '../tmux/model.ts';
import { speakingPane } from './activity/panes.ts';
import { type ActivityState, nothingKnown } from './activity/state.ts';
import { nativeSessionId, type Session, type SessionId, type Thought } from './session.ts';

/** A row is one line: longer titles are cut by the view anyway, and a hostile one must not grow without bound. */
const THOUGHT_LIMIT = 200;

export interface TmuxSighting {
	readonly id: SessionId;
	/** Names the tmux server among those we observe. */
	readonly server: string;
	readonly identity: ServerIdentity;
	readonly session: TmuxSession;
}

export type ReadPane = (sighting: TmuxSighting, pane: TmuxPane) => { readonly agent: AgentKind; readonly state: ActivityState | undefined };

export interface FusionInput {
	readonly previous: Session | undefined;
	readonly readPane: ReadPane;
	readonly now: number;
}

export function sessionFromTmux(sighting: TmuxSighting, { previous, readPane, now }: FusionInput): Session | undefined {
	const { session, identity } = sighting;
	const pane = speakingPane(session.panes, (candidate) => readPane(sighting, candidate).agent !== 'other');
	if (!pane) return undefined;
	const { agent, state } = readPane(sighting, pane);
	// An agent's title is a name or a spinner; what it thinks comes from its own words.
	const thought = state?.thought ?? (agent === 'other' ? thoughtFromTitle(pane, previous?.thought, now) : previous?.thought);
	return {
		id: sighting.id,
		name: session.name,
		agent,
		folder: pane.path,
		host: {
			kind: 'tmux',
			server: sighting.server,
			target: { server: identity, sessionId: session.id, created: session.created },
			paneId: pane.id,
			panePid: pane.pid,
		},
		lifecycle: pane.dead ? 'stopped' : 'live',
		...stateFields(state, session.created * 1000),
		...(thought && {
			thought: { text: thought.text, source: thought.source, at: thought.at, ...('state' in thought && { state: thought.state }) },
		}),
		...(pane.exit && { exit: pane.exit }),
		health: 'healthy',
		clients: session.attached,
		command: pane.command,
		createdAt: session.created * 1000,
	};
}

/** An agent in a plain terminal: seen through its process and its own files. */
export function sessionFromNative(sighting: NativeSighting, state: ActivityState | undefined): Session {
	const { agent, pid, startTime, folder } = sighting;
	const since = state?.since ?? 0;
	const thought = state?.thought;
	return {
		id: nativeSessionId(pid, startTime),
		name: state?.conversation?.name ?? `${agent} · ${basename(folder) || pid}`,
		agent,
		folder,
		host: { kind: 'native', pid, startTime, ancestors: sighting.ancestors },
		lifecycle: 'live',
		...stateFields(state, since),
		...(thought && { thought: { text: thought.text, source: thought.source, at: thought.at, state: thought.state } }),
		health: 'healthy',
		clients: 0,
		command: agent,
		createdAt: since,
	};
}

function stateFields(state: ActivityState | undefined, since: number) {
	return {
		activity: state?.activity ?? ('unknown' as const),
		evidence: state?.evidence ?? nothingKnown('no signal has come yet', since),
		activitySince: state?.since ?? since,
		rest: state?.rest ?? ('active' as const),
		...(state?.objective && { objective: state.objective }),
		...(state?.usage && { usage: state.usage }),
		...(state?.decision && { decision: state.decision }),
		...(state?.conversation && { conversation: state.conversation }),
		...(state?.memory.turn?.phase === 'interrupted' && { interrupted: true as const }),
		delegations: state?.delegations ?? 0,
		commitCandidate: state?.commitCandidate ?? false,
	};
}

/** tmux gives every pane the host's name as its first title: that is no thought. */
function thoughtFromTitle(pane: TmuxPane, previous: Thought | undefined, now: number): Thought | undefined {
	const text = pane.title
		.replaceAll(/\p{Cc}+/gu, ' ')
		.trim()
		.slice(0, THOUGHT_LIMIT);
	if (text === '' || text === hostname() || text === hostname().split('.')[0]) return previous;
	return previous?.text === text ? previous : { text, source: 'title', at: now };
}
