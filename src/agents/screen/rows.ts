/** Rows of a terminal picture: cleaning them and telling frames from content. */

/** Colour, cursor and title sequences: a capture with `-e` has them, a plain one does not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are made of control characters
const ESCAPES = /\u001b(?:\[[0-9;:?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-~])/g;

/** A screen is at most a few hundred rows; more is not a screen, and reading it all would cost time. */
const MAX_ROWS = 1_000;

export function rowsOf(text: string): readonly string[] {
	return (
		text
			.replaceAll(ESCAPES, '')
			.split(/\r?\n/)
			.slice(-MAX_ROWS)
			// A no-break space is kept: it tells a live input row from an old prompt.
			.map((row) => row.replace(/[ \t\r]+$/, ''))
	);
}

/** A horizontal line at the left edge, with at most one label in it: `──── name ─`. */
const RULE = /^[─━▔╭╰┌└][─━▔]+(?: [^─━▔]+ [─━▔]+)?[╮╯┐┘]?$/u;
/** Shorter lines are underlines and table pieces of the agent's own text. */
const SHORTEST_RULE = 10;

export function isRule(row: string | undefined): boolean {
	return row !== undefined && row.length >= SHORTEST_RULE && RULE.test(row);
}

export function isBlank(row: string | undefined): boolean {
	return row === undefined || /^[\s\u00a0]*$/.test(row);
}

export function lastContentRow(rows: readonly string[]): number {
	for (let row = rows.length - 1; row >= 0; row--) if (!isBlank(rows[row])) return row;
	return -1;
}

/** The content of a row inside a frame of vertical lines, nested frames included, at the column where it stands. */
export function unframed(row: string): string {
	let content = row;
	while (/^\s*[│┃|]/.test(content)) content = content.replace(/^(\s*)[│┃|]/, '$1 ').replace(/\s*[│┃|]\s*$/, '');
	return content;
}

/** Rows joined to one line of words. */
export function joined(rows: readonly string[]): string {
	return rows
		.map((row) => row.trim())
		.filter((row) => row !== '')
		.join(' ');
}

/** A side panel stands right of a vertical line through most of the screen; shorter lines belong to tables and frames. */
const PANEL_SHARE = 0.5;
const LEAST_PANEL_COLUMN = 60;

/** The main part of a screen that shows a panel at its right. */
export function withoutSidePanel(rows: readonly string[]): readonly string[] {
	const counts = new Map<number, number>();
	for (const row of rows) {
		for (let at = row.indexOf('│', LEAST_PANEL_COLUMN); at >= 0; at = row.indexOf('│', at + 1)) counts.set(at, (counts.get(at) ?? 0) + 1);
	}
	const [column, count] = [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), [0, 0]);
	if (count < (lastContentRow(rows) + 1) * PANEL_SHARE) return rows;
	return rows.map((row) => (row[column] === '│' ? row.slice(0, column).replace(/ +$/, '') : row));
}
