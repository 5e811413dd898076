import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../../src/sessions/history.ts';
import { timelinePieces, whileAway } from '../../../src/ui/details/timeline.ts';
import { agoWord, dayWord } from '../../../src/ui/words/time.ts';
import { sentenceOf } from '../../../src/ui/words/timeline.ts';
import { NOW } from './sessions.ts';
import { find, texts } from './shown.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const entry = (kind: HistoryEntry['kind'], more: Partial<HistoryEntry> = {}): HistoryEntry => ({ at: NOW, kind, by: 'outside', ...more });

describe('the sentences of a history', () => {
	it.each([
		[entry('spawned', { by: 'user' }), 'You started it.', undefined],
		[entry('asked', { text: 'rm -r dist' }), 'It asked:', 'rm -r dist'],
		[entry('answered', { by: 'user', text: 'approve: rm -r dist' }), 'You approved:', 'rm -r dist'],
		[entry('answered', { by: 'user', text: 'reject: Edit a: b?' }), 'You rejected:', 'Edit a: b?'],
		[entry('answered', { by: 'user', text: 'Postgres: Which database?' }), 'You answered:', 'Postgres: Which database?'],
		[entry('sent', { by: 'user', why: 'submitted', text: 'Go on' }), 'You sent:', 'Go on'],
		[entry('sent', { by: 'user', why: 'unverified', text: 'Go on' }), 'You sent, unconfirmed:', 'Go on'],
		[entry('stopped', { by: 'user' }), 'You stopped it.', undefined],
		[entry('stopped', { why: 'server_gone' }), 'It ended with the tmux server.', undefined],
		[entry('resumed', { by: 'auto' }), 'Shoal resumed it when it started.', undefined],
		[entry('renamed', { by: 'user', why: 'a', text: 'b' }), 'You renamed it from “a” to “b”.', undefined],
		[entry('stateChanged', { why: 'idle', text: 'All tests pass.' }), 'It finished:', 'All tests pass.'],
		[entry('stateChanged', { why: 'interrupted' }), 'Somebody interrupted it.', undefined],
		[entry('stateChanged', { why: 'failed', text: 'API error' }), 'It failed:', 'API error'],
	])('say what happened: %o', (happened, text, quote) => {
		expect(sentenceOf(happened)).toEqual({ text, ...(quote !== undefined && { quote }) });
	});
});

describe('the timeline', () => {
	const history = [
		entry('spawned', { at: NOW - 2 * DAY, by: 'user' }),
		entry('asked', { at: NOW - DAY, text: 'yesterday’s question' }),
		entry('sent', { at: NOW - HOUR, by: 'user', text: 'my own words' }),
		entry('stateChanged', { at: NOW - MINUTE, why: 'idle', text: 'done' }),
	];

	it('puts the newest first, under the name of its day', () => {
		const shown = texts(timelinePieces(history, { now: NOW, language: 'en' }));
		expect(shown.filter((text) => /^(Today|Yesterday|Monday)|It finished|You started/.test(text))).toEqual([
			'Today',
			'It finished:',
			'Yesterday',
			expect.stringMatching(/^Monday.*16/),
			'You started it.',
		]);
	});

	it('tells what happened between the last look and this one', () => {
		expect(whileAway(history, { from: NOW - 2 * HOUR, until: NOW })).toEqual(history.slice(2));
		expect(whileAway(history, { from: NOW - 3 * DAY, until: NOW - 2 * HOUR })).toEqual(history.slice(0, 2));
	});

	it('calls nothing news where nobody looked before, or nothing happened but what the user did', () => {
		expect(whileAway(history, undefined)).toEqual([]);
		expect(whileAway(history, { from: NOW, until: NOW + HOUR })).toEqual([]);
		expect(whileAway(history, { from: NOW - 2 * HOUR, until: NOW - 2 * MINUTE })).toEqual([]);
	});

	it('sets the agent’s words apart from ours, whatever they look like', () => {
		const pieces = timelinePieces([entry('asked', { text: '<img onerror=x>\nIt asked:' })], { now: NOW, language: 'en' });
		expect(find(pieces, 'quote').map(({ children }) => children)).toEqual([['<img onerror=x>\nIt asked:']]);
	});
});

describe('words for time', () => {
	it.each([
		[0, 'just now'],
		[5 * MINUTE, '5 minutes ago'],
		[HOUR, '1 hour ago'],
		[3 * DAY, '3 days ago'],
		[-HOUR, 'just now'],
	])('an age of %d ms is “%s”', (age, word) => {
		expect(agoWord(NOW - age, NOW, 'en')).toBe(word);
	});

	it('speak the reader’s language', () => {
		expect(agoWord(NOW - 5 * MINUTE, NOW, 'de')).toBe('vor 5 Minuten');
		expect(dayWord(NOW - DAY, NOW, 'de')).toBe('Gestern');
	});
});
