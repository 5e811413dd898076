/** "Done" stays marked until seen: which sessions finished a turn that nobody has looked at. Kept for the workspace, also while no window is open. */

import { EventEmitter, window } from 'vscode';
import { DisposableList } from '../base/disposable.ts';
import { isWorking } from '../sessions/attention.ts';
import type { Session, SessionId } from '../sessions/session.ts';
import type { SessionList } from '../sessions/sessionList.ts';
import type { Memory } from './memory.ts';
import type { SessionTerminals } from './terminal/terminals.ts';

const KEY = 'shoal.unseen';

interface Kept {
	readonly unseen: readonly SessionId[];
	/** Who worked when this was written: what rests when the next window looks, has finished meanwhile. */
	readonly working: readonly SessionId[];
}

export class Unseen extends DisposableList {
	readonly #memory: Memory;
	readonly #list: SessionList;
	readonly #terminals: Pick<SessionTerminals, 'isActive'>;
	readonly #unseen: Set<SessionId>;
	readonly #working: Set<SessionId>;
	readonly #onDidChange = this.add(new EventEmitter<readonly SessionId[]>());
	readonly onDidChange = this.#onDidChange.event;

	constructor(list: SessionList, terminals: Pick<SessionTerminals, 'isActive'>, memory: Memory) {
		super();
		this.#memory = memory;
		this.#list = list;
		this.#terminals = terminals;
		const kept = memory.get<Kept>(KEY, { unseen: [], working: [] });
		this.#unseen = new Set(kept.unseen);
		this.#working = new Set(kept.working);
		this.add(list.onDidChange(({ added, changed, removed }) => this.#handleChange([...added, ...changed], removed)));
		this.add(window.onDidChangeActiveTerminal(() => this.#lookAtFront()));
		this.add(window.onDidChangeWindowState(() => this.#lookAtFront()));
		this.#handleChange(list.all, []);
	}

	has(id: SessionId): boolean {
		return this.#unseen.has(id);
	}

	see(id: SessionId): void {
		if (this.#unseen.delete(id)) this.#tell([id]);
	}

	#handleChange(present: readonly Session[], removed: readonly Session[]): void {
		const changed: SessionId[] = [];
		let begun = false;
		for (const session of present) {
			const { id } = session;
			if (isWorking(session)) {
				begun ||= !this.#working.has(id);
				this.#working.add(id);
				// Whoever gave it more to do has seen what it had done.
				if (this.#unseen.delete(id)) changed.push(id);
			} else if (hasFinished(session) && this.#working.delete(id)) {
				begun = true;
				if (this.#isInFront(id)) continue;
				this.#unseen.add(id);
				changed.push(id);
			}
		}
		for (const { id } of removed) if (this.#unseen.delete(id) || this.#working.delete(id)) changed.push(id);
		if (changed.length > 0) this.#tell(changed);
		else if (begun) this.#keep();
	}

	#lookAtFront(): void {
		for (const id of [...this.#unseen]) if (this.#isInFront(id)) this.see(id);
	}

	#isInFront(id: SessionId): boolean {
		return window.state.focused && this.#terminals.isActive(id);
	}

	#tell(ids: readonly SessionId[]): void {
		this.#keep();
		this.#onDidChange.fire(ids.filter((id) => this.#list.get(id)));
	}

	#keep(): void {
		void this.#memory.update(KEY, { unseen: [...this.#unseen], working: [...this.#working] } satisfies Kept);
	}
}

/** Its turn is over and it says so; what is unknown or asks is not done. */
function hasFinished({ lifecycle, activity, agent }: Session): boolean {
	return lifecycle === 'live' && agent !== 'other' && (activity === 'idle' || activity === 'failed');
}
