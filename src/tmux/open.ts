/** The way in: opens a server for observation and verbs, and says which tmux program there is. */
import { execa } from 'execa';
import type { Logger } from '../base/logger.ts';
import { TmuxError } from './errors.ts';
import { LiveServer } from './live.ts';
import type { TmuxSocket } from './model.ts';
import type { TmuxServer } from './server.ts';
import { clientEnvironment } from './socket.ts';
import { isSupported } from './version.ts';

/** `tmux -V` asks no server; only a broken installation takes longer. */
const VERSION_LIMIT_MS = 5000;

export interface OpenOptions {
	readonly socket: TmuxSocket;
	/** The program; found on the path when not given. */
	readonly tmuxPath?: string;
	readonly logger: Logger;
	readonly env?: NodeJS.ProcessEnv;
}

/** Nothing is asked and no process is started before `start()` or the first verb. */
export function openTmuxServer({ socket, tmuxPath = 'tmux', logger, env = process.env }: OpenOptions): TmuxServer {
	return new LiveServer({ socket, tmuxPath, logger, env });
}

export async function probeTmux(tmuxPath: string): Promise<{ version: string; supported: boolean }> {
	try {
		const { stdout } = await execa(tmuxPath, ['-V'], {
			timeout: VERSION_LIMIT_MS,
			env: clientEnvironment(process.env),
			extendEnv: false,
			stdin: 'ignore',
		});
		const version = stdout.replace(/^tmux\s+/, '').trim();
		return { version, supported: isSupported(version) };
	} catch (cause) {
		throw new TmuxError('missing', `tmux can not be run: ${tmuxPath}`, { cause });
	}
}
