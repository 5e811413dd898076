/** Where a server's socket is, how the tmux program is pointed at it, and which environment its clients may see. */
import { join } from 'node:path';
import type { TmuxSocket } from './model.ts';

export function socketArgs(socket: TmuxSocket): string[] {
	switch (socket.kind) {
		case 'default':
			return [];
		case 'name':
			return ['-L', socket.name];
		case 'path':
			return ['-S', socket.path];
	}
}

/** The file tmux binds; it is watched, never connected to. */
export function socketPath(socket: TmuxSocket, env: NodeJS.ProcessEnv): string {
	if (socket.kind === 'path') return socket.path;
	const { TMUX_TMPDIR: root } = env;
	return join(root || '/tmp', `tmux-${process.getuid?.() ?? 0}`, socket.kind === 'name' ? socket.name : 'default');
}

/** Variables of the editor's processes that would leak into every shell of a server started from here. */
const EDITOR_VARIABLES = /^(ELECTRON_|VSCODE_|CHROME_|NODE_OPTIONS$|NODE_CHANNEL_|APPLICATION_INSIGHTS_|APPLICATIONINSIGHTS_)/;

/** `TMUX` would point a client at the server we run inside; the first client's environment becomes the server's for ever. */
export function clientEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
	const clean: Record<string, string> = {};
	for (const [name, value] of Object.entries(env)) {
		if (value === undefined || name === 'TMUX' || name === 'TMUX_PANE' || EDITOR_VARIABLES.test(name)) continue;
		clean[name] = value;
	}
	return clean;
}
