/** Quotes a word for a POSIX shell, for lines that a person pastes. We never run such lines ourselves. */

export function shellWord(text: string): string {
	return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
