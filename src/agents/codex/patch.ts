/** Codex's patches as changes to files: each hunk is the text that goes and the text that comes. Pure. */
import type { ProposedEdit } from '../call.ts';

/** Codex's name for what takes a patch, also where it goes through a shell. */
export const PATCH_TOOL = 'apply_patch';
const FILE = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const PATCH = /^\*\*\* Begin Patch\n([\s\S]*?)\n\*\*\* End Patch/m;
const MARK = /^\*\*\* (?:End of File|Move to: )/;

interface Hunk {
	readonly file: string;
	readonly how: 'Add' | 'Update' | 'Delete';
	readonly rows: string[];
}

/** The changes of the first patch in a text; a shell command has more around it. */
export function editsOfPatch(text: string): readonly ProposedEdit[] {
	const patch = PATCH.exec(text)?.[1];
	const hunks: Hunk[] = [];
	for (const row of patch?.split('\n') ?? []) {
		const [, how, file] = FILE.exec(row) ?? [];
		const last = hunks.at(-1);
		if (file) hunks.push({ file: file.trim(), how: how as Hunk['how'], rows: [] });
		else if (!last || MARK.test(row)) continue;
		else if (row.startsWith('@@')) {
			if (last.rows.length > 0) hunks.push({ ...last, rows: [] });
		} else last.rows.push(row);
	}
	return hunks.flatMap(editOf);
}

function editOf({ file, how, rows }: Hunk): readonly ProposedEdit[] {
	const side = (marks: string) =>
		rows
			.filter((row) => marks.includes(row[0] ?? ' '))
			.map((row) => `${row.slice(1)}\n`)
			.join('');
	switch (how) {
		case 'Add':
			return [{ file, after: side('+') }];
		case 'Delete':
			return [{ file }];
		case 'Update':
			return rows.some((row) => /^[+-]/.test(row)) ? [{ file, before: side(' -'), after: side(' +') }] : [];
	}
}
