/** Keeps the last screen readable: takes the screen clearing, and tmux's own words, out of what a leaving client prints. */

const ESC = '\u001b';

/**
 * A client that leaves clears the screen, resets its modes, returns to the normal screen and says why (`[exited]`).
 * Programs inside tmux can't print this: tmux redraws what they print and sends 1049 only when the client itself ends.
 */
const FAREWELL = new RegExp(
	`${ESC}\\[H${ESC}\\[2?J((?:${ESC}\\[\\?\\d+[hl])*)${ESC}\\[\\?1049l((?:${ESC}\\[23;0;0t)?)(?:\\[[a-z][^\\]]*\\]\\r?\\n)?`,
);

/** The status line makes room for what is said next; nothing scrolls away. */
const LAST_LINE = `${ESC}[9999;1H${ESC}[2K`;

export function keepLastScreen(output: string): string {
	return output.replace(FAREWELL, (_, modes: string, title: string) => `${LAST_LINE}${modes}${title}`);
}
