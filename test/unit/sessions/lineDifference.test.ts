import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceOf, type Hunk } from '../../../src/sessions/lineDifference.ts';

/** Makes the changes, from the end on so that lines keep their numbers. */
function applied(before: string, hunks: readonly Hunk[]): readonly string[] {
	const lines = before === '' ? [] : before.replace(/\n$/, '').split('\n');
	for (const { line, removed, added } of [...hunks].reverse()) {
		expect(lines.slice(line - 1, line - 1 + removed.length)).toEqual(removed);
		lines.splice(line - 1, removed.length, ...added);
	}
	return lines;
}

describe('the lines that differ', () => {
	it('are given with the line they begin at', () => {
		expect(differenceOf('a\nb\nc\nd\n', 'a\nB\nc\nd\ne\n')).toEqual([
			{ line: 2, removed: ['b'], added: ['B'] },
			{ line: 5, removed: [], added: ['e'] },
		]);
	});

	it('are none where nothing differs', () => {
		expect(differenceOf('a\nb\n', 'a\nb\n')).toEqual([]);
	});

	it('make the one text into the other', () => {
		const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 }).map((lines) => `${lines.join('\n')}\n`);
		fc.assert(
			fc.property(text, text, (before, after) => {
				expect(applied(before, differenceOf(before, after))).toEqual(after.replace(/\n$/, '').split('\n'));
			}),
		);
	});

	it('are one change where they are too many to compare', () => {
		const many = (word: string) => `${Array.from({ length: 2_000 }, (_, index) => `${word} ${index}`).join('\n')}\n`;
		expect(differenceOf(many('a'), many('b'))).toHaveLength(1);
	});
});
