/** Reads Claude's questions: their last option and their keys are pinned to the bottom, so that they are known in a window of any size. */
import { decisionOf } from '../screen/decision.ts';
import { type Item, numberedItem, numberedOption } from '../screen/menu.ts';
import type { DecisionOption, ScreenReading } from '../screen/reading.ts';
import { isBlank, isRule, joined } from '../screen/rows.ts';

export const QUESTION_HINT = /Enter to select\b.*navigate|Tab\/Arrow keys to navigate/i;
/** The last option, below a line of its own. */
const LAST_OPTION = /^Chat about this\b/;
/** The keys, wrapped in a narrow window. */
const LONGEST_HINT_ROWS = 5;
/** The mark of an option in a question that takes several. */
const CHECKBOX = /^\[[^\]]?\] /u;
/** The row with the question's name, or those of all questions that come together. */
const TABS = /[☐☒☑✔]/u;

export function readClaudeQuestion(rows: readonly string[], end: number): ScreenReading | undefined {
	const lastRow = rows.findLastIndex((row, index) => LAST_OPTION.test(numberedItem(row, index)?.text ?? ''));
	const last = lastRow > 0 ? numberedItem(rows[lastRow] ?? '', lastRow) : undefined;
	const rule = rows.findLastIndex((row, index) => index < lastRow && !isBlank(row));
	const hint = rows.slice(lastRow + 1, end + 1).filter((row) => !isBlank(row));
	if (!last || !isRule(rows[rule]) || hint.length === 0 || hint.length > LONGEST_HINT_ROWS) return undefined;
	if (!QUESTION_HINT.test(joined(hint))) return undefined;
	const items = [...itemsAbove(rows, rule), last];
	const options = items.map((item, index) => optionOf(rows, item, items[index + 1] ?? { row: rule }));
	const first = items[0] ?? last;
	const question = questionAbove(rows, first.row);
	const decision = decisionOf({
		kind: 'question',
		question,
		options,
		defaultIndex: items.findIndex(({ pointed }) => pointed),
		several: items.some(({ text }) => CHECKBOX.test(text)),
		partial: items.length < last.number || question === '',
	});
	return { activity: 'needsAnswer', source: 'screen', observation: `question: ${question}`, confidence: 'certain', decision };
}

/** The options in sight, from the lowest upwards as long as their numbers go down by one. */
function itemsAbove(rows: readonly string[], rule: number): readonly Item[] {
	const items: Item[] = [];
	for (let row = rule - 1; row >= 0; row--) {
		if (isRule(rows[row])) break;
		const item = numberedItem(rows[row] ?? '', row);
		if (!item) continue;
		if (items[0] && item.number !== items[0].number - 1) break;
		items.unshift(item);
	}
	return items;
}

function optionOf(rows: readonly string[], item: Item, next: { readonly row: number }): DecisionOption {
	const { label, description } = numberedOption(rows, item, next);
	return { label: label.replace(CHECKBOX, ''), ...(description && { description }), effect: 'other', key: String(item.number) };
}

/** The paragraph right above the first option, where that is in sight. */
function questionAbove(rows: readonly string[], firstRow: number): string {
	const last = rows.findLastIndex((row, index) => index < firstRow && !isBlank(row));
	let first = last;
	while (first > 0 && !isBlank(rows[first - 1]) && !isRule(rows[first - 1])) first--;
	const text = joined(rows.slice(Math.max(first, 0), last + 1));
	// Without a blank row above the options these are the end of a longer text, not the question.
	return last < 0 || isRule(rows[last]) || TABS.test(text) || last === firstRow - 1 ? '' : text;
}
