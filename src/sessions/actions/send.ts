/** Sends a prompt to an agent and finds out what became of it: never just "sent". */
import type { AgentKind } from '../../agents/adapter.ts';
import { adapterOf } from '../../agents/catalog.ts';
import type { TmuxServer } from '../../tmux/server.ts';
import { done, type Outcome, type Refusal, refused } from '../outcome.ts';
import type { Session, SessionId } from '../session.ts';
import { composerText } from './composer.ts';
import { type ActionDesk, paneOf, type TmuxSession } from './context.ts';
import { tmuxKeys } from './keys.ts';
import { lookAt, type PaneView } from './paneView.ts';
import { type Receipt, verifyPrompt } from './receipt.ts';
import type { SendQueue } from './sendQueue.ts';
import { TranscriptProof } from './transcriptProof.ts';
import { isBusy } from './turns.ts';
import { MAX_PROMPT_CHARS, typeable } from './typeable.ts';
import { eventually } from './waiting.ts';

export interface SendOptions {
	/** A leading `!` or `/` is meant for the agent itself. */
	readonly asCommand?: boolean;
	/** `idle` waits for the turn to end. */
	readonly when?: 'now' | 'idle';
	/** Takes back a prompt that still waits for the turn to end. */
	readonly signal?: AbortSignal;
}

/** An agent's turn may take this long; whoever waits longer has forgotten that it waits. */
const IDLE_LIMIT_MS = 30 * 60_000;
/** Changes are pushed; this is only for a list that missed one. */
const IDLE_LOOK_MS = 1_000;
/** An agent shows its box within a second or two of its start. */
const BOX_LIMIT_MS = 5_000;
const BOX_LOOK_MS = 100;

export async function send(
	desk: ActionDesk,
	queue: SendQueue,
	{ id, text, asCommand = false, when = 'now', signal }: SendOptions & { readonly id: SessionId; readonly text: string },
): Promise<Outcome<Receipt>> {
	if (text.trim() === '') return refused({ kind: 'empty-text' });
	if (text.length > MAX_PROMPT_CHARS) return refused({ kind: 'too-long', limit: MAX_PROMPT_CHARS });
	// Whoever can't take it now is told now, not when its turn comes.
	const unable = when === 'now' ? refusalNow(desk, id) : undefined;
	if (unable) return refused(unable);
	return queue.run(id, when, () =>
		desk.attempt(async () => {
			if (when === 'idle') {
				const wait = await untilIdle(desk, id, signal);
				if (wait) return refused(wait);
			}
			return deliver(desk, id, { text, asCommand });
		}),
	);
}

function refusalNow(desk: ActionDesk, id: SessionId): Refusal | undefined {
	const found = desk.running(id);
	if ('kind' in found) return found;
	return found.session.lifecycle === 'stopped' ? { kind: 'not-running' } : dialogOf(found.session);
}

function dialogOf({ activity, decision }: Session): Refusal | undefined {
	if (activity !== 'needsApproval' && activity !== 'needsAnswer' && activity !== 'startDialog') return undefined;
	return { kind: 'blocked', dialog: decision?.kind ?? 'unknown', question: decision?.question ?? '' };
}

/** Undefined once it is idle; a session that ends while it is waited for is no reason to wait on. */
async function untilIdle(desk: ActionDesk, id: SessionId, signal: AbortSignal | undefined): Promise<Refusal | undefined> {
	const outcome = await eventually(desk.context.sessions, { limitMs: IDLE_LIMIT_MS, everyMs: IDLE_LOOK_MS }, () => {
		if (signal?.aborted) return { kind: 'taken-back' } as const;
		const found = desk.running(id);
		if ('kind' in found) return found;
		const { activity, lifecycle } = found.session;
		if (lifecycle === 'stopped') return { kind: 'not-running' } as const;
		return activity === 'idle' || activity === 'failed' ? 'idle' : undefined;
	});
	return outcome === 'idle' ? undefined : (outcome ?? { kind: 'timed-out', waitedMs: IDLE_LIMIT_MS });
}

interface Prompt {
	readonly text: string;
	readonly asCommand: boolean;
}

async function deliver(desk: ActionDesk, id: SessionId, prompt: Prompt): Promise<Outcome<Receipt>> {
	return desk.actOutcome(id, async (server, session) => {
		const { text, changes } = typeable(prompt.text, session.agent, prompt.asCommand || session.agent === 'other');
		const typed = await desk.typing.run(id, () => type(desk, server, { session, text }));
		if ('kind' in typed) return refused(typed);
		const wasBusy = isBusy(session) || typed.view.reading.activity === 'working' || typed.view.reading.activity === 'retrying';
		const receipt = await verifyPrompt(desk, {
			server,
			session,
			text,
			wasBusy,
			isCommand: prompt.asCommand,
			proof: typed.proof,
			screen: typed.view.text,
		});
		const registry = await desk.context.registry();
		if (registry.get(id)) await registry.journal.append(id, { kind: 'sent', by: 'user', why: receipt.kind, text: prompt.text });
		return done(changes.length > 0 ? { ...receipt, changes } : receipt);
	});
}

/** Looks, empties the box and pastes; nothing else types into the session meanwhile. */
async function type(
	desk: ActionDesk,
	server: TmuxServer,
	{ session, text }: { readonly session: TmuxSession; readonly text: string },
): Promise<{ readonly view: PaneView; readonly proof: TranscriptProof } | Refusal> {
	if (session.lifecycle === 'stopped') return { kind: 'not-running' };
	const view = await viewWithBox(desk, server, session);
	if ('kind' in view) return view;
	const proof = await TranscriptProof.before(session, text);
	const keys = adapterOf(session.agent)?.keys;
	const box = composerText(session.agent, view.text);
	// What an interrupted turn put back into the box must not become part of this prompt.
	if (keys && box !== undefined) await server.sendKeys(paneOf(session), tmuxKeys(keys.clearInput(box.split('\n').length)));
	await server.paste(paneOf(session), text, { enter: true });
	return { view, proof };
}

/** Agents whose input box is known by sight: without it on the screen something else would take the text. */
const WITH_BOX: readonly AgentKind[] = ['claude', 'codex'];

/** Right after its start an agent has no box yet, and a dialog takes its place at any time. */
async function viewWithBox(desk: ActionDesk, server: TmuxServer, session: TmuxSession): Promise<PaneView | Refusal> {
	let shown = '';
	const found = await eventually<PaneView | Refusal>(desk.context.sessions, { limitMs: BOX_LIMIT_MS, everyMs: BOX_LOOK_MS }, async () => {
		const view = await lookAt(server, session);
		if (!view) return { kind: 'gone' };
		const { decision, activity, observation } = view.reading;
		shown = observation;
		if (decision) return { kind: 'blocked', dialog: decision.kind, question: decision.question };
		if (activity === 'needsApproval' || activity === 'needsAnswer' || activity === 'startDialog')
			return { kind: 'blocked', dialog: 'unknown', question: observation };
		const hasBox = !WITH_BOX.includes(session.agent) || composerText(session.agent, view.text) !== undefined;
		return hasBox ? view : undefined;
	});
	return found ?? { kind: 'blocked', dialog: 'unknown', question: shown };
}
