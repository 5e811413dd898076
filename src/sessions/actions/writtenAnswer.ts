/** Answers in the user's own words, written into the line that a question offers for them. */
import type { Decision } from '../../agents/screen/reading.ts';
import type { TmuxServer } from '../../tmux/server.ts';
import { paneOf, type TmuxSession } from './context.ts';
import { lookAt } from './paneView.ts';

/** Claude's line for other words than those it offers. */
const WRITES = /^Type something\b/i;
/** Claude takes a key and repaints within tens of milliseconds. */
const REPAINT_LIMIT_MS = 2_000;

/** The option that takes words, where the dialog has one. */
export function writesInDialog(decision: Decision): number | undefined {
	if (decision.kind !== 'question' || decision.several) return undefined;
	const index = decision.options.findIndex(({ label }) => WRITES.test(label));
	return index < 0 ? undefined : index;
}

/** The pointer is on the line by now: the words go in as one paste, and Enter only once they are seen there. */
export async function writeAnswer(server: TmuxServer, session: TmuxSession, text: string): Promise<void> {
	await server.paste(paneOf(session), text.replaceAll(/\s*\n\s*/g, ' '));
	const sign = text.replaceAll(/\s+/g, '').slice(0, 12);
	const deadline = performance.now() + REPAINT_LIMIT_MS;
	for (;;) {
		const view = await lookAt(server, session);
		const options = view?.reading.decision?.options ?? [];
		if (options.some(({ label }) => label.replaceAll(/\s+/g, '').includes(sign) || /\[Pasted/.test(label))) break;
		if (!view || performance.now() > deadline) throw new Error('the words did not appear in the dialog; nothing was submitted');
	}
	await server.sendKeys(paneOf(session), ['Enter']);
}
