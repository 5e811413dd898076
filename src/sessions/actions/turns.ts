/** Numbers the turns of each session, so that a request to interrupt one never hits the next. */
import type { Disposable } from '../../base/disposable.ts';
import type { Session, SessionId } from '../session.ts';
import type { SessionChange, SessionList } from '../sessionList.ts';

export class Turns implements Disposable {
	readonly #turns = new Map<SessionId, { readonly number: number; readonly busy: boolean }>();
	readonly #subscription: Disposable;

	constructor(sessions: SessionList) {
		for (const session of sessions.all) this.#note(session);
		this.#subscription = sessions.onDidChange((change) => this.#handleChange(change));
	}

	/** The turn that runs now or ran last; grows with every turn, 0 before the first that was seen. */
	of(id: SessionId): number {
		return this.#turns.get(id)?.number ?? 0;
	}

	dispose(): void {
		this.#subscription.dispose();
	}

	#handleChange({ added, changed, removed }: SessionChange): void {
		for (const session of [...added, ...changed]) this.#note(session);
		for (const session of removed) this.#turns.delete(session.id);
	}

	/** A question is part of the turn that asks it. */
	#note(session: Session): void {
		const before = this.#turns.get(session.id) ?? { number: 0, busy: false };
		const busy = isBusy(session);
		this.#turns.set(session.id, { number: busy && !before.busy ? before.number + 1 : before.number, busy });
	}
}

export function isBusy({ activity }: Session): boolean {
	switch (activity) {
		case 'working':
		case 'retrying':
		case 'needsApproval':
		case 'needsAnswer':
			return true;
		case 'idle':
		case 'failed':
		case 'startDialog':
		case 'unknown':
			return false;
	}
}
