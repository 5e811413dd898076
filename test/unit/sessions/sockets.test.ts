import { describe, expect, it } from 'vitest';
import { socketKey, socketsToObserve } from '../../../src/sessions/sockets.ts';

describe('the tmux servers to observe', () => {
	it('are the default one and those of the settings, each once', () => {
		expect(socketsToObserve({}, ['work', ' work ', '/run/x.sock', '', 'default'])).toEqual([
			{ kind: 'default' },
			{ kind: 'name', name: 'work' },
			{ kind: 'path', path: '/run/x.sock' },
		]);
	});

	it('are only the one the environment names, where it names one', () => {
		expect(socketsToObserve({ SHOAL_TMUX_SOCKET: '/tmp/only' }, ['work'])).toEqual([{ kind: 'path', path: '/tmp/only' }]);
	});

	it('are told apart by a key', () => {
		expect(socketsToObserve({}, ['a', '/b']).map(socketKey)).toEqual(['default', 'a', '/b']);
	});
});
