/** Reads the dialogs of Codex: approvals, questions, plans, its own menus, and those before the first prompt. */
import { basename } from 'node:path';
import { decisionOf, effectOf } from '../screen/decision.ts';
import { findMenu, type Menu } from '../screen/menu.ts';
import type { AgentActivity, Confidence, DecisionKind, DecisionOption, ScreenFacts, ScreenReading } from '../screen/reading.ts';
import { isBlank, joined, lastContentRow } from '../screen/rows.ts';

/** Every dialog ends with the keys it takes; an input row never does. */
const HINT =
	/\b(?:press )?enter (?:to )?(?:confirm|continue|select|submit|toggle|choose|open|accept)|\besc (?:to )?(?:back|cancel|skip|interrupt|close|go back)|\bto submit answer|press enter\b/i;
const TITLE =
	/^(?:Would you like to|Do you want to|Allow |Approve |Codex (?:wants|needs) |Implement this plan\?|Question \d+\/\d+|Select |Folder access|Hooks need review|Choose )/;
const PLAN = /^Implement this plan\?/;
const QUESTION = /^Question \d+\/\d+/;
const START_OPTION = /^(?:Trust and continue|Trust all|Review hooks|Sign in with|Update now|Try (?:the )?new model|Use existing model)/;
const START =
	/Trust this folder\?|Do you trust the contents|Hooks need review|Welcome to Codex|Choose how you want to use Codex|Sign in with|Update available|Introducing |Codex just got an upgrade|switch to|Choose working directory|running in a git repo|Enable full access|We recommend/i;
/** What a small window has no room for. */
const LEFT_OUT = /^\s*\[… \d+ lines?\]/u;
const MORE_OPTIONS = /\boption \d+\/\d+/;
const LONGEST_HINT_ROWS = 4;

export function readCodexDialog(rows: readonly string[], screen: ScreenFacts): ScreenReading | undefined {
	const menu = findMenu(rows);
	const end = lastContentRow(rows);
	if (!menu) return undefined;
	const below = rows.slice(menu.lastRow + 1, end + 1);
	if (below.filter((row) => !isBlank(row)).length > LONGEST_HINT_ROWS || !HINT.test(joined(below))) return undefined;
	const head = headOf(rows, menu);
	const shown = menu.options.map(optionOf);
	const { kind, activity, confidence } = kindOf({ head, options: shown, hint: joined(below), screen });
	// In an approval the rows below an option are its wrapped label.
	const options = kind === 'approval' ? menu.options.map(wholeOption) : shown;
	const question = questionOf(kind, head);
	const decision = decisionOf({
		kind,
		tool: kind === 'approval' ? toolOf(head) : undefined,
		command: kind === 'approval' ? commandOf(head) : undefined,
		diff: kind === 'plan' ? planOf(rows, menu) : undefined,
		question,
		options,
		defaultIndex: menu.selected,
		partial:
			head.some((row) => LEFT_OUT.test(row)) ||
			MORE_OPTIONS.test(joined(below)) ||
			(kind === 'approval' && !options.some(({ effect }) => effect === 'reject')),
	});
	return { activity, source: 'screen', observation: `${kind}: ${decision.question}`, confidence, decision };
}

/** The paragraphs right above the options. Farther up stands the conversation, whose words may look like a dialog's. */
function headOf(rows: readonly string[], menu: Menu): readonly string[] {
	const conversation = rows.findLastIndex(
		(row, index) => index < menu.firstRow && (/^[•■✔✗›⚠▲] /u.test(row) || /^ {2}Worked for /.test(row)),
	);
	const title = rows.findLastIndex((row, index) => index < menu.firstRow && index > conversation && TITLE.test(row.trim()));
	return rows.slice(title >= 0 ? title : conversation + 1, menu.firstRow);
}

