import { describe, expect, it } from 'vitest';
import { shellWord } from '../../../src/sessions/shellWord.ts';
import { freeName } from '../../../src/sessions/spawn.ts';

describe('a session name', () => {
	it('is the wish where that is free', () => {
		expect(freeName('claude-shoal', new Set())).toBe('claude-shoal');
	});

	it('is numbered when taken, past every number in use', () => {
		expect(freeName('claude-shoal', new Set(['claude-shoal', 'claude-shoal-2']))).toBe('claude-shoal-3');
	});

	it.each([
		['claude-my project', 'claude-my-project'],
		['claude-näh', 'claude-nah'],
		['--x', 'x'],
		['$(rm -rf /)', 'rm-rf'],
		['鯨', 'session'],
		['a.b:c', 'a-b-c'],
	])('keeps only characters that every tmux keeps: %s', (wish, name) => {
		expect(freeName(wish, new Set())).toBe(name);
	});
});

describe('a line to paste into a shell', () => {
	it.each([
		['tmux', 'tmux'],
		['$3', "'$3'"],
		["it's", String.raw`'it'\''s'`],
		['', "''"],
	])('quotes %s', (word, quoted) => {
		expect(shellWord(word)).toBe(quoted);
	});
});
