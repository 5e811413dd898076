/** One file that an agent asks to change: its name, the lines that go and come, and the way to the whole diff. Pure. */
import { relative } from 'node:path';
import type { Hunk } from '../../sessions/lineDifference.ts';
import type { FileProposal } from '../../sessions/proposal.ts';
import { button, el, type Piece } from '../panel/piece.ts';
import { decisionWords as words } from '../words/decision.ts';

/** More is read in the diff editor. */
const MAX_LINES = 24;

export function changePiece({ path, change, result }: FileProposal, { folder, action }: { folder: string; action: string }): Piece {
	const inFolder = relative(folder, path);
	const name = inFolder.startsWith('..') ? path : inFolder;
	const head = [
		el('span', { class: 'path', title: path }, name),
		change !== 'changed' && el('span', { class: 'tag' }, change === 'made' ? words.made() : words.removed()),
		result.kind === 'applies' && countsPiece(result.hunks),
		result.kind === 'applies' &&
			result.hunks.length > 0 &&
			button(words.showDiff(), action, { look: 'link', spoken: words.showDiffOf(name) }),
	];
	return el('div', { key: path, class: 'change' }, el('div', { class: 'change-head' }, head), body(result));
}

function body(result: FileProposal['result']): Piece {
	const note = (text: string) => el('p', { class: 'quiet' }, text);
	switch (result.kind) {
		case 'unreadable':
			return note(words.unreadable(result.message));
		case 'not-found':
			return note(words.stale());
		case 'applies':
			return result.hunks.length === 0 ? note(words.unchanged()) : linesPiece(result.hunks);
	}
}

function countsPiece(hunks: readonly Hunk[]): Piece {
	const sum = (side: 'added' | 'removed') => hunks.reduce((total, hunk) => total + hunk[side].length, 0);
	return el(
		'span',
		{ class: 'counts' },
		el('span', { class: 'added' }, `+${sum('added')}`),
		' ',
		el('span', { class: 'removed' }, `−${sum('removed')}`),
	);
}

function linesPiece(hunks: readonly Hunk[]): Piece {
	const lines = hunks.flatMap(({ line, removed, added }) => [
		...removed.map((text, index) => linePiece('removed', '−', line + index, text)),
		...added.map((text) => linePiece('added', '+', undefined, text)),
	]);
	const left = lines.length - MAX_LINES;
	const more = left > 0 && el('div', { class: 'line quiet' }, el('span', { class: 'gutter' }), words.moreLines(left));
	return el('div', { class: 'lines', tabindex: '0', role: 'region', 'aria-label': words.changes() }, lines.slice(0, MAX_LINES), more);
}

function linePiece(side: 'added' | 'removed', sign: string, number: number | undefined, text: string): Piece {
	return el('div', { class: `line ${side}` }, [
		el('span', { class: 'gutter' }, number === undefined ? '' : String(number)),
		el('span', { class: 'sign' }, sign),
		el('code', {}, text || ' '),
	]);
}
