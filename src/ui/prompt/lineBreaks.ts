/** Line breaks in a box that has one line: shown as a sign, and put back where the box has lost them in a paste. Pure. */

/** Stands for a line break in the box, and for nothing else there. */
export const BREAK_SIGN = '⏎';

export function toOneLine(text: string): string {
	return text.replaceAll(/\r\n?|\n/g, BREAK_SIGN);
}

export function toLines(line: string): string {
	return line.replaceAll(BREAK_SIGN, '\n');
}

/**
 * The line with the breaks that a paste lost: browsers turn them into blanks or drop them.
 * Undefined where what was added is not the clipboard's text without its breaks.
 */
export function withBreaks(before: string, after: string, clipboard: string): string | undefined {
	const text = clipboard.replaceAll(/\r\n?/g, '\n').replace(/\n+$/, '');
	if (!text.includes('\n')) return undefined;
	for (const instead of [' ', '']) {
		const flat = text.replaceAll('\n', instead);
		const at = placeOf(flat, before, after);
		if (at !== undefined) return after.slice(0, at) + toOneLine(text) + after.slice(at + flat.length);
	}
	return undefined;
}

/** Where the text went in, perhaps in place of a selection. */
function placeOf(text: string, before: string, after: string): number | undefined {
	for (let at = after.indexOf(text); at >= 0; at = after.indexOf(text, at + 1)) {
		const rest = after.slice(at + text.length);
		if (before.startsWith(after.slice(0, at)) && before.endsWith(rest) && at + rest.length <= before.length) return at;
	}
	return undefined;
}