/** Options and keys belong to the dialog for certain, so they speak before the words above it. */
function kindOf({
	head,
	options,
	hint,
	screen,
}: {
	head: readonly string[];
	options: readonly DecisionOption[];
	hint: string;
	screen: ScreenFacts;
}): {
	kind: DecisionKind;
	activity: AgentActivity;
	confidence: Confidence;
} {
	const labels = options.map(({ label }) => label);
	const any = (words: RegExp) => labels.some((label) => words.test(label));
	if (/submit (?:all )?answers?/i.test(hint) || any(/^None of the above/))
		return { kind: 'question', activity: 'needsAnswer', confidence: 'certain' };
	if (any(/implement this plan/i)) return { kind: 'plan', activity: 'needsApproval', confidence: 'certain' };
	if (any(START_OPTION)) return { kind: 'start', activity: 'startDialog', confidence: 'certain' };
	if (/^(?:Yes|Allow|Approve)\b/.test(labels[0] ?? '')) return { kind: 'approval', activity: 'needsApproval', confidence: 'certain' };
	if (START.test(joined(head))) return { kind: 'start', activity: 'startDialog', confidence: 'certain' };
	if (/Action Required/.test(screen.title)) return { kind: 'approval', activity: 'needsApproval', confidence: 'likely' };
	// Codex names its folder in the title once a conversation is open: a list shown then was opened by the user.
	const { path = '', title } = screen;
	if (path !== '' && title.endsWith(basename(path))) return { kind: 'menu', activity: 'needsAnswer', confidence: 'likely' };
	return { kind: 'start', activity: 'startDialog', confidence: 'likely' };
}

function wholeOption({ label, description, ...rest }: Menu['options'][number]): DecisionOption {
	return optionOf({ ...rest, label: description ? `${label} ${description}` : label });
}

function optionOf(option: Menu['options'][number]): DecisionOption {
	const key = /\(([a-z]|esc)\)$/.exec(option.label)?.[1] ?? (option.number === undefined ? undefined : String(option.number));
	const label = option.label.replace(/ \((?:[a-z]|esc)\)$/, '');
	return { label, ...(option.description && { description: option.description }), effect: effectOf(label), ...(key && { key }) };
}

function questionOf(kind: DecisionKind, head: readonly string[]): string {
	const lines = head.map((row) => row.trim()).filter((line) => line !== '');
	const asked = kind === 'question' ? lines.filter((line) => !QUESTION.test(line)) : lines;
	return (kind === 'question' ? joined(asked) : asking(head)) ?? asked[0] ?? '';
}

/** The paragraph that ends with a question mark: a narrow window wraps it. */
function asking(head: readonly string[]): string | undefined {
	const last = head.findIndex((row) => row.trim().endsWith('?'));
	if (last < 0) return undefined;
	const blank = head.findLastIndex((row, index) => index < last && isBlank(row));
	return joined(head.slice(blank + 1, last + 1));
}

function toolOf(head: readonly string[]): string | undefined {
	const text = joined(head);
	if (/following command/.test(text)) return 'Shell';
	return /edits?\b/.test(text) ? 'Edit' : undefined;
}

/** The command after `$ `, with its wrapped rows. */
function commandOf(head: readonly string[]): string | undefined {
	const row = head.findIndex((text) => /^\s*\$ /.test(text));
	if (row < 0) return undefined;
	const end = head.findIndex((text, index) => index > row && isBlank(text));
	return joined([(head[row] ?? '').replace(/^\s*\$ /, ''), ...head.slice(row + 1, end < 0 ? head.length : end)]);
}

function planOf(rows: readonly string[], menu: Menu): string | undefined {
	const start = rows.findLastIndex((row, index) => index < menu.firstRow && /^• Proposed Plan/u.test(row));
	const end = rows.findLastIndex((row, index) => index < menu.firstRow && PLAN.test(row.trim()));
	if (start < 0 || end < start) return undefined;
	return rows
		.slice(start + 1, end)
		.filter((row) => !/^ {2}Worked for /.test(row))
		.map((row) => row.replace(/^ {2}/, ''))
		.join('\n')
		.trim();
}
