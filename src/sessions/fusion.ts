/** Turns what tmux says of a session into a Session. Pure: the clock comes in as an argument. */
import { hostname } from 'node:os';
import { agentOfCommand } from '../agents/catalog.ts';
import type { ServerIdentity, TmuxPane, TmuxSession } from '../tmux/model.ts';
import type { Session, SessionId, Thought } from './session.ts';

/** A row is one line: longer titles are cut by the view anyway, and a hostile one must not grow without bound. */
const THOUGHT_LIMIT = 200;

export interface TmuxSighting {
	readonly id: SessionId;
	/** Names the tmux server among those we observe. */
	readonly server: string;
	readonly identity: ServerIdentity;
	readonly session: TmuxSession;
}

/** In a split window the agent's pane speaks for the session, whichever pane the user last looked at. */
export function paneThatSpeaks(panes: readonly TmuxPane[]): TmuxPane | undefined {
	return panes.find((pane) => agentOfCommand(pane.command) !== 'other') ?? panes.find((pane) => pane.active) ?? panes[0];
}

export function sessionFromTmux(sighting: TmuxSighting, previous: Session | undefined, now: number): Session | undefined {
	const { session, identity } = sighting;
	const pane = paneThatSpeaks(session.panes);
	if (!pane) return undefined;
	const thought = thoughtFromTitle(pane, previous?.thought, now);
	return {
		id: sighting.id,
		name: session.name,
		agent: agentOfCommand(pane.command),
		folder: pane.path,
		host: {
			kind: 'tmux',
			server: sighting.server,
			target: { server: identity, sessionId: session.id, created: session.created },
			paneId: pane.id,
			panePid: pane.pid,
		},
		lifecycle: pane.dead ? 'stopped' : 'live',
		activity: 'unknown',
		evidence: { source: 'none', observation: 'no signal tells what this program does', at: session.created * 1000, confidence: 'none' },
		...(thought && { thought }),
		...(pane.exit && { exit: pane.exit }),
		health: 'healthy',
		clients: session.attached,
		command: pane.command,
		createdAt: session.created * 1000,
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
