/** The words of a dialog of Claude's: its title, what it asks, which tool it is about, and what it shows of it. */
import { CUT } from '../screen/decision.ts';
import { isBlank, joined, lastContentRow } from '../screen/rows.ts';

/** How far above the options the question may stand. */
const QUESTION_ROWS = 10;
const INNER_RULE = /^\s*[╌┄─]{10,}$/u;
const DOTTED = /^\s*╌{10,}$/u;

export function titleOf(head: readonly string[]): string {
	return joined([head.find((row) => !isBlank(row) && !INNER_RULE.test(row)) ?? '']);
}

/** The words right above the options, wrapped rows joined; the sentence that asks, where another one stands between. */
export function questionOf(head: readonly string[]): string {
	const near = paragraphAbove(head);
	if (near.endsWith('?')) return near;
	return /(?:^|[.:] )([^.:]*\?)/.exec(joined(head.slice(-QUESTION_ROWS)))?.[1]?.trim() ?? near;
}

function paragraphAbove(head: readonly string[]): string {
	const last = lastContentRow(head);
	if (last < 0) return '';
	let first = last;
	while (first > 0 && !isBlank(head[first - 1]) && !INNER_RULE.test(head[first - 1] ?? '')) first--;
	return joined(head.slice(first, last + 1));
}

/** What stands between the dotted lines: the command, the edit, or the plan. Of a dialog that is cut, the end of it. */
export function bodyOf(head: readonly string[], cut: boolean): string | undefined {
	const first = head.findIndex((row) => DOTTED.test(row));
	const last = head.findLastIndex((row) => DOTTED.test(row));
	if (last <= first) return cut && last > 0 ? `${CUT}${bodyText(head.slice(0, last))}` : undefined;
	return bodyText(head.slice(first + 1, last));
}

function bodyText(framed: readonly string[]): string {
	// A bar at the left marks the rows of a line that is wrapped.
	const rows = framed.every((row) => /^ │(?: |$)/u.test(row)) ? framed.map((row) => row.slice(2)) : framed;
	const indent = Math.min(...rows.filter((row) => !isBlank(row)).map((row) => row.search(/\S/)));
	return rows
		.map((row) => row.slice(Number.isFinite(indent) ? indent : 0))
		.join('\n')
		.trim();
}

const TOOLS: readonly (readonly [RegExp, string])[] = [
	[/^Bash command/, 'Bash'],
	[/^(?:Edit|Update) /, 'Edit'],
	[/^(?:Create|Write|Overwrite) /, 'Write'],
	[/^Read /, 'Read'],
	[/^Fetch/, 'WebFetch'],
	[/^Ready to code/, 'ExitPlanMode'],
];

/** The tool as the question names it. */
export function toolAsked(question: string): string | undefined {
	if (/\bmake this edit to\b/.test(question)) return 'Edit';
	return /\b(?:create|overwrite|write to)\b/.test(question) ? 'Write' : undefined;
}

export function knownTool(titleRow: string): string | undefined {
	return TOOLS.find(([words]) => words.test(titleRow))?.[1];
}

/** A tool of somebody else's goes by its own title. */
export function nameOf(titleRow: string): string {
	return titleRow.split(/\s{2,}/)[0] ?? titleRow;
}
