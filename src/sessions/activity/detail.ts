/** Completes a dialog with what the agent wrote down about the same call: the whole command, the edits, the plan. Pure. */
import { basename } from 'node:path';
import type { ToolCall } from '../../agents/call.ts';
import type { PendingDecision } from './state.ts';

/** Both sides of a comparison lose their white space: a dialog wraps its text. */
const bare = (text: string) => text.replaceAll(/[\s\u00a0]+/g, '');
/** As much of a command as a small window surely shows. */
const COMMAND_BEGINNING = 24;

export function completed(decision: PendingDecision, calls: readonly ToolCall[]): PendingDecision {
	switch (decision.kind) {
		case 'approval': {
			const call = calls.find((candidate) => asksFor(decision, candidate));
			return call ? { ...decision, ...detailOf(call) } : decision;
		}
		case 'plan': {
			const plan = calls.findLast((call) => call.plan !== undefined)?.plan;
			return plan === undefined ? decision : { ...decision, diff: plan };
		}
		case 'question':
		case 'menu':
		case 'start':
			return decision;
	}
}

function detailOf({ command, purpose, edits }: ToolCall): Partial<PendingDecision> {
	return { ...(command !== undefined && { command }), ...(purpose !== undefined && { purpose }), ...(edits && { edits }) };
}

/** The dialog must show what the call says; of two calls alike the first one is asked about first. */
function asksFor({ tool, command, diff, question }: PendingDecision, call: ToolCall): boolean {
	// Codex asks about "the following edits" and names no file.
	if (call.tool === 'apply_patch') return tool === 'Edit';
	if (call.edits) return call.edits.some(({ file }) => bare(question).includes(bare(basename(file)))) && showsEdit(diff, call);
	return command !== undefined && call.command !== undefined && begins(bare(command), bare(call.command));
}

function begins(shown: string, whole: string): boolean {
	const length = Math.min(COMMAND_BEGINNING, shown.length, whole.length);
	return length > 0 && shown.slice(0, length) === whole.slice(0, length);
}

/** Rows that the dialog marks as new must be in the new text, or hold it; a dialog without any shows nothing against it. */
function showsEdit(diff: string | undefined, { edits = [] }: ToolCall): boolean {
	const added = (diff ?? '')
		.split('\n')
		.map((row) => bare(/^\s*\d+ \+(.*)$/.exec(row)?.[1] ?? ''))
		.filter((row) => row !== '');
	const texts = edits.map(({ after = '' }) => bare(after));
	return added.length === 0 || added.some((row) => texts.some((text) => text.includes(row) || row.includes(text)));
}
