/** How a decision is answered with keys: which option means what, and how to get to it. Pure. */
import type { Keystroke } from './adapter.ts';
import type { Decision } from './screen/reading.ts';

const ENTER: Keystroke = { kind: 'key', key: 'Enter' };
const ESCAPE: Keystroke = { kind: 'key', key: 'Escape' };

/** A dialog takes keys only some time after it is painted: earlier ones were lost in every trial, from here on in none. */
export const DIALOG_SETTLE_MS = 150;

/** The option that allows just what is asked and nothing beyond; undefined where there is none, so that nobody guesses. */
export function approveIndex(decision: Decision): number | undefined {
	if (decision.kind === 'menu' || decision.kind === 'question') return undefined;
	const careful = decision.options.findIndex(({ label }) => /manually approve/i.test(label));
	if (careful >= 0) return careful;
	const plain = decision.options.findIndex(({ effect }) => effect === 'approve');
	return plain >= 0 ? plain : undefined;
}

/** Every agent takes Escape for no. */
export function rejectKeys(): readonly Keystroke[] {
	return [ESCAPE];
}

/** The option's own key where it has one; otherwise the pointer is moved from where the dialog shows it, then Enter. */
export function chooseKeys(decision: Decision, index: number): readonly Keystroke[] | undefined {
	const option = decision.options[index];
	if (!option) return undefined;
	if (option.key === 'esc') return [ESCAPE];
	if (option.key !== undefined) return [{ kind: 'text', text: option.key }];
	// Without the pointer in sight the way to an option is not known.
	if (decision.defaultIndex < 0) return undefined;
	const steps = index - decision.defaultIndex;
	const move: Keystroke = { kind: 'key', key: steps > 0 ? 'Down' : 'Up' };
	return [...Array.from({ length: Math.abs(steps) }, () => move), ENTER];
}
