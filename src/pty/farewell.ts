/** Keeps the last screen readable: takes the screen clearing, and tmux's own words, out of what a leaving client prints. */

const ESC = '\u001b';

/**
 * A client that leaves clears the screen, resets its modes, returns to the normal screen and says why (`[exited]`).
 * Programs inside tmux can't print this: tmux redraws what they print and sends 1049 only when the client itself ends.
 */
const CLEAR = `${ESC}\\[H${ESC}\\[2?J`;
const MODES = `(?:${ESC}\\[\\?\\d+[hl])*`;
const FAREWELL = new RegExp(`${CLEAR}(${MODES})${ESC}\\[\\?1049l((?:${ESC}\\[23;0;0t)?)(?:\\[[a-z][^\\]]*\\]\\r?\\n)?`);

/** The beginning of a clearing, or one with nothing but modes after it, up to the end: the rest may come with the next output. */
const CLEAR_BEGUN = `${ESC}(?:\\[(?:H(?:${ESC}(?:\\[2?)?)?)?)?`;
const MODE_BEGUN = `(?:${ESC}(?:\\[(?:\\?\\d*)?)?)?`;
const BEGUN = new RegExp(`(?:${CLEAR_BEGUN}|${CLEAR}${MODES}${MODE_BEGUN})$`);

/** The status line makes room for what is said next; nothing scrolls away. */
const LAST_LINE = `${ESC}[9999;1H${ESC}[2K`;

export class FarewellFilter {
	#held = '';

	/** What to show now. What could be the beginning of a farewell is held until more comes, or until `flush`. */
	filter(output: string): string {
		const text = this.#held + output;
		const begun = BEGUN.exec(text);
		this.#held = begun ? begun[0] : '';
		const shown = begun ? text.slice(0, begun.index) : text;
		return shown.replace(FAREWELL, (_, modes: string, title: string) => `${LAST_LINE}${modes}${title}`);
	}

	get isHolding(): boolean {
		return this.#held !== '';
	}

	/** What is held after all, because nothing followed it. */
	flush(): string {
		const text = this.#held;
		this.#held = '';
		return text;
	}
}
