import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandArgs, commandText, formatLiteral, quote } from '../../../src/tmux/quoting.ts';

describe('quoting', () => {
	it('brings any words through a shell unchanged', () => {
		const word = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', ''));
		fc.assert(
			fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
				const printed = execFileSync('/bin/sh', ['-s'], { input: `printf '%s\\0' ${words.map(quote).join(' ')}\n`, encoding: 'utf8' });
				expect(printed.split('\0').slice(0, -1)).toEqual(words);
			}),
			{ numRuns: 50 },
		);
	});

	it('refuses what no word can hold', () => {
		expect(() => quote('a\0b')).toThrow(RangeError);
	});

	it('separates commands, and only there', () => {
		expect(
			commandArgs([
				['a', 'b;'],
				['c;d', ';'],
			]),
		).toEqual(['a', 'b\\;', ';', 'c;d', '\\;']);
		expect(commandText([['a', "it's"], ['b;']])).toBe(`'a' 'it'\\''s' ; 'b;'`);
	});

	it('keeps formats from expanding', () => {
		expect(formatLiteral('a#b#{pid}')).toBe('a##b##{pid}');
	});
});
