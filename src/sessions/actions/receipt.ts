/** What became of a prompt: the agent's file proves it, its state shows it, its screen hints at it. */
import type { TmuxServer } from '../../tmux/server.ts';
import type { Session } from '../session.ts';
import { composerText, holdsPrompt, timesShown } from './composer.ts';
import { type ActionDesk, paneOf, type TmuxSession } from './context.ts';
import { lookAt } from './paneView.ts';
import type { TranscriptProof } from './transcriptProof.ts';
import { isBusy } from './turns.ts';
import type { TextChange } from './typeable.ts';
import { eventually } from './waiting.ts';

export interface Receipt {
	readonly kind: 'submitted' | 'queued' | 'not-submitted' | 'unverified';
	/** Why nothing more is known. */
	readonly detail?: string;
	readonly changes?: readonly TextChange[];
}

export interface SentPrompt {
	readonly server: TmuxServer;
	/** As it was when the prompt was typed. */
	readonly session: TmuxSession;
	readonly text: string;
	readonly wasBusy: boolean;
	readonly isCommand: boolean;
	readonly proof: TranscriptProof;
	/** The screen right before. */
	readonly screen: string;
}

/** 20 KB take an agent well under a second to swallow; a machine under load several. */
const VERIFY_LIMIT_MS = 8_000;
const LOOK_EVERY_MS = 80;
/** A list of suggestions may have taken the first Enter; after this long in the box it gets another. */
const ENTER_AGAIN_MS = 1_500;
/** After this long, a box without the prompt means that it was taken, not that it has not arrived yet. */
const SETTLED_MS = 1_500;

export async function verifyPrompt(desk: ActionDesk, sent: SentPrompt): Promise<Receipt> {
	const { server, session, text, wasBusy, isCommand, proof } = sent;
	if (session.agent === 'other') return { kind: 'unverified', detail: 'no agent runs here that could confirm it' };
	const start = performance.now();
	let inBox = false;
	let again = false;
	const receipt = await eventually<Receipt>(desk.context.sessions, { limitMs: VERIFY_LIMIT_MS, everyMs: LOOK_EVERY_MS }, async () => {
		const now = desk.session(session.id);
		const arrival = await proof.look(now);
		if (arrival) return { kind: arrival };
		if (!wasBusy && now && beganWork(now)) return { kind: 'submitted' };
		const view = await lookAt(server, session);
		if (!view) return { kind: 'unverified', detail: 'the session ended' };
		if (view.reading.decision && !wasBusy && !isCommand) return { kind: 'submitted' };
		const box = composerText(session.agent, view.text);
		inBox = box !== undefined && holdsPrompt(box, text);
		const waited = performance.now() - start;
		if (inBox && !again && waited > ENTER_AGAIN_MS) {
			again = true;
			// The box holds the prompt and no dialog is open: this Enter can only submit it.
			if (!view.reading.decision) await server.sendKeys(paneOf(session), ['Enter']);
			return undefined;
		}
		if (inBox || waited < SETTLED_MS) return undefined;
		if (isCommand) return { kind: 'submitted' };
		const shown = timesShown(session.agent, view.text, text) > timesShown(session.agent, sent.screen, text);
		return shown ? { kind: wasBusy ? 'queued' : 'submitted' } : undefined;
	});
	if (receipt) return receipt;
	if (inBox) return { kind: 'not-submitted', detail: 'the text is still in the input box' };
	return { kind: 'unverified', detail: 'the text left the input box, and nothing shows that it was taken up' };
}

/** Output alone proves nothing: echoing the prompt is output too. */
function beganWork(now: Session): boolean {
	return isBusy(now) && now.evidence.source !== 'process' && now.evidence.source !== 'none';
}
