/** Brings the terminal tabs of the last window back: remembers which sessions were open where, and opens those that tmux still has. */
import { DisposableList } from '../../base/disposable.ts';
import { asSessionId } from '../../sessions/session.ts';
import type { SessionList } from '../../sessions/sessionList.ts';
import type { KeptFile } from '../keptFile.ts';
import type { OpenTab, SessionTerminals } from './terminals.ts';

/** A session that has not shown up by then is gone; its tab is not opened minutes later under the user's hands. */
const RESTORE_WINDOW_MS = 10_000;

export class TerminalMemory extends DisposableList {
	readonly #file: KeptFile;
	readonly #terminals: SessionTerminals;
	readonly #sessions: SessionList;
	/** Remembered tabs whose session has not been seen yet: kept in what is stored until their time is over. */
	#awaited: readonly OpenTab[] = [];

	constructor(file: KeptFile, terminals: SessionTerminals, sessions: SessionList) {
		super();
		this.#file = file;
		this.#terminals = terminals;
		this.#sessions = sessions;
	}

	/** Opens what was open, as soon as each session is seen; from then on remembers what changes. */
	start(): void {
		this.#awaited = readTabs(this.#file.read());
		const timer = setTimeout(() => this.#giveUp(), RESTORE_WINDOW_MS);
		this.add({ dispose: () => clearTimeout(timer) });
		this.add(this.#sessions.onDidChange(() => this.#restore()));
		this.add(this.#terminals.onDidChangeOpen(() => this.#store()));
		this.#restore();
	}

	#restore(): void {
		for (const tab of this.#awaited) {
			const session = this.#sessions.get(tab.id);
			if (session?.lifecycle !== 'live') continue;
			void this.#terminals.open(session, { place: tab.place, inBackground: true }).finally(() => {
				this.#awaited = this.#awaited.filter((other) => other !== tab);
			});
		}
	}

	#giveUp(): void {
		this.#awaited = [];
		this.#store();
	}

	#store(): void {
		const open = this.#terminals.tabs;
		const awaited = this.#awaited.filter((tab) => !open.some(({ id }) => id === tab.id));
		this.#file.write([...open, ...awaited]);
	}
}

/** What an older or newer version stored is data from outside. */
function readTabs(stored: unknown): readonly OpenTab[] {
	if (!Array.isArray(stored)) return [];
	return stored.flatMap((entry: unknown): OpenTab[] => {
		if (typeof entry !== 'object' || entry === null || !('id' in entry) || typeof entry.id !== 'string') return [];
		const id = asSessionId(entry.id);
		return id ? [{ id, place: 'place' in entry && entry.place === 'beside' ? 'beside' : 'panel' }] : [];
	});
}
