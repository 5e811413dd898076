/** The input box of an agent as the screen shows it: how much stands in it, and whether a prompt is still there. Pure. */
import type { AgentKind } from '../../agents/adapter.ts';
import { findComposer } from '../../agents/screen/composer.ts';
import { lastContentRow, rowsOf } from '../../agents/screen/rows.ts';

/** Agents fold long pastes into one of these marks. */
const FOLDED = /\[Pasted (?:text|content)\b/i;
/** Enough of a prompt to know it again, and less than the narrowest useful window wraps. */
const KNOWN_BY_CHARS = 24;

/** What stands in the box, rows joined by newlines; undefined where no box is on the screen. An empty box may show a hint. */
export function composerText(agent: AgentKind, text: string): string | undefined {
	const rows = rowsOf(text);
	if (agent === 'codex') return codexComposer(rows);
	return findComposer(rows)?.text;
}

/** Codex has no frame: the last prompt sign, its wrapped rows, then an empty row and the footer. */
function codexComposer(rows: readonly string[]): string | undefined {
	const start = rows.findLastIndex((row) => /^›(?: |$)/u.test(row));
	if (start < 0) return undefined;
	const end = lastContentRow(rows) + 1;
	const below = rows.slice(start + 1, end);
	if (below.some((row) => /^\S/.test(row))) return undefined;
	const footer = below.findLastIndex((row) => row.trim() === '');
	const wrapped = below.slice(0, Math.max(0, footer));
	return [(rows[start] ?? '').slice(2), ...wrapped.map((row) => row.trim())].join('\n').trim();
}

export function holdsPrompt(composer: string, prompt: string): boolean {
	if (FOLDED.test(composer)) return true;
	const sign = signOf(prompt);
	return sign !== '' && squeezed(composer).includes(sign);
}

/** How often the prompt stands on the screen outside of the box: in the conversation, or among those that wait. */
export function timesShown(agent: AgentKind, screen: string, prompt: string): number {
	const sign = signOf(prompt);
	if (sign === '') return 0;
	const times = squeezed(screen).split(sign).length - 1;
	return times - (squeezed(composerText(agent, screen) ?? '').includes(sign) ? 1 : 0);
}

/** The screen wraps and indents, so only what is not white space is compared. */
function signOf(prompt: string): string {
	const line = prompt.split('\n').find((row) => row.trim() !== '') ?? '';
	return squeezed(line).slice(0, KNOWN_BY_CHARS);
}

function squeezed(text: string): string {
	return text.normalize('NFC').replaceAll(/[\s\u00a0]+/g, '');
}
