/** The files that differ from the last commit, each the way to its diff. Pure. */
import type { Dossier } from '../../sessions/dossier.ts';
import type { ChangedFile } from '../../sessions/folderChanges.ts';
import { el, type Piece } from '../panel/piece.ts';
import { detailsWords as words } from '../words/details.ts';

/** A person reads no longer list; the source control view has it all. */
const MAX_FILES = 60;

export function changesSection({ changes }: Dossier): Piece {
	const heading = (...more: Piece[]) => el('h2', {}, words.changes(), ...more.flatMap((piece) => [' ', piece]));
	const section = (...pieces: Piece[]) => el('section', { key: 'changes' }, pieces);
	if (!changes) return section(heading(), el('p', { class: 'quiet' }, words.noRepository()));
	const { branch, files } = changes;
	if (files.length === 0) return section(heading(), el('p', { class: 'quiet' }, words.noChanges()));
	const where = el('span', { class: 'quiet' }, branch ? words.changesOn(branch) : words.changesDetached());
	const left = files.length - MAX_FILES;
	const more = left > 0 && el('li', { class: 'quiet' }, words.moreFiles(left));
	return section(heading(where), el('ul', { class: 'files' }, files.slice(0, MAX_FILES).map(fileRow), more));
}

function fileRow({ path, name, change, added, removed, binary }: ChangedFile): Piece {
	const { letter, word } = words.change(change);
	const attributes = {
		type: 'button',
		class: 'file',
		title: path,
		'data-action': `diff ${path}`,
		'aria-label': words.openDiffOf(name, word),
	};
	const counts =
		added !== undefined &&
		removed !== undefined &&
		el('span', { class: 'counts' }, el('span', { class: 'added' }, `+${added}`), ' ', el('span', { class: 'removed' }, `−${removed}`));
	return el('li', { key: path }, [
		el('button', attributes, [
			el('span', { class: `letter ${change}`, title: word }, letter),
			el('span', { class: 'path' }, name),
			binary ? el('span', { class: 'quiet' }, words.binary()) : counts,
		]),
	]);
}
