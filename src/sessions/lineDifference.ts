/** Which lines differ between two texts: enough to show a change at a glance; the diff editor shows it in full. */

/** Lines that go and lines that come, at a line of the text before, counted from 1. */
export interface Hunk {
	readonly line: number;
	readonly removed: readonly string[];
	readonly added: readonly string[];
}

/** Comparing costs the product of both lengths; what differs in more lines than this is shown as one change. */
const MAX_COMPARED_LINES = 1_500;

export function differenceOf(before: string, after: string): readonly Hunk[] {
	const [old, next] = [linesOf(before), linesOf(after)];
	let start = 0;
	while (start < old.length && start < next.length && old[start] === next[start]) start++;
	let end = 0;
	while (end < old.length - start && end < next.length - start && old[old.length - 1 - end] === next[next.length - 1 - end]) end++;
	const removed = old.slice(start, old.length - end);
	const added = next.slice(start, next.length - end);
	if (removed.length + added.length === 0) return [];
	if (removed.length > MAX_COMPARED_LINES || added.length > MAX_COMPARED_LINES) return [{ line: start + 1, removed, added }];
	return hunksOf(removed, added, start + 1);
}

/** The end of a last line is no line of its own. */
function linesOf(text: string): string[] {
	const lines = text.split('\n');
	if (lines.at(-1) === '') lines.pop();
	return lines;
}

function hunksOf(old: readonly string[], next: readonly string[], firstLine: number): Hunk[] {
	const common = commonLengths(old, next);
	const width = next.length + 1;
	const lengthAt = (row: number, column: number) => common[row * width + column] ?? 0;
	const hunks: { line: number; removed: string[]; added: string[] }[] = [];
	let open: (typeof hunks)[number] | undefined;
	const hunk = (row: number) => {
		if (open) return open;
		open = { line: firstLine + row, removed: [], added: [] };
		hunks.push(open);
		return open;
	};
	let [row, column] = [0, 0];
	while (row < old.length || column < next.length) {
		const [gone, come] = [old[row], next[column]];
		if (gone !== undefined && gone === come) {
			open = undefined;
			row++;
			column++;
		} else if (gone !== undefined && (come === undefined || lengthAt(row + 1, column) >= lengthAt(row, column + 1))) {
			hunk(row).removed.push(gone);
			row++;
		} else if (come !== undefined) {
			hunk(row).added.push(come);
			column++;
		}
	}
	return hunks;
}

/** For each pair of places, how many lines the rest of both has in common, in order. */
function commonLengths(old: readonly string[], next: readonly string[]): Uint16Array {
	const width = next.length + 1;
	const lengths = new Uint16Array((old.length + 1) * width);
	for (let row = old.length - 1; row >= 0; row--) {
		for (let column = next.length - 1; column >= 0; column--) {
			const here = row * width + column;
			lengths[here] =
				old[row] === next[column] ? (lengths[here + width + 1] ?? 0) + 1 : Math.max(lengths[here + width] ?? 0, lengths[here + 1] ?? 0);
		}
	}
	return lengths;
}
