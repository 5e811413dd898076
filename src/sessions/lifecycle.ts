/** Tells which tmux sessions came and went since the last look, and on whose word. */
import { DisposableList } from '../base/disposable.ts';
import { Emitter } from '../base/event.ts';
import type { Logger } from '../base/logger.ts';
import type { SessionActions } from './actions/sessionActions.ts';
import type { Session, SessionId } from './session.ts';

export interface LifecycleEvent {
	readonly kind: 'created' | 'deleted';
	readonly session: Session;
	/** Who made or ended it: us on the user's word, or something outside this window. */
	readonly reason: 'spawned' | 'discovered' | 'stopped' | 'killed' | 'ended' | 'server-gone';
	readonly tmuxAlive: boolean;
}

export interface LifecycleOptions {
	readonly actions: Pick<SessionActions, 'isStarting' | 'endAskedFor'>;
	/** Whether the tmux server of this name is there. */
	readonly isAlive: (server: string) => boolean;
	readonly logger: Logger;
}

export class LifecycleNews extends DisposableList {
	readonly #options: LifecycleOptions;
	/** The sessions that run in tmux, as last announced. */
	#running = new Map<SessionId, Session>();
	readonly #onDidChange = this.add(new Emitter<LifecycleEvent>());
	readonly onDidChange = this.#onDidChange.event;

	constructor(options: LifecycleOptions) {
		super();
		this.#options = options;
	}

	announce(sessions: readonly Session[]): void {
		const { actions, isAlive } = this.#options;
		const running = new Map(sessions.filter((session) => session.host.kind === 'tmux').map((session) => [session.id, session]));
		const before = this.#running;
		this.#running = running;
		for (const [id, session] of running) {
			if (before.has(id)) continue;
			this.#fire({ kind: 'created', session, reason: actions.isStarting(id) ? 'spawned' : 'discovered', tmuxAlive: true });
		}
		for (const [id, session] of before) {
			if (running.has(id) || session.host.kind !== 'tmux') continue;
			const tmuxAlive = isAlive(session.host.server);
			this.#fire({ kind: 'deleted', session, reason: actions.endAskedFor(id) ?? (tmuxAlive ? 'ended' : 'server-gone'), tmuxAlive });
		}
	}

	#fire(event: LifecycleEvent): void {
		this.#options.logger.info(`${event.session.name} (${event.session.id}) ${event.kind}: ${event.reason}`);
		this.#onDidChange.fire(event);
	}
}
