/** Which tmux servers to observe: from the settings, or the one the environment names. */
import type { TmuxSocket } from '../tmux/model.ts';

/** Set by tests and by the demo: then this server is the only one there is. */
export const SOCKET_VARIABLE = 'SHOAL_TMUX_SOCKET';

/** Agents in plain terminals are listed too, unless a test or the demo keeps to a tmux server of its own; it can ask for them. */
export function listsNatives(env: NodeJS.ProcessEnv): boolean {
	return env[SOCKET_VARIABLE] === undefined || env.SHOAL_LIST_NATIVES === '1';
}

/** A path names a socket file (`-S`), a word names one in tmux's own folder (`-L`). */
export function parseSocket(text: string): TmuxSocket {
	return text.includes('/') ? { kind: 'path', path: text } : { kind: 'name', name: text };
}

export function socketKey(socket: TmuxSocket): string {
	switch (socket.kind) {
		case 'default':
			return 'default';
		case 'name':
			return socket.name;
		case 'path':
			return socket.path;
	}
}

export function socketsToObserve(env: NodeJS.ProcessEnv, more: readonly string[]): readonly [TmuxSocket, ...TmuxSocket[]] {
	const only = env[SOCKET_VARIABLE];
	if (only) return [parseSocket(only)];
	const named = [...new Set(more.map((text) => text.trim()).filter((text) => text !== '' && text !== 'default'))];
	return [{ kind: 'default' }, ...named.map(parseSocket)];
}
