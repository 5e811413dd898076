import { describe, expect, it } from 'vitest';
import { plainName } from '../../../src/sessions/actions/names.ts';
import { shellWord } from '../../../src/sessions/shellWord.ts';

describe('the name of a folder, as part of a session’s name', () => {
	it.each([
		['/src/shoal', 'shoal'],
		['/src/my project', 'my-project'],
		['/src/näh', 'nah'],
		['/src/--x', 'x'],
		['/src/$(rm -rf ~)', 'rm-rf'],
		['/src/鯨', ''],
		['/src/a.b:c', 'a-b-c'],
	])('keeps only characters that every tmux keeps: %s', (folder, name) => {
		expect(plainName(folder)).toBe(name);
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
