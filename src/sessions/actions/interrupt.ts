/** Interrupts what an agent does, and only that turn which was meant. */
import { adapterOf } from '../../agents/catalog.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import type { SessionId } from '../session.ts';
import { type ActionDesk, paneOf } from './context.ts';
import { tmuxKeys } from './keys.ts';
import { lookAt } from './paneView.ts';
import { isBusy, type Turns } from './turns.ts';
import { eventually } from './waiting.ts';

export interface InterruptOptions {
	/** The turn that the user saw, as `turnOf` numbers it; without it, the one that runs when the request is made. */
	readonly turn?: number;
	readonly why?: string;
}

export interface InterruptReceipt {
	/** `unverified`: the key was sent, and the agent does not show yet that it stopped. */
	readonly kind: 'interrupted' | 'unverified';
}

/** An agent stops within a second; a tool that must be ended first takes longer. */
const STOP_LIMIT_MS = 5_000;
const LOOK_EVERY_MS = 100;

export async function interrupt(
	desk: ActionDesk,
	turns: Turns,
	{ id, turn = turns.of(id), why }: InterruptOptions & { readonly id: SessionId },
): Promise<Outcome<InterruptReceipt>> {
	const sent = await desk.typing.run(id, () =>
		desk.actOutcome(id, async (server, session) => {
			if (session.lifecycle === 'stopped') return refused({ kind: 'not-running' });
			if (turns.of(id) !== turn) return refused({ kind: 'newer-turn' });
			const view = await lookAt(server, session);
			if (!view) return refused({ kind: 'gone' });
			const { decision } = view.reading;
			// Escape would answer the dialog, which is another decision than to stop.
			if (decision) return refused({ kind: 'blocked', dialog: decision.kind, question: decision.question });
			// The signals behind the list may lag behind the screen, and the other way round: one that shows work is enough.
			const now = desk.session(id);
			const works = view.reading.activity === 'working' || view.reading.activity === 'retrying' || (now !== undefined && isBusy(now));
			if (!works) return refused({ kind: 'nothing-to-interrupt' });
			if (turns.of(id) !== turn) return refused({ kind: 'newer-turn' });
			const keys = adapterOf(session.agent)?.keys.interrupt ?? [{ kind: 'key', key: 'C-c' } as const];
			await server.sendKeys(paneOf(session), tmuxKeys(keys));
			return done(session);
		}),
	);
	if (sent.kind === 'refused') return sent;
	return desk.attempt(async () => {
		const registry = await desk.context.registry();
		if (registry.get(id)) await registry.journal.append(id, { kind: 'interrupted', by: 'user', why: why ?? `turn ${turn}` });
		const stopped = await eventually(desk.context.sessions, { limitMs: STOP_LIMIT_MS, everyMs: LOOK_EVERY_MS }, () => {
			const session = desk.session(id);
			return !session || !isBusy(session) || turns.of(id) !== turn ? true : undefined;
		});
		return done({ kind: stopped ? 'interrupted' : 'unverified' });
	});
}
