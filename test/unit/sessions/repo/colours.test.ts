import { describe, expect, it } from 'vitest';
import { giveColours, REPO_COLOURS } from '../../../../src/sessions/repo/colours.ts';

const roots = (...names: string[]) => names.map((name) => ({ root: `/code/${name}` }));

describe('the colour of a repository', () => {
	it('is what its own file says', () => {
		expect(giveColours([{ root: '/code/a', chosen: 'red' }], new Map()).get('/code/a')).toBe('red');
	});

	it('is distinct from its neighbours while there are colours left', () => {
		const given = giveColours(roots('a', 'b', 'c', 'd'), new Map());
		expect(new Set(given.values()).size).toBe(4);
	});

	it('is never red or yellow by itself, which read as failure and as waiting', () => {
		const many = giveColours(roots(...Array.from({ length: 40 }, (_, index) => `repo-${index}`)), new Map());
		expect([...many.values()]).not.toContain('red');
		expect([...many.values()]).not.toContain('yellow');
		expect(new Set(many.values()).size).toBe(REPO_COLOURS.length - 2);
	});

	it('is the same in every run, whatever the order', () => {
		const [one, two] = [giveColours(roots('a', 'b', 'c'), new Map()), giveColours(roots('c', 'a', 'b'), new Map())];
		expect(Object.fromEntries(two)).toEqual(Object.fromEntries(one));
	});

	it('stays when others come and go', () => {
		const before = giveColours(roots('m', 'n'), new Map());
		const after = giveColours(roots('a', 'b', 'c', 'm', 'n'), before);
		expect(after.get('/code/m')).toBe(before.get('/code/m'));
		expect(after.get('/code/n')).toBe(before.get('/code/n'));
	});

	it('gives way to a neighbour that chose it, where it was not given yet', () => {
		const alone = giveColours(roots('m'), new Map()).get('/code/m');
		if (!alone) throw new Error('no colour');
		expect(giveColours([...roots('m'), { root: '/code/chooser', chosen: alone }], new Map()).get('/code/m')).not.toBe(alone);
	});
});
