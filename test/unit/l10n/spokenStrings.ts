/** Reads out of source text which strings it has translated, and which it says to a person without. */

export interface SpokenString {
	readonly text: string;
	readonly line: number;
}

/** A string literal of one piece, right after the opening bracket. */
const FIRST_ARGUMENT = /^\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\$]|\\.|\$(?!\{))*)`)\s*[,)]/;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

function decode(literal: string): string {
	return literal.replaceAll(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, hex: string | undefined, char: string) =>
		hex ? String.fromCharCode(Number.parseInt(hex, 16)) : (ESCAPES[char] ?? char),
	);
}

const lineOf = (source: string, index: number) => source.slice(0, index).split('\n').length;

/** Every string given to `l10n.t`. Throws for one that is put together at run time: nobody could translate it. */
export function translatedStrings(source: string): SpokenString[] {
	return [...source.matchAll(/\bl10n\s*\.\s*t\s*\(/g)].map(({ index, 0: call }) => {
		const line = lineOf(source, index);
		const literal = FIRST_ARGUMENT.exec(source.slice(index + call.length));
		if (!literal) throw new Error(`line ${line}: l10n.t needs a string literal of one piece`);
		return { text: decode(literal[1] ?? literal[2] ?? literal[3] ?? ''), line };
	});
}

/** Where VS Code shows what it is given: messages, and the parts of lists, boxes, rows and documents. */
const SHOWN =
	/(?:show(?:Information|Warning|Error)Message|setStatusBarMessage|mention)\(\s*(['"`])|\b(?:title|place[Hh]older|prompt|tooltip|label|description|detail|validationMessage)\s*[:=]\s*(['"`])/g;

/** Names and notations that are the same in every language. */
const NAMES = /NAME=value|Claude(?: Code)?|Codex|Gemini CLI|opencode|GitHub Copilot CLI|Shoal|tmux/g;

/** Words that are shown to a person without a translation. */
export function untranslatedStrings(source: string): SpokenString[] {
	return [...source.matchAll(SHOWN)].flatMap((match) => {
		const quote = match[1] ?? match[2] ?? '';
		const start = match.index + match[0].length;
		const end = source.indexOf(quote, start);
		const text = source.slice(start, end);
		// What stands in braces is a value; icons are named in English everywhere.
		const words = text
			.replaceAll(/\$\{[^}]*\}/g, '')
			.replaceAll(/\$\([\w~-]+\)/g, '')
			.replaceAll(NAMES, '');
		return /\p{L}{2}/u.test(words) ? [{ text, line: lineOf(source, match.index) }] : [];
	});
}

/** The places for values in a string, such as `{0}`, in order and as often as they occur. */
export function placeholders(text: string): string[] {
	return (text.match(/\{\w+\}/g) ?? []).sort();
}
