/** Watches a session that was just made until it speaks: one that dies right away is a failed start, not a session. */
import type { PaneTarget, SessionTarget } from '../../tmux/model.ts';
import type { TmuxServer } from '../../tmux/server.ts';
import type { SessionId } from '../session.ts';
import type { ActionDesk } from './context.ts';
import { eventually } from './waiting.ts';

/** A wrong flag or a missing file ends an agent within this; one that lives longer has started. */
const FIRST_MOMENTS_MS = 1_200;
const LOOK_EVERY_MS = 250;
const OUTPUT_LINES = 20;
const OUTPUT_CHARS = 2_000;
/** The line that tmux writes into a dead pane: `Pane is dead (status 1, Wed Nov 18 …)`. */
const DEAD = /^Pane is dead \(([^,)]*)/;

/** What it said last where it ended at once; undefined where it lives. */
export async function lastWords(
	desk: ActionDesk,
	server: TmuxServer,
	made: SessionTarget & PaneTarget & { readonly id: SessionId },
): Promise<string | undefined> {
	const fate = await eventually(desk.context.sessions, { limitMs: FIRST_MOMENTS_MS, everyMs: LOOK_EVERY_MS }, () => {
		const session = desk.session(made.id);
		// Until the list has seen this run, it still tells of the one before.
		if (session?.host.kind !== 'tmux' || session.host.paneId !== made.paneId || session.host.panePid !== made.panePid) return undefined;
		if (session.lifecycle === 'stopped') return 'dead';
		const { source } = session.evidence;
		return session.activity !== 'unknown' && source !== 'process' && source !== 'none' ? 'speaks' : undefined;
	});
	if (fate === 'speaks') return undefined;
	if (fate !== 'dead' && (await isAlive(server, made))) return undefined;
	// With what has scrolled off: the line that tmux adds at the end pushes a single line of output there.
	const screens = await server.capture([made.paneId], { scrolledLines: OUTPUT_LINES }).catch(() => undefined);
	return lastLines(screens?.get(made.paneId) ?? '');
}

async function isAlive(server: TmuxServer, { paneId, panePid }: PaneTarget): Promise<boolean> {
	const observation = await server.refresh('command');
	// Whoever can't look says nothing about its end.
	if (observation.kind === 'unobservable' || observation.kind === 'pending') return true;
	if (observation.kind === 'absent') return false;
	const panes = observation.listing.sessions.flatMap((session) => session.panes);
	return panes.some((pane) => pane.id === paneId && pane.pid === panePid && !pane.dead);
}

/** Its last lines; where it left none, what tmux says of its end. */
function lastLines(screen: string): string {
	const lines = screen.split('\n').map((line) => line.trimEnd());
	const said = lines.filter((line) => line !== '' && !DEAD.test(line));
	const end = DEAD.exec(lines.findLast((line) => DEAD.test(line)) ?? '')?.[1] ?? '';
	return said.length === 0 ? end : said.slice(-OUTPUT_LINES).join('\n').slice(-OUTPUT_CHARS);
}
