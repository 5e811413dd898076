/** Completes a dialog with what the agent wrote down about the same call: the whole command, the edits, the plan, all options. Pure. */
import { basename } from 'node:path';
import type { ProposedQuestion, ToolCall } from '../../agents/call.ts';
import { PATCH_TOOL } from '../../agents/codex/patch.ts';
import { CUT, decisionOf } from '../../agents/screen/decision.ts';
import type { Decision, DecisionOption } from '../../agents/screen/reading.ts';
import type { Memory, PendingDecision } from './state.ts';

/** Both sides of a comparison lose their white space: a dialog wraps its text. */
const bare = (text: string) => text.replaceAll(/[\s\u00a0]+/g, '');
const RUNS_COMMANDS = new Set(['Bash', 'Shell']);
const DELEGATING_TOOLS = new Set(['Agent', 'Task']);
/** What the programs offer below the options of every question. */
const CLAUDE_ADDS = ['Type something.', 'Chat about this'];
const CODEX_ADDS = ['None of the above'];
const CLAUDE_LAST = /^Chat about this\b/;
const ADDED = /^(?:Type something|Chat about this|None of the above)\b/;

export function completed(decision: PendingDecision, { calls, hooked }: Pick<Memory, 'calls' | 'hooked'>): PendingDecision {
	switch (decision.kind) {
		case 'approval': {
			const call = asked(decision, calls) ?? asked(decision, hooked.toReversed()) ?? onlyCommand(decision, calls);
			return call ? { tool: call.tool, ...decision, ...detailOf(call) } : decision;
		}
		case 'plan': {
			const plan = calls.findLast((call) => call.plan !== undefined)?.plan;
			return plan === undefined ? decision : { ...decision, diff: plan };
		}
		case 'question': {
			const whole = calls.flatMap(({ questions = [] }) => questions).find((question) => shows(decision, question));
			return whole ? wholeQuestion(decision, whole) : decision;
		}
		case 'menu':
		case 'start':
			return decision;
	}
}

/** What is on the screen, if it is the decision that was looked at: all of it, or what a small window shows of it. */
export function stillAsked(shown: Decision | undefined, pending: Decision): Decision | undefined {
	if (shown?.fingerprint === pending.fingerprint) return shown;
	if (shown?.kind !== 'question' || pending.kind !== 'question') return undefined;
	const question = { question: pending.question, options: pending.options.filter((option) => !isExtra(option)), several: false };
	if (!shows(shown, question)) return undefined;
	return { ...pending, defaultIndex: placeOf(shown.options[shown.defaultIndex]) };
}

function detailOf({ command, purpose, edits }: ToolCall): Partial<PendingDecision> {
	return { ...(command !== undefined && { command }), ...(purpose !== undefined && { purpose }), ...(edits && { edits }) };
}

/** The dialog must show what the call says; of two calls alike the first one is asked about first. */
function asksFor({ tool, command, diff, question }: PendingDecision, call: ToolCall): boolean {
	// Codex asks about "the following edits" and names no file.
	if (call.tool === PATCH_TOOL) return tool === 'Edit';
	if (call.edits) return call.edits.some(({ file }) => bare(question).includes(bare(basename(file)))) && showsEdit(diff, call);
	if (command === undefined || call.command === undefined) return false;
	if (command.startsWith(CUT)) return bare(call.command).endsWith(bare(command.slice(CUT.length)));
	// The dialog may end with something else, or show the beginning of a very long one.
	const [shown, whole] = [bare(command), bare(call.command)];
	return shown.startsWith(whole) || whole.startsWith(shown);
}

/** Of two commands of which one begins like the other, the one that is shown to the last letter is meant. */
function asked(decision: PendingDecision, calls: readonly ToolCall[]): ToolCall | undefined {
	const likely = calls.filter((call) => asksFor(decision, call));
	return likely.find((call) => bare(call.command ?? '') === bare(decision.command ?? '')) ?? likely[0];
}

/** In a window too small for any of the command the only one that is open is the one; a sub-agent's would be unknown to us. */
function onlyCommand({ partial, tool, command }: PendingDecision, calls: readonly ToolCall[]): ToolCall | undefined {
	if (!partial || command !== undefined || (tool !== undefined && !RUNS_COMMANDS.has(tool))) return undefined;
	const open = calls.filter((call) => call.command !== undefined);
	return open.length === 1 && !calls.some((call) => DELEGATING_TOOLS.has(call.tool)) ? open[0] : undefined;
}

/** Rows that the dialog marks as new must be in the new text, or hold it; a dialog without any shows nothing against it. */
function showsEdit(diff: string | undefined, { edits = [] }: ToolCall): boolean {
	const added = (diff ?? '')
		.split('\n')
		.map((row) => bare(/^…?\s*\d+ \+(.*)$/.exec(row)?.[1] ?? ''))
		.filter((row) => row !== '');
	const texts = edits.map(({ after = '' }) => bare(after));
	return added.length === 0 || added.some((row) => texts.some((text) => text.includes(row) || row.includes(text)));
}

/** Nothing in sight may contradict the question, and something of it must be in sight: its words, or an option at its number. */
function shows({ question, options }: Decision, asked: ProposedQuestion): boolean {
	const own = options.filter((option) => placeOf(option) < asked.options.length && !isExtra(option));
	if (!bare(asked.question).endsWith(bare(question)) || (question === '' && own.length === 0)) return false;
	// A narrow column shows the beginning of a label, and its rest below.
	return own.every((option) => bare(asked.options[placeOf(option)]?.label ?? '').startsWith(bare(option.label)));
}

/** The options as the agent wrote them, at their numbers, and those that are added to every question. */
function wholeQuestion(shown: PendingDecision, asked: ProposedQuestion): PendingDecision {
	const { partial: _, ...rest } = shown;
	const own = asked.options.map(({ label, description }) => ({ label, ...(description !== undefined && { description }) }));
	const claude = shown.options.some(({ label }) => CLAUDE_LAST.test(label));
	const added = claude ? CLAUDE_ADDS : CODEX_ADDS;
	const labels = [...own, ...added.map((label) => ({ label, ...descriptionOf(shown, label) }))];
	const options = labels.map((option, index): DecisionOption => ({ ...option, effect: 'other', key: String(index + 1) }));
	const defaultIndex = placeOf(shown.options[shown.defaultIndex]);
	return { ...rest, ...decisionOf({ kind: 'question', question: asked.question, options, defaultIndex, several: asked.several }) };
}

function descriptionOf({ options }: Decision, label: string): { readonly description?: string } {
	const description = options.find((option) => option.label === label)?.description;
	return description === undefined ? {} : { description };
}

/** An option's place in the whole list, by the number in front of it. */
function placeOf(option: DecisionOption | undefined): number {
	return Number(option?.key ?? 0) - 1;
}

function isExtra({ label }: DecisionOption): boolean {
	return ADDED.test(label);
}
