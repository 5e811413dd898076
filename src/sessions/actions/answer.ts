/**
 * Answers the dialog that was looked at, or nothing: the screen is read again in the moment of typing, the same pane, process and
 * dialog must still be there, and of several windows one types.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { AgentKind, Keystroke } from '../../agents/adapter.ts';
import { approveIndex, chooseKeys, DIALOG_SETTLE_MS, rejectKeys } from '../../agents/answer.ts';
import type { Decision } from '../../agents/screen/reading.ts';
import { TmuxError } from '../../tmux/errors.ts';
import type { TmuxServer } from '../../tmux/server.ts';
import { stillAsked } from '../activity/detail.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import type { SessionId } from '../session.ts';
import { type ActionDesk, paneOf, type TmuxSession } from './context.ts';
import { rowsOfDialog, type Seen } from './dialogRows.ts';
import { tmuxKeys } from './keys.ts';
import { lookAt } from './paneView.ts';
import { MAX_PROMPT_CHARS, typeable } from './typeable.ts';
import { eventually } from './waiting.ts';
import { writeAnswer, writesInDialog } from './writtenAnswer.ts';

export type Choice =
	| { readonly kind: 'approve' }
	| { readonly kind: 'reject' }
	| { readonly kind: 'option'; readonly index: number }
	| { readonly kind: 'text'; readonly text: string };

export interface AnswerRequest {
	/** Of the decision that the user saw. */
	readonly fingerprint: string;
	readonly choice: Choice;
}

export interface AnswerReceipt {
	/** `unverified`: the keys were sent, and the dialog was still there when the time ran out. */
	readonly kind: 'answered' | 'unverified';
	/** Text that could not be written into the dialog: it was rejected, and this is to be sent as a prompt. */
	readonly sendNext?: string;
}

/** The dialog goes within tens of milliseconds; the state that follows it may take a tick of the list. */
const VERIFY_LIMIT_MS = 5_000;
const LOOK_EVERY_MS = 60;
/** Another window's list shows an answered dialog at most this long; who answers one like it so soon has seen the old one. */
const JUST_ANSWERED_MS = 2_000;

export async function answer(desk: ActionDesk, id: SessionId, { fingerprint, choice }: AnswerRequest): Promise<Outcome<AnswerReceipt>> {
	if (choice.kind === 'text' && choice.text.trim() === '') return refused({ kind: 'empty-text' });
	if (choice.kind === 'text' && choice.text.length > MAX_PROMPT_CHARS) return refused({ kind: 'too-long', limit: MAX_PROMPT_CHARS });
	const requestedAt = desk.context.now();
	return desk.typing.run(id, () =>
		desk.actOutcome(id, async (server, session) => {
			if (session.lifecycle === 'stopped') return refused({ kind: 'not-running' });
			const same = sameDialog(server, session, fingerprint);
			if (!(await same())) return refused({ kind: 'changed' });
			// A dialog takes no keys right after it was painted, and how long it has stood is not known.
			await delay(DIALOG_SETTLE_MS);
			const settled = await same();
			if (!settled) return refused({ kind: 'changed' });
			if (!planFor(settled.decision, session.agent, choice)) return refused({ kind: 'not-offered' });
			return typeOnce(desk, { server, session, fingerprint, choice, same, requestedAt });
		}),
	);
}

interface Typing {
	readonly server: TmuxServer;
	readonly session: TmuxSession;
	readonly fingerprint: string;
	readonly choice: Choice;
	readonly same: () => Promise<Seen | undefined>;
	readonly requestedAt: number;
}

/** Who holds the claim types: between the last look and the keys lies nothing, and tmux looks once more in the command that types. */
async function typeOnce(desk: ActionDesk, typing: Typing): Promise<Outcome<AnswerReceipt>> {
	const { server, session, fingerprint, choice, same } = typing;
	const { id } = session;
	const registry = await desk.context.registry();
	const last = (await registry.journal.read(id)).findLast(({ kind, why }) => kind === 'answered' && why === fingerprint);
	if (last && answeredBefore(desk, last.at, typing)) return refused({ kind: 'elsewhere' });
	// Which asking is meant, in words that every window finds: the same command may be asked about again.
	const run = `${session.host.target.server.pid}.${session.host.paneId}.${session.host.panePid}`;
	const claim = await registry.claim(id, 'answer', `${fingerprint}@${run}@${last?.at ?? 0}`);
	if (claim.outcome === 'lost') return refused({ kind: 'elsewhere' });
	let typed = false;
	let plan: Plan | undefined;
	try {
		const seen = await same();
		// The way to an option begins where the pointer is now.
		plan = seen && planFor(seen.decision, session.agent, choice);
		if (!seen || !plan) return refused({ kind: 'changed' });
		typed = true;
		const at = desk.context.now();
		desk.answeredAt.set(id, at);
		await type(server, session, { ...plan, shown: rowsOfDialog(seen) });
		await registry.journal.append(id, { kind: 'answered', by: 'user', why: fingerprint, text: wordsFor(seen.decision, choice), at });
	} catch (error) {
		if (!(error instanceof TmuxError) || error.reason !== 'changed') throw error;
		typed = false;
		return refused({ kind: 'changed' });
	} finally {
		// Once a key may be on its way nobody else may answer this dialog; before, anybody may.
		await (typed ? claim.done() : claim.release());
	}
	const left = await leaves(desk, session, { fingerprint, same });
	const { sendNext } = plan;
	return done({ kind: left ? 'answered' : 'unverified', ...(sendNext !== undefined && { sendNext }) });
}

