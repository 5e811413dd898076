/** Reads Codex's screen and title: the input row with its footer, or a dialog in its place. */
import { type ScreenFacts, type ScreenReading, unknownReading } from '../screen/reading.ts';
import { isBlank, joined, lastContentRow, rowsOf } from '../screen/rows.ts';
import { readCodexDialog } from './dialog.ts';

const SPINNER_TITLE = /^[\u2800-\u28ff] /u;
const BLOCKED_TITLE = /^\[ . \] Action Required\b/;
const PROMPT = /^› /u;
const EMPTY_PROMPT = /^›$/u;
/** `• Working (3s • esc to interrupt)`: narrow windows cut its end off. */
const STATUS_ROW = /^[•◦·∙⠀-⣿] (.+?) ?\(\s*(?:\d+[hms] ?)+(?:[^)]*esc|.*…)/u;
const RETRYING = /^(?:Reconnecting|Retrying)\b/;
const SAID = /^[•■✔✗⚠▲] /u;
const FAILED = /^■ (?!Conversation interrupted)(.+)/u;

export function readCodexTitle(title: string): ScreenReading | undefined {
	if (BLOCKED_TITLE.test(title))
		return { activity: 'needsApproval', source: 'title', observation: `title "${title}"`, confidence: 'likely' };
	if (SPINNER_TITLE.test(title))
		return { activity: 'working', source: 'title', observation: 'the title shows a spinner', confidence: 'likely' };
	return undefined;
}

export function readCodexScreen(screen: ScreenFacts): ScreenReading {
	if (screen.dead) return unknownReading('the pane is dead', 'process');
	const rows = rowsOf(screen.text);
	const fromTitle = readCodexTitle(screen.title);
	const dialog = readCodexDialog(rows, screen);
	if (dialog) return dialog;
	const input = inputRow(rows);
	if (input < 0) return fromTitle ?? unknownReading('neither the input row nor a dialog of Codex is on the screen');
	return readBesideInput(rows.slice(0, input), fromTitle);
}

/** The last row with Codex's prompt sign, with its model line and footer below it. */
function inputRow(rows: readonly string[]): number {
	const row = rows.findLastIndex((text) => PROMPT.test(text) || EMPTY_PROMPT.test(text));
	if (row < 0) return -1;
	// Below the input are only its own wrapped rows, the model line and the footer: all indented.
	const below = rows.slice(row + 1, lastContentRow(rows) + 1);
	return below.some((text) => !isBlank(text) && /^\S/.test(text)) ? -1 : row;
}

function readBesideInput(above: readonly string[], fromTitle: ScreenReading | undefined): ScreenReading {
	const status = lastStatus(above);
	const thought = thoughtOf(above);
	const withThought = <R extends ScreenReading>(reading: R) => (thought ? { ...reading, thought } : reading);
	if (fromTitle?.activity === 'needsApproval') return fromTitle;
	if (status && RETRYING.test(status))
		return { activity: 'retrying', source: 'screen', observation: status, confidence: 'likely', thought: status };
	if (status) return withThought({ activity: 'working', source: 'screen', observation: status, confidence: 'likely' });
	if (fromTitle) return withThought(fromTitle);
	const failure = failureOf(above);
	if (failure) return { activity: 'failed', source: 'screen', observation: failure, confidence: 'likely', thought: failure };
	if (justSent(above))
		return withThought({
			activity: 'working',
			source: 'screen',
			observation: 'a prompt was sent and nothing came back yet',
			confidence: 'likely',
		});
	return withThought({
		activity: 'idle',
		source: 'screen',
		observation: 'the input row is shown, and neither title nor screen shows work',
		confidence: 'likely',
	});
}

/** The status line right above the input; details of it are indented below it. */
function lastStatus(above: readonly string[]): string | undefined {
	for (let row = above.length - 1; row >= 0; row--) {
		const text = above[row] ?? '';
		if (STATUS_ROW.test(text)) return joined([text.slice(2), ...indentedBelow(above, row + 1)]);
		if (PROMPT.test(text) || SAID.test(text)) return undefined;
	}
	return undefined;
}

/** Every turn ends with words of Codex: a prompt as the last thing said has only just been sent. */
function justSent(above: readonly string[]): boolean {
	const last = above.findLastIndex((row) => PROMPT.test(row) || SAID.test(row) || /^ {2}Worked for /.test(row));
	// A row of the command list looks the same, but names a command.
	return PROMPT.test(above[last] ?? '') && !/^› \//u.test(above[last] ?? '');
}

function indentedBelow(rows: readonly string[], from: number): readonly string[] {
	const end = rows.findIndex((row, index) => index >= from && (isBlank(row) || /^\S/.test(row)));
	return rows.slice(from, end < 0 ? rows.length : end);
}

function failureOf(above: readonly string[]): string | undefined {
	const row = above.findLastIndex((text) => PROMPT.test(text) || SAID.test(text) || /^ {2}Worked for /.test(text));
	const words = FAILED.exec(above[row] ?? '')?.[1];
	return words === undefined ? undefined : joined([words, ...indentedBelow(above, row + 1)]);
}

/** What Codex said last in this turn. */
function thoughtOf(above: readonly string[]): string | undefined {
	const prompt = above.findLastIndex((text) => PROMPT.test(text));
	const row = above.findLastIndex((text) => /^[•] /u.test(text) && !STATUS_ROW.test(text));
	return row < 0 || row < prompt ? undefined : joined([(above[row] ?? '').slice(2), ...indentedBelow(above, row + 1)]);
}
