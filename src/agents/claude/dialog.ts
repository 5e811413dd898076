/** Reads the dialogs of Claude Code: approvals, questions, plans, the user's own menus, and those before the first prompt. */
import { decisionOf, effectOf } from '../screen/decision.ts';
import { findMenu, type Menu, type MenuOption } from '../screen/menu.ts';
import type { AgentActivity, Confidence, Decision, DecisionKind, DecisionOption, ScreenReading } from '../screen/reading.ts';
import { isBlank, isRule, joined, lastContentRow } from '../screen/rows.ts';
import { bodyOf, knownTool, nameOf, questionOf, titleOf, toolAsked } from './dialogText.ts';
import { QUESTION_HINT, readClaudeQuestion } from './question.ts';

/** Words of the dialogs that come before a session exists. */
const START =
	/Accessing workspace:|Do you trust the files|Is this a project you (?:created|trust)|trust this folder|Detected a custom API key|Choose the text style|Select login method|Paste code here|Browser didn't open|Security notes:|Bypass Permissions mode|external CLAUDE\.md|New MCP servers? found|Settings (?:Error|Warning)|Let's get started/i;
/** Offers of the program itself: it makes them unasked, mostly at its start, and a yes changes the user's settings. */
const OFFER =
	/auto mode your default|about your environment\?|to your IDE automatically\?|in cloud sessions|for cloud sessions\?|Let cloud sessions|cloud sessions to GitHub\?|resuming an? \S+ session|Resume this conversation\?/i;
