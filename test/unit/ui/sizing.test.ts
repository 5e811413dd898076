import { describe, expect, it } from 'vitest';
import { attachesQuietly, isTyped } from '../../../src/ui/terminal/sizing.ts';

describe('a tab on a window that others show too', () => {
	it('only looks at first, where it is polite', () => {
		expect(attachesQuietly('polite', 1)).toBe(true);
		expect(attachesQuietly('polite', 0)).toBe(false);
	});

	it.each([
		'\u001b[I',
		'\u001b[O',
		'\u001b[<0;10;5M',
		'\u001b[?1;2c',
		'\u001b[>0;276;0c',
		'\u001b[12;40R',
		'\u001b]11;rgb:1e1e/1e1e/1e1e\u0007',
	])('does not take %j for typing', (report) => {
		expect(isTyped(report)).toBe(false);
	});

	it.each(['a', '\r', '\u0003', '\u001b', '\u001b[A', '\u001bOP', 'pasted text'])('takes %j for typing', (keys) => {
		expect(isTyped(keys)).toBe(true);
	});
});
