import { describe, expect, it } from 'vitest';
import type { Dossier } from '../../../src/sessions/dossier.ts';
import { actionsFor } from '../../../src/ui/details/actionsFor.ts';
import { type DetailsScene, detailsBody } from '../../../src/ui/details/detailsView.ts';
import { aSession, asking, NOW } from './sessions.ts';
import { actionsIn, find, texts } from './shown.ts';

const dossier: Dossier = { history: [], overrides: { variables: [] } };
const scene = (more: Partial<DetailsScene> = {}): DetailsScene => ({
	session: aSession(),
	dossier,
	showsAll: false,
	isInWorkspace: false,
	now: NOW,
	language: 'en',
	...more,
});
const read = (more: Partial<DetailsScene> = {}) => texts(detailsBody(scene(more))).join('|');

describe('the page about a session', () => {
	it('says the state, since when, and on what evidence', () => {
		expect(read()).toMatch(/Idle\|since 2:58/);
		expect(read()).toContain('status is idle');
		expect(read()).toContain('(status-file, certain, just now)');
	});

	it('says what spoke against it', () => {
		const other = { source: 'screen', observation: 'a spinner turns', at: NOW, confidence: 'likely' } as const;
		expect(read({ session: aSession({ evidence: { ...aSession().evidence, disagrees: [other] } }) })).toContain(
			'Against it: a spinner turns',
		);
	});

	it('shows only what is known', () => {
		for (const word of ['Working on', 'Context', 'Paused', 'Starts with', 'Transcript', 'While you were away'])
			expect(read()).not.toContain(word);
	});

	it('shows the pause note, and overrides without the values of variables', () => {
		const set = { ...dossier, pauseNote: 'until Monday', overrides: { model: 'opus', permissionMode: 'plan', variables: ['TOKEN'] } };
		expect(read({ dossier: set })).toContain('until Monday');
		expect(read({ dossier: set })).toContain('model opus · permission mode plan · variables TOKEN');
	});

	it('shows tokens, model and cost', () => {
		const usage = { contextTokens: 50_000, contextLimit: 200_000, percent: 25, model: 'opus', costUsd: 1.5 };
		expect(read({ session: aSession({ usage }) })).toContain('50,000 of 200,000 tokens (25 %)|opus · $1.50 so far');
	});

	it('lists changed files, each with its diff, and says where there is no repository', () => {
		const file = { path: '/src/harbor/a.ts', name: 'a.ts', change: 'changed', added: 3, removed: 1, binary: false } as const;
		const body = detailsBody(scene({ dossier: { ...dossier, changes: { root: '/src/harbor', branch: 'main', files: [file] } } }));
		expect(texts(body).join('|')).toContain('not committed, on main|M|a.ts|+3| |−1');
		expect(actionsIn(body)).toContain('diff /src/harbor/a.ts');
		expect(find(body, 'file')[0]?.attributes['aria-label']).toBe('a.ts, changed: open the diff');
		expect(read()).toContain('in no git repository');
	});

	it('tells first what happened since the last look, and all of it in the history', () => {
		const history = [
			{ at: NOW - 7_200_000, kind: 'spawned', by: 'user' },
			{ at: NOW - 60_000, kind: 'asked', by: 'outside', text: 'Which?' },
		] as const;
		const shown = read({ dossier: { ...dossier, history }, absence: { from: NOW - 3_600_000, until: NOW } });
		expect(shown).toMatch(
			/While you were away\| \|You last looked at 2:00[^|]*\.\|Today\|[^|]*\|It asked:\| \|Which\?.*History\|Today\|[^|]*\|It asked:\| \|Which\?\|[^|]*\|You started it\./,
		);
	});

	it('shows older history on request', () => {
		const history = Array.from({ length: 50 }, (_, index) => ({ at: NOW - index, kind: 'interrupted', by: 'user' }) as const).reverse();
		expect(read({ dossier: { ...dossier, history } })).toContain('Show 10 Older');
		expect(read({ dossier: { ...dossier, history }, showsAll: true })).not.toContain('Older');
	});
});

describe('the buttons on the page', () => {
	const names = (...args: Parameters<typeof actionsFor>) => actionsFor(...args).map(({ action }) => action);

	it('fit the state, the most likely first', () => {
		expect(names(asking())).toEqual(['question', 'open', 'stop']);
		expect(names(aSession({ activity: 'working' }))).toEqual(['open', 'send', 'interrupt', 'stop']);
		expect(names(aSession({ lifecycle: 'stopped', host: { kind: 'none' } }))).toEqual(['resume']);
		expect(names(aSession({ agent: 'other', activity: 'working' }))).toEqual(['open', 'stop']);
	});
});
