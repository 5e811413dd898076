/** Keys and lines from a terminal in raw mode, or from a pipe. */
import { emitKeypressEvents } from 'node:readline';

const NAMES = { return: 'enter', enter: 'enter', escape: 'escape', up: 'up', down: 'down', backspace: 'backspace' };

/** Keys have names ('enter', 'escape', 'interrupt', 'end' …) or are the characters they type. */
export class Keyboard {
	#input;
	#queue = [];
	#waiting;

	constructor(input) {
		this.#input = input;
		if (input.isTTY) input.setRawMode(true);
		emitKeypressEvents(input);
		input.on('keypress', (text, key) => this.#push(this.#name(text, key)));
		input.on('end', () => this.#push('end'));
		input.resume();
	}

	#name(text, { name, ctrl }) {
		if (ctrl && name === 'c') return 'interrupt';
		if (ctrl && name === 'd') return 'end';
		return NAMES[name] ?? text ?? '';
	}

	#push(key) {
		if (!this.#waiting) this.#queue.push(key);
		else this.#waiting(key);
	}

	key() {
		return this.keyWithin(undefined);
	}

	/** The next key, or undefined when none comes in time. */
	keyWithin(limitMs) {
		if (this.#queue.length > 0) return Promise.resolve(this.#queue.shift());
		return new Promise((resolve) => {
			const timer = limitMs === undefined ? undefined : setTimeout(() => this.#waiting(undefined), limitMs);
			this.#waiting = (key) => {
				clearTimeout(timer);
				this.#waiting = undefined;
				resolve(key);
			};
		});
	}

	/** A line, echoed as it is typed; undefined at the end of input or after Ctrl-C on an empty line. */
	async line(echo) {
		let line = '';
		for (;;) {
			const key = await this.key();
			if (key === 'end' || (key === 'interrupt' && line === '')) return undefined;
			if (key === 'enter') {
				echo('\n');
				return line.trim();
			}
			if (key === 'interrupt' || key === 'escape') {
				echo('\b \b'.repeat(line.length));
				line = '';
			} else if (key === 'backspace') {
				if (line !== '') echo('\b \b');
				line = line.slice(0, -1);
			} else if (key >= ' ' && key !== 'up' && key !== 'down') {
				echo(key);
				line += key;
			}
		}
	}

	close() {
		if (this.#input.isTTY) this.#input.setRawMode(false);
		this.#input.pause();
		this.#input.unref?.();
	}
}
