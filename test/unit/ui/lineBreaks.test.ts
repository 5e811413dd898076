import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toLines, toOneLine, withBreaks } from '../../../src/ui/prompt/lineBreaks.ts';

describe('line breaks in a box that has one line', () => {
	it('are shown as a sign and come back as breaks', () => {
		expect(toOneLine('a\r\nb\rc\nd')).toBe('a⏎b⏎c⏎d');
		expect(toLines(toOneLine('a\n\n b '))).toBe('a\n\n b ');
	});

	it.each([
		['turned into blanks', '', 'one two', 'one\ntwo'],
		['dropped', '', 'onetwo', 'one\ntwo'],
		['turned into blanks, the last one dropped', '', 'one two', 'one\r\ntwo\r\n'],
	])('are put back where a paste has them %s', (_, before, after, clipboard) => {
		expect(withBreaks(before, after, clipboard)).toBe('one⏎two');
	});

	it('are put back in the middle of what was typed, also beside the same characters', () => {
		expect(withBreaks('fix: now', 'fix: a b now', 'a\nb ')).toBe('fix: a⏎b now');
		expect(withBreaks('a', 'aa b', 'a\nb')).toBe('aa⏎b');
		expect(withBreaks('b', 'a bb', 'a\nb')).toBe('a⏎bb');
		expect(withBreaks('was selected', 'was a b', 'a\nb')).toBe('was a⏎b');
	});

	it('are left alone where what was added is not what the clipboard holds', () => {
		expect(withBreaks('', 'typed by hand', 'one\ntwo')).toBeUndefined();
		expect(withBreaks('', 'one two', 'one two')).toBeUndefined();
		expect(withBreaks('one two', 'one tw', 'one\ntwo')).toBeUndefined();
		expect(withBreaks('', 'one two and more', 'one\ntwo')).toBeUndefined();
	});

	it('are put back wherever the paste went', () => {
		const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '$', '`'), maxLength: 6 });
		const lines = fc.array(text, { minLength: 2, maxLength: 4 }).filter((parts) => parts.at(-1) !== '');
		fc.assert(
			fc.property(text, text, lines, (start, end, parts) => {
				const flat = parts.join(' ');
				fc.pre(flat.trim() !== '');
				const restored = withBreaks(start + end, start + flat + end, parts.join('\n'));
				// The same picture may come from a paste one character further on; the text with its breaks is in it either way.
				expect(restored).toContain(parts.join('⏎'));
				expect(restored?.replaceAll('⏎', ' ')).toBe(start + flat + end);
			}),
		);
	});
});
