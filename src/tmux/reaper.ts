/** Brings the exit status of dead panes: Debian's and Ubuntu's tmux lose the signal that tells the server of it, and say nothing at all. */
import { type FSWatcher, watch } from 'node:fs';
import type { Disposable } from '../base/disposable.ts';
import type { Listing } from './model.ts';

/** One poke brings it (15 of 15 measured); a few more cover a server that was busy, then the status is accepted as unknown. */
const POKES_PER_PANE = 4;
/** Where Linux shows every terminal. One that goes may be that of a pane whose process ended; the watch costs nothing at rest. */
const TERMINALS = '/dev/pts';
/** A process lets go of its terminal a moment before it can be reaped. */
const REAP_STEPS_MS = [5, 50];

export class Reaper implements Disposable {
	#pokes = new Map<string, number>();
	#serverPid: number | undefined;
	#watcher: FSWatcher | undefined;
	#timers: NodeJS.Timeout[] = [];

	handleListing({ server, sessions }: Pick<Listing, 'server' | 'sessions'>): void {
		this.#serverPid = server.pid;
		this.#watcher ??= this.#watchTerminals();
		const unreaped = new Set<string>();
		for (const { panes } of sessions) {
			for (const pane of panes) if (pane.dead && !pane.exit) unreaped.add(`${server.pid} ${pane.id}`);
		}
		const pokes = new Map<string, number>();
		for (const key of unreaped) pokes.set(key, (this.#pokes.get(key) ?? 0) + 1);
		this.#pokes = pokes;
		if ([...pokes.values()].some((count) => count <= POKES_PER_PANE)) this.#poke();
	}

	handleAbsence(): void {
		this.#serverPid = undefined;
	}

	dispose(): void {
		this.#serverPid = undefined;
		this.#watcher?.close();
		for (const timer of this.#timers) clearTimeout(timer);
	}

	#watchTerminals(): FSWatcher | undefined {
		try {
			const watcher = watch(TERMINALS, { persistent: false }, () => {
				for (const timer of this.#timers) clearTimeout(timer);
				this.#timers = REAP_STEPS_MS.map((delayMs) => setTimeout(() => this.#poke(), delayMs));
			});
			watcher.on('error', () => watcher.close());
			return watcher;
		} catch {
			// Not Linux, or not allowed: the next listing shows the dead pane.
			return undefined;
		}
	}

	/** Sends the server the signal it missed. To any process but a tmux server that signal means nothing. */
	#poke(): void {
		if (this.#serverPid === undefined) return;
		try {
			process.kill(this.#serverPid, 'SIGCHLD');
		} catch {
			// The server is gone or another user's: the next listing will tell, and the status stays unknown until then.
		}
	}
}
