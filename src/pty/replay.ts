/** The last of a client's output, bounded, so that another view of it shows a screen at once. */

// A full-colour redraw of a large screen is about 40 KB: the last one is in here. Whole pieces are kept, so that it may hold one more.
const REPLAY_CHARACTERS = 128 * 1024;
// The longest run of private modes a terminal sends is below this; it may be split between what is dropped and what is kept.
const CARRY_CHARACTERS = 32;

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences start with a control character.
const PRIVATE_MODES = /\u001b\[\?([\d;]+)([hl])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same.
const CLEAN_START = /[\u001b\n]/;

export class Replay {
	#pieces: string[] = [];
	#length = 0;
	#dropped = false;
	#carry = '';
	/** Mouse, bracketed paste, alternate screen and the like, as the dropped part left them. */
	readonly #modes = new Map<string, string>();

	add(text: string): void {
		this.#pieces.push(text);
		this.#length += text.length;
		for (let first = this.#pieces[0]; first !== undefined; first = this.#pieces[0]) {
			if (this.#length - first.length < REPLAY_CHARACTERS) return;
			this.#pieces.shift();
			this.#length -= first.length;
			this.#drop(first);
		}
	}

	/** What brings a fresh terminal to about the same screen. It starts with whole characters and sequences. */
	text(): string {
		const kept = this.#pieces.join('');
		if (!this.#dropped) return kept;
		const start = kept.search(CLEAN_START);
		const modes = [...this.#modes].map(([mode, onOff]) => `\u001b[?${mode}${onOff}`).join('');
		return modes + (start === -1 ? kept : kept.slice(start));
	}

	/** The very end, for its last words. */
	tail(characters: number): string {
		let text = '';
		for (let i = this.#pieces.length - 1; i >= 0 && text.length < characters; i--) text = (this.#pieces[i] ?? '') + text;
		return text.slice(-characters);
	}

	#drop(text: string): void {
		this.#dropped = true;
		const seen = this.#carry + text;
		for (const [, modes = '', onOff = ''] of seen.matchAll(PRIVATE_MODES)) {
			for (const mode of modes.split(';')) this.#modes.set(mode, onOff);
		}
		this.#carry = seen.slice(-CARRY_CHARACTERS);
	}
}