/** Whether the request was made on the sight of a dialog that has been answered since, here or in another window. */
function answeredBefore(desk: ActionDesk, lastAt: number, { session, fingerprint, requestedAt }: Typing): boolean {
	if (desk.answeredAt.get(session.id) === lastAt) return lastAt >= requestedAt;
	const { decision } = session;
	const askedSince = decision?.fingerprint === fingerprint && decision.askedAt > lastAt;
	return !askedSince && requestedAt - lastAt < JUST_ANSWERED_MS;
}

/** Reads the screen and gives the dialog where it is the one that was meant. */
function sameDialog(server: TmuxServer, session: TmuxSession, fingerprint: string): () => Promise<Seen | undefined> {
	const pending = session.decision?.fingerprint === fingerprint ? session.decision : undefined;
	return async () => {
		const view = await lookAt(server, session);
		const shown = view?.reading.decision;
		const decision = pending ? stillAsked(shown, pending) : shown?.fingerprint === fingerprint ? shown : undefined;
		return view && shown && decision && { decision, shown, text: view.text };
	};
}

interface Shown {
	readonly shown: readonly string[];
}

interface Plan {
	readonly keys: readonly Keystroke[];
	/** To be written into the dialog after the keys. */
	readonly write?: string;
	readonly sendNext?: string;
}

function planFor(decision: Decision, agent: AgentKind, choice: Choice): Plan | undefined {
	switch (choice.kind) {
		case 'approve': {
			const index = approveIndex(decision);
			return index === undefined ? undefined : optionPlan(decision, agent, index);
		}
		case 'reject':
			return { keys: rejectKeys() };
		case 'option':
			return Number.isInteger(choice.index) ? optionPlan(decision, agent, choice.index) : undefined;
		case 'text': {
			const writes = writesInDialog(decision);
			if (writes === undefined) return { keys: rejectKeys(), sendNext: choice.text };
			const keys = chooseKeys(decision, writes);
			return keys && { keys, write: typeable(choice.text, 'claude', true).text };
		}
	}
}

function optionPlan(decision: Decision, agent: AgentKind, index: number): Plan | undefined {
	// A mark on one of several options would leave the dialog open, and so would an option that waits for words.
	if (decision.several || index === writesInDialog(decision)) return undefined;
	// In a question of Codex a number only moves the pointer: there the way and the Enter go out as one.
	const pointed = agent === 'codex' && decision.kind === 'question';
	const keys = chooseKeys(pointed ? { ...decision, options: decision.options.map(({ key: _, ...option }) => option) } : decision, index);
	return keys && { keys };
}

async function type(server: TmuxServer, session: TmuxSession, { keys, write, shown }: Plan & Shown): Promise<void> {
	await server.sendKeys(paneOf(session), tmuxKeys(keys), { shown });
	if (write !== undefined) await writeAnswer(server, session, write);
}

/** Both must agree: the screen no longer shows this dialog, and the list has stopped asking this question. */
async function leaves(
	desk: ActionDesk,
	session: TmuxSession,
	{ fingerprint, same }: Pick<Typing, 'fingerprint' | 'same'>,
): Promise<boolean> {
	const asked = session.decision?.askedAt;
	const left = await eventually(desk.context.sessions, { limitMs: VERIFY_LIMIT_MS, everyMs: LOOK_EVERY_MS }, async () => {
		const now = desk.session(session.id);
		const shown = now?.decision;
		const stillListed = shown?.fingerprint === fingerprint && shown.askedAt === asked;
		if (stillListed) return undefined;
		return (await same()) && !shown ? undefined : true;
	});
	return left ?? false;
}

function wordsFor(decision: Decision, choice: Choice): string {
	const asked = decision.command ?? decision.question;
	switch (choice.kind) {
		case 'approve':
		case 'reject':
			return `${choice.kind}: ${asked}`;
		case 'option':
			return `${decision.options[choice.index]?.label ?? choice.index}: ${asked}`;
		case 'text':
			return `${choice.text}: ${asked}`;
	}
}
