/** Dialogs in a frame of lines, as Gemini and Copilot draw them: the last frame on the screen with a list in it. */
import { decisionOf, effectOf } from './decision.ts';
import { findMenu } from './menu.ts';
import type { Decision } from './reading.ts';
import { isBlank, joined, lastContentRow } from './rows.ts';

/** Rows below the list inside its frame: the keys it takes and the frame itself. */
const LONGEST_TAIL = 5;

/** `rows` come without their frames. */
export function framedDecision(rows: readonly string[], start: RegExp): Decision | undefined {
	const menu = findMenu(rows);
	if (!menu) return undefined;
	const below = rows.slice(menu.lastRow + 1, lastContentRow(rows) + 1);
	const text = below.filter((row) => !isBlank(row) && !/^[\s─╭╮╰╯]+$/u.test(row));
	if (below.length > LONGEST_TAIL || text.some((row) => !/\b(?:enter|esc|tab|navigate)\b/i.test(row))) return undefined;
	const top = rows.findLastIndex((row, index) => index < menu.firstRow && /^\s*╭─+╮/u.test(row));
	const head = rows.slice(top + 1, menu.firstRow);
	const question = joined([head.findLast((row) => /\?\s*$/.test(row)) ?? head.findLast((row) => !isBlank(row)) ?? '']);
	const options = menu.options.map(({ label, number }) => ({
		label,
		effect: effectOf(label),
		...(number !== undefined && { key: String(number) }),
	}));
	const asks = options.some(({ effect }) => effect === 'approve' || effect === 'approveAlways');
	const kind = start.test(question) || start.test(joined(head)) ? 'start' : asks ? 'approval' : 'question';
	const command = joined(bodyOf(rows, top));
	return decisionOf({ kind, command: kind === 'approval' ? command : undefined, question, options, defaultIndex: menu.selected });
}

/** The innermost frame above the list holds what is asked about. */
function bodyOf(rows: readonly string[], top: number): readonly string[] {
	const end = rows.findIndex((row, index) => index > top && /^\s*╰─+╯/u.test(row));
	return end < 0 ? [] : rows.slice(top + 1, end);
}
