import { describe, expect, it } from 'vitest';
import { isInAny, isInside } from '../../../src/sessions/scope.ts';

describe('a folder is in a workspace', () => {
	it.each([
		['/repo', '/repo', true],
		['/repo/src/deep', '/repo', true],
		['/repo/..cache', '/repo', true],
		['/repository', '/repo', false],
		['/', '/repo', false],
		['/other', '/repo', false],
		['', '/repo', false],
	])('%s in %s: %s', (folder, root, inside) => {
		expect(isInside(folder, root)).toBe(inside);
	});

	it('when any of its roots holds it', () => {
		expect(isInAny('/b/x', ['/a', '/b'])).toBe(true);
		expect(isInAny('/b/x', [])).toBe(false);
	});
});
