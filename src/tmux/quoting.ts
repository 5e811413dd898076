/** How text passes unchanged through the two languages on the way: the shell that starts tmux, and tmux's own command language. */

/** One tmux command as its words. */
export type Command = readonly string[];

/** A word that sh and tmux both read as exactly this text: neither gives any character inside single quotes a meaning. */
export function quote(word: string): string {
	if (word.includes('\0')) throw new RangeError('a word for a command can not hold a NUL');
	return `'${word.replaceAll("'", "'\\''")}'`;
}

/** Commands as text for tmux to parse, as `if-shell` takes them. */
export function commandText(commands: readonly Command[]): string {
	return commands.map((words) => words.map(quote).join(' ')).join(' ; ');
}

/** Commands as arguments of the tmux program, which takes a `;` that ends an argument for the end of a command. */
export function commandArgs(commands: readonly Command[]): string[] {
	return commands.flatMap((words, index) => {
		const escaped = words.map((word) => (word.endsWith(';') ? `${word.slice(0, -1)}\\;` : word));
		return index === 0 ? escaped : [';', ...escaped];
	});
}

/** Text that a format expands to itself. */
export function formatLiteral(text: string): string {
	return text.replaceAll('#', '##');
}