const START_WITHOUT_LIST = /Press Enter to continue|Paste code here if prompted|Login successful|Browser didn't open/i;
const START_OPTION = /^(?:Yes, I (?:trust|accept)|No, exit|No \(recommended\))/;
const QUESTION_OPTION = /^(?:Type something\b|Submit answers\b)/;
const PLAN = /written up a plan|Ready to code\?|Exit plan mode|enter plan mode/i;
const ASKING = /\?$/;
/** The title Claude sets once its session runs: one symbol, then the session's name. */
const SESSION_TITLE = /^[^\p{L}\p{N}\s] /u;
/** Keys, a preview, and the frame: a dialog has no more than this below its options. */
const LONGEST_TAIL = 10;
/** The upper edge of Claude's own panels, with at most a notice in it. */
const PANEL_TOP = /^▔{10,}(?: .+ ▔+)?$/u;
const TRANSCRIPT_VIEW = /Showing (?:detailed )?transcript/;
const CONVERSATION = /^[●⏺✻] |^ {1,4}⎿ |^❯ (?!\d{1,2}\. )/u;
const SHELL_PROMPT = /[$#%❯>]\s*$/u;

export function readClaudeDialog(rows: readonly string[], title: string): ScreenReading | undefined {
	const end = lastContentRow(rows);
	// The transcript view shows the past, dialogs included, and hides the present.
	if (TRANSCRIPT_VIEW.test(rows[end] ?? '')) return undefined;
	const plain = readWithoutList(rows, end) ?? readClaudeQuestion(rows, end);
	if (plain) return plain;
	const panel = rows.findLastIndex((row) => PANEL_TOP.test(row));
	const menu = findMenu(rows, panel + 1);
	if (!menu || !endsScreen(rows, menu, end)) return readPanel(rows, panel, end);
	const top = dialogStart(rows, menu);
	const head = rows.slice(top, menu.firstRow);
	const options = optionsOf(menu);
	const below = rows.slice(menu.lastRow + 1, end + 1);
	const { kind, activity, confidence } = kindOf({ head, below, options, title });
	const decision = draftOf({ kind, head, menu, options, cut: top === 0 });
	return { activity, source: 'screen', observation: `${kind}: ${decision.question}`, confidence, decision };
}

/** Words like a dialog's inside the conversation have more of the conversation below them; what a program that ended left has a shell prompt. */
function endsScreen(rows: readonly string[], menu: Menu, end: number): boolean {
	const below = rows.slice(menu.lastRow + 1, end + 1);
	if (below.some((row) => CONVERSATION.test(row)) || below.filter((row) => !isBlank(row)).length > LONGEST_TAIL) return false;
	return !(below.length > 0 && SHELL_PROMPT.test(below.at(-1) ?? ''));
}

/** A panel of Claude's own (settings, search) without a pointed option. */
function readPanel(rows: readonly string[], panel: number, end: number): ScreenReading | undefined {
	if (panel < 0 || !/\bEsc to\b/.test(joined(rows.slice(Math.max(panel, end - 2), end + 1)))) return undefined;
	const name = joined([rows.slice(panel + 1).find((row) => !isBlank(row)) ?? '']);
	return { activity: 'needsAnswer', source: 'screen', observation: `menu: ${name}`, confidence: 'likely' };
}

function readWithoutList(rows: readonly string[], end: number): ScreenReading | undefined {
	if (!START_WITHOUT_LIST.test(rows[end] ?? '')) return undefined;
	return { activity: 'startDialog', source: 'screen', observation: joined([rows[end] ?? '']), confidence: 'certain' };
}

interface DialogParts {
	readonly head: readonly string[];
	readonly below: readonly string[];
	readonly options: readonly DecisionOption[];
	readonly title: string;
}

function kindOf({ head, below, options, title }: DialogParts): { kind: DecisionKind; activity: AgentActivity; confidence: Confidence } {
	const labels = options.map(({ label }) => label);
	const hint = joined(below);
	if (labels.some((label) => START_OPTION.test(label))) return { kind: 'start', activity: 'startDialog', confidence: 'certain' };
	if (labels.some((label) => QUESTION_OPTION.test(label))) return { kind: 'question', activity: 'needsAnswer', confidence: 'certain' };
	const question = questionOf(head);
	if (OFFER.test(question) || OFFER.test(titleOf(head))) return { kind: 'start', activity: 'startDialog', confidence: 'certain' };
	// In a small window only the last of the options may be in sight.
	const yesOrNo = /^(?:Yes|No)\b/.test(labels[0] ?? '');
	if (PLAN.test(question) || (PLAN.test(joined(head)) && yesOrNo))
		return { kind: 'plan', activity: 'needsApproval', confidence: 'certain' };
	// The agent's own questions have numbers; a list without is the program's.
	const numbered = options.every(({ key }) => key !== undefined);
	if (yesOrNo && numbered && ASKING.test(question) && !START.test(question))
		return { kind: 'approval', activity: 'needsApproval', confidence: 'certain' };
	if (START.test(joined(head))) return { kind: 'start', activity: 'startDialog', confidence: 'certain' };
	if (yesOrNo && numbered) return { kind: 'approval', activity: 'needsApproval', confidence: 'likely' };
	if (QUESTION_HINT.test(hint) && head.some((row) => /[☐☒☑✔]/u.test(row)))
		return { kind: 'question', activity: 'needsAnswer', confidence: 'likely' };
	// A list that Claude shows inside a session waits for the user, but asks for no approval.
	if (SESSION_TITLE.test(title)) return { kind: 'menu', activity: 'needsAnswer', confidence: 'likely' };
	return { kind: 'start', activity: 'startDialog', confidence: 'likely' };
}

/** The nearest line above the options; a plan has its text between two of them. */
function dialogStart(rows: readonly string[], menu: Menu): number {
	const isFrame = (row: string, index: number) => index < menu.firstRow && (isRule(row) || /^ {1,4}─{10,}$/.test(row));
	const near = rows.findLastIndex(isFrame);
	if (!PLAN.test(joined(rows.slice(near + 1, menu.firstRow)))) return near + 1;
	const top = rows.findLastIndex((row, index) => index < near && PANEL_TOP.test(row));
	if (top >= 0) return top + 1;
	return rows.findLastIndex((row, index) => index < near && isFrame(row, index)) + 1;
}

function optionsOf(menu: Menu): readonly DecisionOption[] {
	return menu.options.map((option) => ({
		label: option.label,
		...(option.description && { description: option.description }),
		effect: effectOf(option.label),
		...(option.number !== undefined && { key: String(option.number) }),
	}));
}

interface Draft {
	readonly kind: DecisionKind;
	readonly head: readonly string[];
	readonly menu: Menu;
	readonly options: readonly DecisionOption[];
	/** Its upper edge is beyond the window's: the first row is anything but a title. */
	readonly cut: boolean;
}

function draftOf({ kind, head, menu, options, cut }: Draft): Decision {
	const titleRow = titleOf(head);
	const question = questionOf(head);
	const asksLeave = kind === 'approval' || kind === 'plan';
	const tool = knownTool(titleRow) ?? (cut ? toolAsked(question) : nameOf(titleRow));
	const body = bodyOf(head, cut && kind === 'approval');
	const isEdit = tool === 'Edit' || tool === 'Write';
	return decisionOf({
		kind,
		tool: asksLeave ? tool : undefined,
		command: kind === 'approval' && !isEdit ? body : undefined,
		diff: isEdit || kind === 'plan' ? body : undefined,
		question: kind === 'menu' || OFFER.test(titleRow) ? titleRow : question || titleRow,
		options: asksLeave ? options.map(wholeLabel) : OFFER.test(titleRow) ? options.map(withoutEffect) : options,
		defaultIndex: menu.selected,
		partial: kind === 'approval' && (cut || !options.some(({ effect }) => effect === 'reject')),
	});
}

/** A yes to an offer is no approval: whoever gives it must have read it. */
function withoutEffect(option: DecisionOption): DecisionOption {
	return { ...option, effect: 'other' };
}

/** In an approval the rows below an option are its wrapped label. */
function wholeLabel(option: DecisionOption & Partial<MenuOption>): DecisionOption {
	const { description, ...rest } = option;
	return description ? { ...rest, label: `${option.label} ${description}` } : rest;
}
