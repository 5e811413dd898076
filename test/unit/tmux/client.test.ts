import { describe, expect, it } from 'vitest';
import { failure } from '../../../src/tmux/client.ts';
import { clientEnvironment, socketArgs, socketPath } from '../../../src/tmux/socket.ts';
import { isUsable, joinCommands, leaveCommands, newMember, parseCheck } from '../../../src/tmux/traces.ts';
import { canStream, isSupported } from '../../../src/tmux/version.ts';

describe('what tmux complains of', () => {
	it.each([
		['no server running on /tmp/tmux-0/default', 1, 'absent'],
		['error connecting to /tmp/x (No such file or directory)', 1, 'absent'],
		['error connecting to /tmp/x (Connection refused)', 1, 'absent'],
		['error connecting to /tmp/x (Permission denied)', 1, 'unobservable'],
		['directory /tmp/tmux-0 has unsafe permissions', 1, 'unobservable'],
		['protocol version mismatch (client 8, server 7)', 1, 'unobservable'],
		['server exited unexpectedly', 1, 'unobservable'],
		['lost server', 1, 'unobservable'],
		['duplicate session: x', 1, 'duplicate-name'],
		["can't find session: x", 1, 'stale-target'],
		["can't find pane: %5", 1, 'stale-target'],
		['/bin/sh: 1: tmux: not found', 127, 'missing'],
		['/bin/sh: 1: tmux: Permission denied', 126, 'missing'],
		['anything else', 1, 'refused'],
		['', 1, 'refused'],
	])('%j means %s', (stderr, code, reason) => {
		expect(failure({ code, stderr }).reason).toBe(reason);
	});
});

describe('the way to a server', () => {
	it('is the socket tmux itself would take', () => {
		const uid = process.getuid?.();
		expect(socketPath({ kind: 'default' }, {})).toBe(`/tmp/tmux-${uid}/default`);
		expect(socketPath({ kind: 'name', name: 'x' }, { TMUX_TMPDIR: '/run' })).toBe(`/run/tmux-${uid}/x`);
		expect(socketPath({ kind: 'path', path: '/a/b' }, {})).toBe('/a/b');
		expect([socketArgs({ kind: 'default' }), socketArgs({ kind: 'name', name: 'x' }), socketArgs({ kind: 'path', path: '/a' })]).toEqual([
			[],
			['-L', 'x'],
			['-S', '/a'],
		]);
	});

	it('shows neither the editor nor another tmux', () => {
		const env = {
			HOME: '/h',
			TMUX: 'x',
			TMUX_PANE: '%1',
			TMUX_TMPDIR: '/t',
			ELECTRON_RUN_AS_NODE: '1',
			VSCODE_PID: '1',
			NODE_OPTIONS: '-r x',
			NONE: undefined,
		};
		expect(clientEnvironment(env)).toEqual({ HOME: '/h', TMUX_TMPDIR: '/t' });
	});
});

describe('versions', () => {
	it.each([
		['3.0a', true, false],
		['3.1c', true, false],
		['3.2', true, true],
		['3.3a', true, true],
		['3.10', true, true],
		['4.0', true, true],
		['next-3.6', true, true],
		['master', true, true],
		['openbsd-7.5', true, true],
		['2.9a', false, false],
		['1.8', false, false],
	])('%s', (version, supported, streams) => {
		expect([isSupported(version), canStream(version)]).toEqual([supported, streams]);
	});
});

describe('our place in a server', () => {
	it('is on a channel that no other window listens on', () => {
		const taken = Array.from({ length: 7 }, (_, channel) => `1-${channel}-ab`);
		expect(newMember(taken).channel).toBe('shoal7');
		expect(newMember([]).channel).toMatch(/^shoal[0-7]$/);
		expect(newMember(Array.from({ length: 8 }, (_, channel) => `1-${channel}-ab`)).channel).toMatch(/^shoal[0-7]$/);
	});

	it('is read from a check, whatever the options hold', () => {
		expect(parseCheck(' 12-0-ab junk 13-1-cd\t110\t0')).toEqual({
			members: ['12-0-ab', '13-1-cd'],
			standing: '110',
			exitsUnattached: false,
		});
		expect(isUsable(parseCheck('\t01\t1'))).toBe(false);
		expect(parseCheck('').members).toEqual([]);
	});

	it('forgets windows whose process is gone', () => {
		const member = newMember([]);
		const gone = '999999999-3-ab';
		const alive = `${process.ppid}-4-ab`;
		const text = (commands: readonly (readonly string[])[]) => commands.flat().join(' ');
		expect(text(joinCommands(member, [gone, alive]))).toContain(`s/ ${gone}//`);
		expect(text(joinCommands(member, [gone, alive]))).not.toContain(alive);
		expect(text(leaveCommands(member, [gone, alive]))).toContain(`s/ ${gone}//`);
		expect(text(leaveCommands(member, [gone, alive]))).not.toContain(alive);
	});
});
