/** A tmux server, a registry folder and a scripted agent of one test's own, and supervisors that stand for windows. */
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach } from 'vitest';
import { nextEvent } from '../../../src/base/event.ts';
import { silentLogger } from '../../../src/base/logger.ts';
import type { Session } from '../../../src/sessions/session.ts';
import { Supervisor } from '../../../src/sessions/supervisor.ts';

const run = promisify(execFile);
/** Far above what anything here takes; only a hang reaches it. */
export const LIMIT_MS = 10_000;

/** Prints its last argument, then lives until its input ends. */
const AGENT = '#!/bin/sh\nfor last; do :; done; echo "args:$* last:$last"; exec cat\n';

export class Bed {
	folder = '';
	#windows: Supervisor[] = [];

	get socket(): string {
		return join(this.folder, 'tmux.sock');
	}

	async start(): Promise<void> {
		this.folder = await realpath(await mkdtemp(join(tmpdir(), 'shoal-supervisor-')));
		await this.script('agent', AGENT);
	}

	async end(): Promise<void> {
		await Promise.all(this.#windows.splice(0).map((window) => window.shutdown(LIMIT_MS)));
		await this.tmux('kill-server').catch(() => undefined);
		await rm(this.folder, { recursive: true, force: true });
	}

	async tmux(...args: string[]): Promise<string> {
		return (await run('tmux', ['-S', this.socket, '-f', '/dev/null', ...args])).stdout.trim();
	}

	/** An executable of this name in the folder. */
	async script(name: string, text: string): Promise<string> {
		const path = join(this.folder, name);
		await writeFile(path, text);
		await chmod(path, 0o755);
		return path;
	}

	/** Another window of VS Code, as far as the domain can tell. */
	window(part: Partial<ConstructorParameters<typeof Supervisor>[0]> = {}): Supervisor {
		const window = new Supervisor({
			sockets: [{ kind: 'path', path: this.socket }],
			tmuxPath: 'tmux',
			storageFolder: join(this.folder, 'storage'),
			windowId: `window-${this.#windows.length + 1}`,
			logger: silentLogger,
			programOf: () => join(this.folder, 'agent'),
			...part,
		});
		this.#windows.push(window);
		return window;
	}

	async started(part?: Partial<ConstructorParameters<typeof Supervisor>[0]>): Promise<Supervisor> {
		const window = this.window(part);
		await window.start();
		return window;
	}
}

export function useBed(): Bed {
	const bed = new Bed();
	beforeEach(() => bed.start());
	afterEach(() => bed.end());
	return bed;
}

export async function until(supervisor: Supervisor, holds: (sessions: readonly Session[]) => boolean): Promise<readonly Session[]> {
	const { sessions } = supervisor;
	if (!holds(sessions.all)) await nextEvent(sessions.onDidChange, AbortSignal.timeout(LIMIT_MS), () => holds(sessions.all));
	return sessions.all;
}

/** The first session once the list holds; for tests of one session. */
export async function untilOne(supervisor: Supervisor, holds: (session: Session) => boolean = () => true): Promise<Session> {
	const [one] = await until(supervisor, ([first, ...rest]) => first !== undefined && rest.length === 0 && holds(first));
	if (!one) throw new Error('no session');
	return one;
}

export const names = (sessions: readonly Session[]) => sessions.map((session) => session.name).sort();
