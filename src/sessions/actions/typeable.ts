/** Text as it may be typed into an agent: nothing in it can end the paste, press a key or become a command by accident. Pure. */
import type { AgentKind } from '../../agents/adapter.ts';

/** Far above any prompt by hand; a whole file is better sent by its path. */
export const MAX_PROMPT_CHARS = 100_000;

/** Enter continues a line that ends in a backslash, and completes a word that may be a file or a skill, instead of submitting. */
const TAKES_ENTER = /\\$|(?:^|\s)[@$]\S*$/;
/** Agents take these first characters for a shell command or a command of their own. */
const MEANT_FOR_AGENT = /^[!/]/;
/** Claude looks for the name of a command behind any white space, invisible characters included; a path is no name. */
const CLAUDE_COMMAND = /^\s*\/[^\s/]+(?=\s|$)/;
/** Everything a terminal acts on; tab and newline stay. Escape would let text end its own paste and go on as keys. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to take out
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** What the agent sees otherwise than it was written, for a person to know. */
export type TextChange =
	| { readonly kind: 'control-characters'; readonly count: number }
	/** Put before a slash that would have made it a command. */
	| { readonly kind: 'backslash' };

export interface Typeable {
	readonly text: string;
	readonly changes: readonly TextChange[];
}

export function typeable(text: string, agent: AgentKind, asCommand: boolean): Typeable {
	const lines = text.replaceAll(/\r\n?/g, '\n');
	const clean = lines.replaceAll(CONTROL, '');
	const removed = lines.length - clean.length;
	const literal = asCommand ? clean.trimStart() : literally(clean, agent);
	const changes: TextChange[] = [];
	if (removed > 0) changes.push({ kind: 'control-characters', count: removed });
	if (literal.startsWith('\\') && !clean.startsWith('\\')) changes.push({ kind: 'backslash' });
	return { text: TAKES_ENTER.test(literal) ? `${literal} ` : literal, changes };
}

/** One leading space makes an agent read the rest as it stands; only before the name of a command does Claude look through it. */
export function literally(text: string, agent: AgentKind): string {
	if (agent === 'claude' && CLAUDE_COMMAND.test(text)) return `\\${text.trimStart()}`;
	return MEANT_FOR_AGENT.test(text) ? ` ${text}` : text;
}
