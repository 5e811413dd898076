/** Lists of options that a dialog offers: numbered or not, with the pointer on one of them. */
import { isBlank, isRule } from './rows.ts';

export interface MenuOption {
	readonly label: string;
	readonly description?: string;
	readonly number?: number;
}

export interface Menu {
	readonly options: readonly MenuOption[];
	/** Index of the option the pointer is on. */
	readonly selected: number;
	readonly firstRow: number;
	readonly lastRow: number;
}

export interface Item {
	readonly row: number;
	readonly number: number;
	readonly pointed: boolean;
	/** Column at which the label begins: wrapped lines and descriptions begin there too. */
	readonly column: number;
	readonly text: string;
}

/** An arrow in the pointer's place: the list goes on beyond this option. */
const NUMBERED = /^(\s*)([❯›>●▶↑↓]?)([ \u00a0]*)(\d{1,2})\.[ \u00a0]+(\S.*)$/u;
const POINTER = /[❯›>●▶]/u;
const POINTED = /^(\s*)[❯›▶][ \u00a0]+(\S.*)$/u;
/** Between two options lie their wrapped lines and descriptions; farther apart they are not one list. */
const LONGEST_OPTION_ROWS = 8;

/** The last list on the screen that has a pointer, or undefined. */
export function findMenu(rows: readonly string[], from = 0): Menu | undefined {
	const numbered = numberedMenu(rows, from);
	const plain = plainMenu(rows, from);
	// Of two lists the lower one is the dialog; the other was printed before it.
	return numbered && (!plain || plain.firstRow <= numbered.lastRow) ? numbered : plain;
}

export function numberedItem(row: string, index: number): Item | undefined {
	const match = NUMBERED.exec(row);
	if (!match) return undefined;
	const [whole, , pointer, , number, text] = match;
	return {
		row: index,
		number: Number(number),
		pointed: POINTER.test(pointer ?? ''),
		column: whole.length - (text ?? '').length,
		text: text ?? '',
	};
}

function numberedMenu(rows: readonly string[], from: number): Menu | undefined {
	const items = rows.map((row, index) => (index < from ? undefined : numberedItem(row, index))).filter((found) => found !== undefined);
	const pointedAt = items.findLastIndex(({ pointed }) => pointed);
	const pointed = items[pointedAt];
	if (!pointed) return undefined;
	const list = [pointed];
	for (const earlier of items.slice(0, pointedAt).reverse()) {
		if (!follows(earlier, list[0])) break;
		list.unshift(earlier);
	}
	for (const later of items.slice(pointedAt + 1)) {
		if (!follows(list.at(-1), later)) break;
		list.push(later);
	}
	// A list that does not begin at 1 is cut off by the edge of the screen, or is no list of options.
	if (list[0]?.number !== 1 && list.length < 2 && !isAsked(rows, pointed)) return undefined;
	const options = list.map((entry, index) => numberedOption(rows, entry, list[index + 1]));
	const last = list.at(-1) ?? pointed;
	return {
		options,
		selected: list.indexOf(pointed),
		firstRow: list[0]?.row ?? pointed.row,
		lastRow: continuation(rows, last).at(-1)?.row ?? last.row,
	};
}

/** A small window shows nothing of a list but the pointed option, indented right below the question. */
function isAsked(rows: readonly string[], { row, number }: Item): boolean {
	return number > 1 && /^\s/.test(rows[row] ?? '') && /\?$/.test(rows[row - 1] ?? '');
}

function follows(earlier: Item | undefined, later: Item | undefined): boolean {
	if (!earlier || !later) return false;
	return (
		later.number === earlier.number + 1 && later.row - earlier.row <= LONGEST_OPTION_ROWS && Math.abs(later.column - earlier.column) <= 1
	);
}

/** Rows below an option that belong to it: they begin at its label's column or further right. */
function continuation(rows: readonly string[], entry: Item, end = rows.length): readonly { row: number; text: string }[] {
	const found: { row: number; text: string }[] = [];
	for (let row = entry.row + 1; row < end; row++) {
		const text = rows[row] ?? '';
		if (isBlank(text) || isRule(text) || text.search(/\S/) < entry.column) break;
		found.push({ row, text: text.trim() });
	}
	return found;
}

export function numberedOption(rows: readonly string[], entry: Item, next: { readonly row: number } | undefined): MenuOption {
	const below = continuation(rows, entry, next?.row).map(({ text }) => text);
	const [label = '', ...sameRow] = entry.text.split(/\s{2,}/);
	const description = [...sameRow, ...below].join(' ').trim();
	return { label: label.trim(), number: entry.number, ...(description && { description }) };
}

/** A list without numbers: the pointed row and its neighbours that begin at the same column. */
function plainMenu(rows: readonly string[], from: number): Menu | undefined {
	const pointedRow = rows.findLastIndex((row, index) => index >= from && POINTED.test(row));
	const pointed = rows[pointedRow];
	if (!pointed) return undefined;
	const column = pointed.length - (POINTED.exec(pointed)?.[2] ?? '').length;
	const belongs = (row: string | undefined) =>
		row !== undefined && !isBlank(row) && !isRule(row) && row.search(/\S/) >= column && row.search(/\S/) <= column + 2;
	let first = pointedRow;
	let last = pointedRow;
	while (first - 1 >= from && belongs(rows[first - 1])) first--;
	while (belongs(rows[last + 1])) last++;
	if (first === last) return undefined;
	const options = rows.slice(first, last + 1).map((row) => ({ label: row.replace(/^[\s❯›▶\u00a0]+/u, '').trim() }));
	return { options, selected: pointedRow - first, firstRow: first, lastRow: last };
}
