import { describe, expect, it } from 'vitest';
import type { RepoLocation } from '../../../../src/sessions/repo/location.ts';
import type { Session } from '../../../../src/sessions/session.ts';
import { arrange, type Group, isHere, placeOf, type Surroundings } from '../../../../src/ui/tree/arrangement.ts';
import { someSession } from '../../sessions/someSession.ts';

const location = (root: string, worktree = root): RepoLocation => ({ root, worktree, gitFolder: `${worktree}/.git` });

function surroundings(roots: string[], repositories: Record<string, RepoLocation> = {}): Surroundings {
	return { roots, repositoryOf: (folder) => repositories[folder] };
}

/** Groups as a person would draw them. */
const draw = (groups: readonly Group[]): unknown[] =>
	groups.flatMap(({ key, groups: inner, sessions }) => [key, [...draw(inner), ...sessions.map(({ name }) => name)]]);

const at = (name: string, folder: string, facts: Partial<Session> = {}) => someSession(name, { folder, ...facts });

describe('sessions by attention', () => {
	it('come as who needs the user, this workspace, the others, the stopped; empty groups are left out', () => {
		const sessions = [
			at('old', '/code/app', { lifecycle: 'stopped' }),
			at('far', '/else'),
			at('near', '/code/app/src'),
			at('asks', '/else', { activity: 'needsApproval' }),
		];
		expect(draw(arrange(sessions, 'attention', surroundings(['/code/app'])))).toEqual([
			'needsYou',
			['asks'],
			'workspace',
			['near'],
			'elsewhere',
			['far'],
			'stopped',
			['old'],
		]);
		expect(arrange([], 'attention', surroundings(['/code/app']))).toEqual([]);
	});

	it('stand by name as numbers read, whatever they do', () => {
		const sessions = [at('b10', '/x', { activity: 'working' }), at('b9', '/x'), at('a', '/x', { activity: 'failed' })];
		expect(draw(arrange(sessions, 'attention', surroundings([])))).toEqual(['elsewhere', ['a', 'b9', 'b10']]);
	});

	it('have a group per folder where the workspace has several, worktrees beside their repository', () => {
		const sessions = [at('one', '/code/app'), at('two', '/code/lib/src'), at('tree', '/trees/fix')];
		const around = surroundings(['/code/app', '/code/lib'], {
			'/code/app': location('/code/app'),
			'/trees/fix': location('/code/app', '/trees/fix'),
		});
		expect(draw(arrange(sessions, 'attention', around))).toEqual([
			'workspace',
			['workspace:/code/app', ['one'], 'workspace:/trees/fix', ['tree'], 'workspace:/code/lib', ['two']],
		]);
	});
});

describe('sessions by folder', () => {
	it('put the workspace first, and the stopped beside the running', () => {
		const sessions = [at('z', '/a/other'), at('one', '/code/app'), at('two', '/code/app', { lifecycle: 'stopped' })];
		expect(draw(arrange(sessions, 'folder', surroundings(['/code/app'])))).toEqual([
			'folder:/code/app',
			['one', 'two'],
			'folder:/a/other',
			['z'],
		]);
	});

	it('tell a worktree from a folder', () => {
		const around = surroundings([], { '/t': location('/repo', '/t'), '/repo/src': location('/repo') });
		const kinds = arrange([at('a', '/t'), at('b', '/repo/src')], 'folder', around).map(({ kind, about }) => [about, kind]);
		expect(kinds).toEqual([
			['/repo', 'folder'],
			['/t', 'worktree'],
		]);
	});
});

describe('sessions by agent', () => {
	it('put shells last', () => {
		const sessions = [at('sh', '/'), at('x', '/', { agent: 'codex' }), at('c', '/', { agent: 'claude' })];
		expect(draw(arrange(sessions, 'agent', surroundings([])))).toEqual([
			'agent:claude',
			['c'],
			'agent:codex',
			['x'],
			'agent:other',
			['sh'],
		]);
	});
});

describe('the place of a row', () => {
	const around = surroundings(['/code']);
	const calm = at('s', '/code', { activity: 'idle' });

	it('is the same while only its state and thought change', () => {
		const busy = { ...calm, activity: 'working', thought: { text: 'thinks', source: 'title', at: 1 } } satisfies Session;
		expect(placeOf(busy, around)).toBe(placeOf(calm, around));
	});

	it.each<Partial<Session>>([
		{ name: 't' },
		{ activity: 'needsAnswer' },
		{ lifecycle: 'stopped' },
		{ folder: '/far' },
		{ agent: 'claude' },
	])('is another with %j', (facts) => expect(placeOf({ ...calm, ...facts }, around)).not.toBe(placeOf(calm, around)));
});

describe('what belongs to the workspace', () => {
	it('is what lies in it, and worktrees of its repositories wherever they lie', () => {
		const around = surroundings(['/code'], { '/trees/x': location('/code/app', '/trees/x'), '/far': location('/far') });
		expect(isHere({ folder: '/code/app' }, around)).toBe(true);
		expect(isHere({ folder: '/trees/x' }, around)).toBe(true);
		expect(isHere({ folder: '/far' }, around)).toBe(false);
		expect(isHere({ folder: '/codec' }, around)).toBe(false);
	});
});
