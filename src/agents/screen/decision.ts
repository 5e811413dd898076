/** Turns a dialog's text into a decision that can be shown, compared and answered. */
import { createHash } from 'node:crypto';
import type { Decision, DecisionKind, DecisionOption, OptionEffect } from './reading.ts';

/** Dialogs show whole files; what a row or a notice can use is far less. */
const BODY_LIMIT = 4_000;
const LINE_LIMIT = 400;
/** Stands before a text whose beginning is out of sight. */
export const CUT = '…';

export interface DecisionDraft {
	readonly kind: DecisionKind;
	readonly tool?: string | undefined;
	readonly command?: string | undefined;
	readonly diff?: string | undefined;
	readonly question: string;
	readonly options: readonly DecisionOption[];
	readonly defaultIndex: number;
	readonly several?: boolean;
	readonly partial?: boolean;
}

export function decisionOf(draft: DecisionDraft): Decision {
	const { kind, tool, command, diff, question, options, defaultIndex, several, partial } = draft;
	return {
		kind,
		...(tool && { tool: tool.slice(0, LINE_LIMIT) }),
		...(command && { command: command.slice(0, BODY_LIMIT) }),
		...(diff && { diff: diff.slice(0, BODY_LIMIT) }),
		question: question.slice(0, LINE_LIMIT),
		options,
		defaultIndex,
		...(several && { several }),
		...(partial && { partial }),
		fingerprint: fingerprint([kind, tool, command, diff, question, ...options.map(({ label }) => label)]),
	};
}

/** White space is left out: the same dialog wraps differently at another width. */
function fingerprint(parts: readonly (string | undefined)[]): string {
	const text = parts.map((part) => (part ?? '').replaceAll(/[\s\u00a0]+/g, '')).join('\u0000');
	return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** "Yes" is a yes to this one thing; "Yes, and …" is a yes to more than was asked. */
export function effectOf(label: string): OptionEffect {
	if (/^(no\b|don't|reject|cancel|deny|exit|back\b|skip)/i.test(label)) return 'reject';
	if (/^(yes[,.]? (and|for)\b|allow (always|for)|yes.*don't ask|trust all)/i.test(label)) return 'approveAlways';
	if (/^(yes\b|allow\b|approve|trust|proceed|accept|continue$)/i.test(label)) return 'approve';
	return 'other';
}
