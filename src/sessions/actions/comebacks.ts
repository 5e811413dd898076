/** Remembers which sessions Shoal brought back by itself, and writes down those that end soon after. */
import type { SessionId } from '../session.ts';
import type { SessionChange } from '../sessionList.ts';
import { type ActionDesk, isStopped } from './context.ts';
import { SOON_MS } from './resumePlan.ts';

export class Comebacks {
	readonly #desk: ActionDesk;
	/** Until when an end counts as soon. */
	readonly #until = new Map<SessionId, number>();

	constructor(desk: ActionDesk) {
		this.#desk = desk;
		desk.context.sessions.onDidChange((change) => this.#handleChange(change));
	}

	watch(id: SessionId): void {
		this.#until.set(id, this.#desk.context.now() + SOON_MS);
	}

	#handleChange({ changed, removed }: SessionChange): void {
		if (this.#until.size === 0) return;
		// A session whose server is gone has no pane to show: the record keeper writes its end down itself.
		for (const session of changed) if (isStopped(session) && session.host.kind === 'tmux') void this.#end(session.id);
		for (const { id } of removed) this.#until.delete(id);
	}

	async #end(id: SessionId): Promise<void> {
		const until = this.#until.get(id);
		this.#until.delete(id);
		const { now, registry, logger } = this.#desk.context;
		if (until === undefined || now() > until || this.#desk.asked(id)) return;
		try {
			await (await registry()).journal.append(id, { kind: 'stopped', by: 'outside', why: 'soon after an automatic resume' });
		} catch (error) {
			logger.warn(`the end of ${id} could not be written down: ${String(error)}`);
		}
	}
}
