/** Short-lived tmux clients: commands in, their output or a TmuxError out, always within a time limit. */
import type { TmuxErrorReason } from './errors.ts';
import { TmuxError } from './errors.ts';
import type { Helper } from './helper.ts';
import type { TmuxSocket } from './model.ts';
import { type Command, commandArgs } from './quoting.ts';
import type { Finished } from './shell.ts';
import { socketArgs } from './socket.ts';

/** A healthy server answers in milliseconds even at 200 sessions; beyond this it hangs. */
export const COMMAND_LIMIT_MS = 4000;

export interface AskOptions {
	readonly limitMs?: number;
	readonly input?: string;
	/** What was printed counts even if some command was refused. */
	readonly partial?: boolean;
}

export class TmuxClient {
	readonly #helper: Helper;
	/** The program and the arguments that name the server; `-u` keeps names intact where the locale is not UTF-8. */
	readonly argv: readonly string[];

	constructor(helper: Helper, tmuxPath: string, socket: TmuxSocket) {
		this.#helper = helper;
		this.argv = [tmuxPath, '-u', ...socketArgs(socket)];
	}

	/** What the commands printed. The first that fails keeps the rest from running. */
	async ask(commands: readonly Command[], { limitMs = COMMAND_LIMIT_MS, input, partial = false }: AskOptions = {}): Promise<string> {
		let finished: Finished;
		try {
			const options = input === undefined ? { limitMs } : { limitMs, input };
			finished = await this.#helper.run([...this.argv, ...commandArgs(commands)], options);
		} catch (cause) {
			throw new TmuxError('unobservable', cause instanceof Error ? cause.message : String(cause), { cause });
		}
		if (finished.code === 0 && !LOST.test(finished.stderr)) return finished.stdout;
		const error = failure(finished);
		if (partial && error.reason === 'refused') return finished.stdout;
		throw error;
	}
}

/** A client whose server dies under it says so and may still end well. */
export const LOST = /server exited unexpectedly|lost server/;

const REASONS: readonly [RegExp, TmuxErrorReason][] = [
	[/no server running on|error connecting to .*\((No such file or directory|Connection refused)\)/, 'absent'],
	[
		/error connecting to|has unsafe permissions|couldn't create directory|protocol version mismatch|no suitable socket path/,
		'unobservable',
	],
	[LOST, 'unobservable'],
	[/duplicate session/, 'duplicate-name'],
	[/can't find (session|window|pane|client)|no current (session|client|target)/, 'stale-target'],
];

/** Exit codes by which a shell says that there is no such program, or none that it may run. */
const NOT_EXECUTABLE: readonly number[] = [126, 127];

export function failure({ code, stderr }: Pick<Finished, 'code' | 'stderr'>): TmuxError {
	const text = stderr.trim();
	if (NOT_EXECUTABLE.includes(code)) return new TmuxError('missing', text || 'tmux can not be run');
	const reason = REASONS.find(([pattern]) => pattern.test(text))?.[1] ?? 'refused';
	return new TmuxError(reason, text || `tmux ended with ${code}`);
}
