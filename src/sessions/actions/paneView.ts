/** A fresh look at the screen of a session, as its agent's reader understands it. */
import { readScreen } from '../../agents/catalog.ts';
import type { ScreenReading } from '../../agents/screen/reading.ts';
import type { TmuxPane } from '../../tmux/model.ts';
import type { TmuxServer } from '../../tmux/server.ts';
import type { TmuxSession } from './context.ts';

export interface PaneView {
	readonly text: string;
	readonly reading: ScreenReading;
}

/** Undefined where the pane is gone, dead, or runs another process by now. */
export async function lookAt(server: TmuxServer, session: TmuxSession): Promise<PaneView | undefined> {
	const { paneId } = session.host;
	const text = (await server.capture([paneId])).get(paneId);
	const pane = listedPane(server, session);
	if (text === undefined || !pane || pane.dead) return undefined;
	const { title, command, path } = pane;
	return { text, reading: readScreen(session.agent, { text, title, dead: false, command, path }) };
}

/** The pane in the last listing, where it is still the same run of the same server. */
function listedPane({ observation }: TmuxServer, { host }: TmuxSession): TmuxPane | undefined {
	if (observation.kind !== 'listed') return undefined;
	const { server, sessions } = observation.listing;
	if (server.pid !== host.target.server.pid || server.startTime !== host.target.server.startTime) return undefined;
	return sessions.flatMap(({ panes }) => panes).find(({ id, pid }) => id === host.paneId && pid === host.panePid);
}
