/** The observable list of sessions: the one thing the UI reads. */
import { isDeepStrictEqual } from 'node:util';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/event.ts';
import type { Session, SessionId } from './session.ts';

export interface SessionChange {
	readonly added: readonly Session[];
	readonly changed: readonly Session[];
	readonly removed: readonly Session[];
}

export class SessionList implements Disposable {
	readonly #sessions = new Map<SessionId, Session>();
	readonly #onDidChange = new Emitter<SessionChange>();
	readonly onDidChange = this.#onDidChange.event;

	get all(): readonly Session[] {
		return [...this.#sessions.values()];
	}

	get size(): number {
		return this.#sessions.size;
	}

	get(id: SessionId): Session | undefined {
		return this.#sessions.get(id);
	}

	/** Makes the list equal to `next`; what did not change is not announced. */
	replace(next: readonly Session[]): void {
		const added: Session[] = [];
		const changed: Session[] = [];
		const kept = new Set(next.map((session) => session.id));
		const removed = this.all.filter((session) => !kept.has(session.id));
		for (const session of removed) this.#sessions.delete(session.id);
		for (const session of next) {
			const before = this.#sessions.get(session.id);
			if (isDeepStrictEqual(before, session)) continue;
			this.#sessions.set(session.id, session);
			(before ? changed : added).push(session);
		}
		if (added.length + changed.length + removed.length > 0) this.#onDidChange.fire({ added, changed, removed });
	}

	dispose(): void {
		this.#onDidChange.dispose();
	}
}
