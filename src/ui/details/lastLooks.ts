/** When the user last looked at each session, so that its page can tell what happened since. */
import { window } from 'vscode';
import { DisposableList } from '../../base/disposable.ts';
import type { SessionId } from '../../sessions/session.ts';
import type { Memory } from '../memory.ts';
import type { SessionTerminals } from '../terminal/terminals.ts';
import type { Absence } from './timeline.ts';

const KEY = 'shoal.lastLooks';
/** More sessions than anybody comes back to. */
const MOST = 200;

type Looks = Readonly<Record<string, number>>;

export class LastLooks extends DisposableList {
	readonly #memory: Memory;
	readonly #terminals: SessionTerminals;
	/** The session whose terminal is in front. */
	#inFront: SessionId | undefined;

	constructor(memory: Memory, terminals: SessionTerminals) {
		super();
		this.#memory = memory;
		this.#terminals = terminals;
		this.add(window.onDidChangeActiveTerminal(() => this.#handleTurn()));
		this.add(window.onDidChangeWindowState(({ focused }) => !focused && this.#handleTurn()));
	}

	/** From the last look until now; nothing is known of an absence where nobody ever looked. */
	absence(id: SessionId, until = Date.now()): Absence | undefined {
		const from = this.#looks[id];
		return from === undefined ? undefined : { from, until };
	}

	note(id: SessionId, at = Date.now()): void {
		const newest = Object.entries({ ...this.#looks, [id]: at }).sort(([, a], [, b]) => b - a);
		void this.#memory.update(KEY, Object.fromEntries(newest.slice(0, MOST)));
	}

	get #looks(): Looks {
		return this.#memory.get<Looks>(KEY, {});
	}

	/** The eye leaves one terminal for another, or the window. */
	#handleTurn(): void {
		if (this.#inFront) this.note(this.#inFront);
		this.#inFront = this.#terminals.tabs.find(({ id }) => this.#terminals.isActive(id))?.id;
		if (this.#inFront) this.note(this.#inFront);
	}
}
