/** Reads Claude Code's screen: an input box with its footer, or a dialog in its place. */
import { type Composer, findComposer } from '../screen/composer.ts';
import { type ScreenFacts, type ScreenReading, unknownReading } from '../screen/reading.ts';
import { isBlank, joined, rowsOf, withoutSidePanel } from '../screen/rows.ts';
import { readClaudeDialog } from './dialog.ts';

/** The only sign of work while text streams. Narrow windows cut it short. */
const INTERRUPTIBLE = /\besc to(?: ?int[a-z]*| ?i?n?…|$)/;
/** A row at the left edge that begins with a symbol: the spinner of a running turn, or the line that closes a finished one. */
const STATUS_ROW = /^(?![❯>●⏺⎿│╭╰─▔╌$#!"'`([{<-])[\p{S}\p{P}] (\S.*)$/u;
const IN_PROGRESS = /^(?!\p{L}+ for \d).{1,120}?(?:…|\.\.\.)(?:\s*\(|\s*$|\s+·)/u;
const WAITING_FOR_AGENTS = /^Waiting for \d+ .*\b(?:agents?|tasks?|workflows?)\b/;
const RETRYING = /\bretrying in \d+|\battempt \d+\/\d+/i;
const OLD_PROMPT = /^[❯>] /u;
const ANSWER = /^[●⏺] /u;
const RESULT = /^ {1,4}⎿ /u;
/** A hint of Claude's right above its box; without room it has no blank row before it. */
const NOTICE = /^ {2}tmux focus-events\b/;
/** First words of what Claude prints in place of an answer when a turn fails. */
const FAILURE =
	/^(?:API Error\b|API error\b|Request timed out|Connection error|Unable to connect|Invalid API key|(?:Failed to )?[Aa]uthenticat|OAuth |Please run \/login|Not logged in|(?:Your )?[Cc]redit balance|Prompt is too long|Context limit reached|Rate limited|You've (?:hit|reached) your|Claude (?:AI )?usage limit|[\w-]+ limit reached|There's an issue with the selected model|Repeated \d{3} )/;
/** Hints that only the empty box after a failed turn shows. */
const FAILURE_HINT = /^(?:Resend your message|Once fixed, resend|Run \/rewind to go back)/;

export function readClaudeScreen(screen: ScreenFacts): ScreenReading {
	if (screen.dead) return unknownReading('the pane is dead', 'process');
	const rows = withoutSidePanel(rowsOf(screen.text));
	const composer = findComposer(rows);
	if (!composer)
		return readClaudeDialog(rows, screen.title) ?? unknownReading('neither the input box nor a dialog of Claude Code is on the screen');
	return readBesideComposer(rows.slice(0, composer.top), composer);
}

function readBesideComposer(above: readonly string[], composer: Composer): ScreenReading {
	const interruptible = composer.footer.some((row) => INTERRUPTIBLE.test(row));
	const status = lastStatus(above, interruptible);
	const thought = thoughtOf(above);
	const reading = (activity: ScreenReading['activity'], observation: string, says = thought): ScreenReading => ({
		activity,
		source: 'screen',
		observation,
		confidence: 'likely',
		...(says && { thought: says }),
	});
	if (status && RETRYING.test(status)) return reading('retrying', status, status);
	if (status && WAITING_FOR_AGENTS.test(status)) return reading('working', status);
	if (status && IN_PROGRESS.test(status)) return reading('working', status);
	if (interruptible) return reading('working', 'the footer offers to interrupt');
	const failure = failureOf(above, composer.text);
	if (failure) return reading('failed', failure, failure);
	if (openEnded(above, composer)) return reading('working', 'the answer has no closing line yet, and typed text hides the footer');
	return reading('idle', 'the input box is shown and nothing offers to interrupt');
}

/** The status line that belongs to now: nothing was said or asked after it. A queued prompt may follow it while a turn runs. */
function lastStatus(above: readonly string[], interruptible: boolean): string | undefined {
	for (let row = above.length - 1; row >= 0; row--) {
		const text = above[row] ?? '';
		if (ANSWER.test(text) || (!interruptible && OLD_PROMPT.test(text))) return undefined;
		if (STATUS_ROW.test(text)) return joined([text.slice(2), ...wrappedRows(above, row + 1)]);
	}
	return undefined;
}

function wrappedRows(rows: readonly string[], from: number): readonly string[] {
	const end = rows.findIndex(
		(row, index) => index >= from && (isBlank(row) || !/^ {2}\S/.test(row) || RESULT.test(row) || NOTICE.test(row)),
	);
	return rows.slice(from, end < 0 ? rows.length : end);
}

/** The words of a failed turn: the last thing said after the last prompt, with no closing line of a finished turn below it. */
function failureOf(above: readonly string[], boxText: string): string | undefined {
	const prompt = above.findLastIndex((row) => OLD_PROMPT.test(row));
	const turn = above.slice(prompt + 1);
	const said = turn.findLastIndex((row) => ANSWER.test(row) || RESULT.test(row));
	if (turn.some((row, index) => index > said && STATUS_ROW.test(row))) return undefined;
	const words = said < 0 ? '' : joined([(turn[said] ?? '').replace(/^\s*[●⏺⎿]\s*/u, ''), ...wrappedRows(turn, said + 1)]);
	if (FAILURE.test(words)) return words;
	return FAILURE_HINT.test(boxText) && words !== '' && !/^Interrupted\b/.test(words) ? words : undefined;
}

/** Typing while text streams takes the offer to interrupt off the footer; then only the missing closing line shows that it goes on. */
function openEnded(above: readonly string[], { text, footer }: Composer): boolean {
	if (text === '' || text.startsWith('/') || footer.some((row) => /\? for shortcuts/.test(row))) return false;
	const prompt = above.findLastIndex((row) => OLD_PROMPT.test(row));
	const turn = above.slice(prompt + 1);
	const said = turn.findLastIndex((row) => ANSWER.test(row));
	return prompt >= 0 && said >= 0 && !turn.some((row, index) => index > said && (STATUS_ROW.test(row) || RESULT.test(row)));
}

/** What Claude said last in this turn, or the tool it runs, as the screen shows it. */
function thoughtOf(above: readonly string[]): string | undefined {
	const prompt = above.findLastIndex((row) => OLD_PROMPT.test(row));
	const said = above.findLastIndex((row) => ANSWER.test(row));
	if (said < prompt || said < 0) return undefined;
	return joined([(above[said] ?? '').slice(2), ...wrappedRows(above, said + 1)]);
}
