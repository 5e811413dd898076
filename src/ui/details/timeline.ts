/** The history of a session as a list to read, the newest first, by day. Pure. */
import type { HistoryEntry } from '../../sessions/history.ts';
import { el, type Piece } from '../panel/piece.ts';
import { clockWord, dayWord, momentWord, startOfDay } from '../words/time.ts';
import { sentenceOf } from '../words/timeline.ts';

export interface Present {
	readonly now: number;
	readonly language: string;
}

/** The time in which nobody looked: from the last look to the moment the page was shown. */
export interface Absence {
	readonly from: number;
	readonly until: number;
}

/** What happened in an absence, if anything did that was not the user's own doing. */
export function whileAway(history: readonly HistoryEntry[], absence: Absence | undefined): readonly HistoryEntry[] {
	if (!absence) return [];
	const missed = history.filter(({ at }) => at > absence.from && at <= absence.until);
	return missed.some(({ by }) => by !== 'user') ? missed : [];
}

export function timelinePieces(entries: readonly HistoryEntry[], present: Present): readonly Piece[] {
	const days = Map.groupBy([...entries].reverse(), ({ at }) => startOfDay(at));
	return [...days].flatMap(([day, some]) => [
		el('h3', { key: `day ${day}` }, dayWord(day, present.now, present.language)),
		el(
			'ol',
			{ key: `entries ${day}`, class: 'timeline' },
			some.map((entry) => entryPiece(entry, present.language)),
		),
	]);
}

function entryPiece(entry: HistoryEntry, language: string): Piece {
	const { text, quote } = sentenceOf(entry);
	return el('li', { key: `${entry.at} ${entry.kind}` }, [
		el('time', { datetime: new Date(entry.at).toISOString(), title: momentWord(entry.at, language) }, clockWord(entry.at, language)),
		el('span', { class: 'happening' }, text, quote !== undefined && ' ', quote !== undefined && el('span', { class: 'quote' }, quote)),
	]);
}
