import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { sessionFromNative, sessionFromTmux } from '../../../src/sessions/fusion.ts';
import type { SessionId } from '../../../src/sessions/session.ts';
import type { TmuxPane, TmuxSession } from '../../../src/tmux/model.ts';
import { Scene } from './activity/scene.ts';

const pane = (part: Partial<TmuxPane> = {}): TmuxPane => ({
	id: '%1',
	windowId: '@1',
	pid: 100,
	active: true,
	dead: false,
	title: '',
	command: 'bash',
	path: '/repo',
	outputMark: '0',
	inMode: false,
	...part,
});

const seen = (panes: readonly TmuxPane[]) => {
	const session: TmuxSession = { id: '$1', name: 'work', created: 3, attached: 0, bell: false, shoalId: 'an-id-', panes };
	return { id: 'an-id-' as SessionId, server: 'default', identity: { pid: 9, startTime: 1 }, session };
};

const fuse = (panes: readonly TmuxPane[], previous?: ReturnType<typeof sessionFromTmux>, now = 5000) => {
	const sighting = seen(panes);
	const readPane = (_: unknown, { command }: TmuxPane) => ({
		agent: command === 'claude' ? ('claude' as const) : ('other' as const),
		state: undefined,
	});
	return sessionFromTmux(sighting, { previous, readPane, now });
};

describe('a session seen in tmux', () => {
	it('is spoken for by the agent’s pane, not by the one last looked at', () => {
		const agent = pane({ id: '%2', active: false, command: 'claude' });
		expect(fuse([pane(), agent])).toMatchObject({ agent: 'claude', host: { paneId: '%2' } });
	});

	it('is spoken for by the active pane where no pane runs an agent', () => {
		expect(fuse([pane({ id: '%1', active: false }), pane({ id: '%2' })])).toMatchObject({ host: { paneId: '%2' } });
	});

	it('is unknown, never idle, while no signal tells what it does', () => {
		expect(fuse([pane()])).toMatchObject({ activity: 'unknown', evidence: { confidence: 'none' } });
	});

	it('is stopped when its pane is dead, with the exit status', () => {
		expect(fuse([pane({ dead: true, exit: { status: 3 } })])).toMatchObject({ lifecycle: 'stopped', exit: { status: 3 } });
	});

	it('thinks what the program set as title, cleaned and bounded', () => {
		const thought = fuse([pane({ title: `fix\u001b the\ttests ${'x'.repeat(500)}` })])?.thought;
		expect(thought?.text.startsWith('fix  the tests x') || thought?.text.startsWith('fix the tests x')).toBe(true);
		expect(thought?.text.length).toBeLessThanOrEqual(200);
	});

	it('does not think the host’s name, which tmux gives every pane', () => {
		expect(fuse([pane({ title: hostname() })])?.thought).toBeUndefined();
	});

	it('keeps its thought, and the time of it, while nothing new is known', () => {
		const first = fuse([pane({ title: 'fix the tests' })]);
		expect(fuse([pane({ title: 'fix the tests' })], first, 9000)?.thought).toEqual(first?.thought);
		expect(fuse([pane({ title: '' })], first, 9000)?.thought).toEqual(first?.thought);
	});
});

describe('a session that waits', () => {
	const scene = new Scene('claude');
	const shown = () => {
		const readPane = () => ({ agent: 'claude' as const, state: scene.state });
		const inTmux = sessionFromTmux(seen([pane({ command: 'claude' })]), { previous: undefined, readPane, now: scene.now });
		const outside = { key: 'native:1:2', agent: 'claude' as const, pid: 1, startTime: '2', folder: '/repo', ancestors: [] };
		const native = sessionFromNative(outside, scene.state);
		expect([native.rest, native.commitCandidate]).toEqual([inTmux?.rest, inTmux?.commitCandidate]);
		return inTmux && [inTmux.activity, inTmux.rest, inTmux.commitCandidate];
	};

	it('shows how long, and that it has something to commit until it is committed', () => {
		scene.status('busy');
		scene.signal({ kind: 'edit', at: scene.now });
		scene.signal({ kind: 'thought', text: 'Done.', source: 'transcript', at: scene.now });
		expect(shown()).toEqual(['working', 'active', false]);
		scene.status('idle');
		expect(shown()).toEqual(['idle', 'active', true]);
		scene.wait(31_000);
		expect(shown()).toEqual(['idle', 'drowsy', true]);
		scene.wait(5 * 60_000);
		expect(shown()).toEqual(['idle', 'sleeping', true]);
		scene.wait(60 * 60_000);
		expect(shown()).toEqual(['idle', 'deepSleep', true]);
		scene.signal({ kind: 'commit', at: scene.now });
		expect(shown()).toEqual(['idle', 'deepSleep', false]);
		scene.status('busy');
		expect(shown()).toEqual(['working', 'active', false]);
	});
});
