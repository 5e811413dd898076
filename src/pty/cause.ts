/** Why an attached client ended, judged from its last words and its exit status. */
import type { PtyExit } from './process.ts';

export type FailedStart =
	/** node-pty cannot be loaded here; the same command runs in an ordinary terminal. */
	| 'unavailable'
	/** The program is not there or may not be run. */
	| 'no-program'
	/** The folder to run the client in is not there. */
	| 'no-folder'
	/** The session to attach to is gone. */
	| 'no-session'
	/** No tmux server, or one that may not be reached. */
	| 'no-server'
	/** Anything else it said before it showed a screen. */
	| 'refused';

export type EndCause =
	/** The session lives on. `us`: this actor was asked to; `elsewhere`: by a key in the terminal or by another client. */
	| { readonly kind: 'detached'; readonly by: 'us' | 'elsewhere' }
	| { readonly kind: 'session-ended' }
	| { readonly kind: 'server-died' }
	/** Our client was killed; says nothing about the session. */
	| { readonly kind: 'killed'; readonly signal: number }
	| { readonly kind: 'failed'; readonly reason: FailedStart; readonly message: string }
	/** It ended without last words that could be read. Ask tmux what became of the session. */
	| { readonly kind: 'unknown'; readonly exitCode: number };

export interface Ending {
	readonly exit: PtyExit;
	/** The last of the output. */
	readonly tail: string;
	/** Whether a screen was ever shown. */
	readonly attached: boolean;
	/** Whether we asked it to end. */
	readonly asked: boolean;
}

export function judgeEnd(ending: Ending): EndCause {
	const { exit, tail, attached, asked } = ending;
	const said = attached ? byLastWords(lastWords(tail)) : undefined;
	// The session's own end outranks our wish to leave it: both can happen in the same moment.
	if (said !== undefined && said.kind !== 'detached' && said.kind !== 'killed') return said;
	if (asked) return { kind: 'detached', by: 'us' };
	if (exit.signal !== undefined && exit.signal !== 0) return { kind: 'killed', signal: exit.signal };
	if (said !== undefined) return said;
	if (!attached) return failedStart(tail, exit.exitCode);
	return { kind: 'unknown', exitCode: exit.exitCode };
}

// The client's terminal is given back before it speaks; what a pane printed comes before that.
const GIVEN_BACK = '\u001b[?1049l';
const WORDS = /^\[([^\r\n]*)\]\r?\n?$/m;
// A server that vanished, or whose client had no room left in a burst, gives nothing back: the words are then the very last line.
const VERY_LAST = /\[(detached [^\r\n]*|exited|server exited[a-z ]*|lost server|lost tty|terminated)\]\r?\n$/;

/** Whether the client left the terminal in the state it found it in. */
export function isGivenBack(tail: string): boolean {
	return tail.includes(GIVEN_BACK);
}

function lastWords(tail: string): string | undefined {
	const at = tail.lastIndexOf(GIVEN_BACK);
	return (at === -1 ? VERY_LAST.exec(tail) : WORDS.exec(plain(tail.slice(at))))?.[1];
}

const SIGHUP = 1;
const SIGTERM = 15;

function byLastWords(words: string | undefined): EndCause | undefined {
	if (words === undefined) return undefined;
	if (words.startsWith('detached')) return { kind: 'detached', by: 'elsewhere' };
	if (words === 'exited') return { kind: 'session-ended' };
	if (words.startsWith('server exited') || words === 'lost server') return { kind: 'server-died' };
	if (words === 'lost tty') return { kind: 'killed', signal: SIGHUP };
	if (words === 'terminated') return { kind: 'killed', signal: SIGTERM };
	return undefined;
}

const REASONS: readonly (readonly [RegExp, FailedStart])[] = [
	[/execvp\(3\) failed/, 'no-program'],
	[/chdir\(2\) failed/, 'no-folder'],
	[/can't find (?:session|window|pane)|session not found/, 'no-session'],
	// `attach` starts a server to ask; a fresh one has no sessions.
	[/no server running|error connecting to|error creating|lost server|no sessions|server exited/, 'no-server'],
];

// One line for a log or a tooltip.
const MESSAGE_LENGTH = 300;

function failedStart(tail: string, exitCode: number): EndCause {
	const text = plain(tail).trim();
	const reason = REASONS.find(([pattern]) => pattern.test(text))?.[1] ?? 'refused';
	return { kind: 'failed', reason, message: text.slice(0, MESSAGE_LENGTH) || `it ended at once with code ${exitCode}` };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are made of control characters.
const SEQUENCES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-~])/g;

function plain(text: string): string {
	return text.replace(SEQUENCES, '');
}
