/** Brings the exit status of dead panes: Debian's and Ubuntu's tmux lose the signal that tells the server of it. */
import type { Listing } from './model.ts';

/** One poke brings it (15 of 15 measured); a few more cover a server that was busy, then the status is accepted as unknown. */
const POKES_PER_PANE = 4;

export class Reaper {
	#pokes = new Map<string, number>();

	/** Sends the server the signal it missed. To any process but a tmux server that signal means nothing. */
	handleListing({ server, sessions }: Pick<Listing, 'server' | 'sessions'>): void {
		const unreaped = new Set<string>();
		for (const { panes } of sessions) {
			for (const pane of panes) if (pane.dead && !pane.exit) unreaped.add(`${server.pid} ${pane.id}`);
		}
		const pokes = new Map<string, number>();
		for (const key of unreaped) pokes.set(key, (this.#pokes.get(key) ?? 0) + 1);
		this.#pokes = pokes;
		if ([...pokes.values()].some((count) => count <= POKES_PER_PANE)) pokeServer(server.pid);
	}
}

export function pokeServer(pid: number): void {
	try {
		process.kill(pid, 'SIGCHLD');
	} catch {
		// The server is gone or another user's: the next listing will tell, and the status stays unknown until then.
	}
}
