/** The input box between two lines that Claude Code and Copilot draw: where it is, and what stands around it. */
import { isRule } from './rows.ts';

export interface Composer {
	/** Row of the line above the box. */
	readonly top: number;
	/** Row of the line below the box. */
	readonly bottom: number;
	/** What is in the box: typed text, or the hint that the agent shows in an empty one. */
	readonly text: string;
	readonly footer: readonly string[];
}

const PROMPT = /^(?:│ ?)?[❯>!#&](?:[ \u00a0]|$)/u;
const POINTER_BELOW = /^\s*[❯›][ \u00a0]|^\s*\d{1,2}\. /u;

/** The live box: the last one on the screen, with nothing but a footer below it. */
export function findComposer(rows: readonly string[]): Composer | undefined {
	for (let row = rows.length - 1; row > 0; row--) {
		if (!PROMPT.test(rows[row] ?? '') || !isRule(rows[row - 1])) continue;
		const bottom = rows.findIndex((text, index) => index > row && isRule(text));
		if (bottom < 0) return undefined;
		const footer = rows.slice(bottom + 1);
		// Options below a box mean that the box is part of a dialog, or of something printed above one.
		if (footer.some((text) => POINTER_BELOW.test(text))) return undefined;
		return { top: row - 1, bottom, text: boxText(rows.slice(row, bottom)), footer };
	}
	return undefined;
}

function boxText(rows: readonly string[]): string {
	return rows
		.map((row, index) => (index === 0 ? row.replace(PROMPT, '') : row).replace(/│$/, '').trim())
		.join('\n')
		.trim();
}
