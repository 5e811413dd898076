import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { sessionFromTmux } from '../../../src/sessions/fusion.ts';
import type { SessionId } from '../../../src/sessions/session.ts';
import type { TmuxPane, TmuxSession } from '../../../src/tmux/model.ts';

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

const fuse = (panes: readonly TmuxPane[], previous?: ReturnType<typeof sessionFromTmux>, now = 5000) => {
	const session: TmuxSession = { id: '$1', name: 'work', created: 3, attached: 0, bell: false, shoalId: 'an-id-', panes };
	const sighting = { id: 'an-id-' as SessionId, server: 'default', identity: { pid: 9, startTime: 1 }, session };
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
