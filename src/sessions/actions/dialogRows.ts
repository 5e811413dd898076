/** The rows of a screen by which a dialog is known: while all of them are there, it is the one that was looked at. Pure. */
import type { Decision } from '../../agents/screen/reading.ts';

/** A dialog as it was read, and the screen it was read from. */
export interface Seen {
	/** With what other sources know of it. */
	readonly decision: Decision;
	/** As far as the screen shows it. */
	readonly shown: Decision;
	readonly text: string;
}

/** Enough to tell any two dialogs apart, and little enough for one command to tmux. */
const MOST_ROWS = 12;

export function rowsOfDialog({ shown, text }: Pick<Seen, 'shown' | 'text'>): readonly string[] {
	const rows = text
		.split('\n')
		.map((row) => row.trimEnd())
		.filter((row) => row.trim() !== '');
	const told = [shown.question, ...(shown.command ?? '').split('\n'), ...shown.options.map(({ label }) => label)];
	const found = told.flatMap((part) => {
		const words = part.trim();
		// The dialog is the last thing on a screen; the same words further up are older.
		const row = words === '' ? undefined : rows.findLast((one) => one.includes(words));
		return row === undefined ? [] : [row];
	});
	return [...new Set(found)].slice(0, MOST_ROWS);
}
