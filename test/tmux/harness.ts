/** A tmux server of a test's own: its socket in its own folder, everything ended and removed afterwards. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach } from 'vitest';
import type { Logger } from '../../src/base/logger.ts';
import type { Listing, PaneTarget, SessionTarget, TmuxPane, TmuxSession } from '../../src/tmux/model.ts';
import { openTmuxServer } from '../../src/tmux/open.ts';
import type { Observation, TmuxServer } from '../../src/tmux/server.ts';

/** Generous: reached only when something does not happen at all. */
export const LIMIT_MS = 10_000;
const STEP_MS = 10;

/** Waits for what no event tells of. */
export async function waitUntil(what: string, condition: () => boolean, limitMs = LIMIT_MS): Promise<void> {
	const deadline = Date.now() + limitMs;
	while (!condition()) {
		if (Date.now() > deadline) throw new Error(`did not come: ${what}`);
		await delay(STEP_MS);
	}
}

/** The first observation, from now on or the present one, that passes. */
export function observed(
	server: TmuxServer,
	what: string,
	accept: (observation: Observation) => boolean,
	limitMs = LIMIT_MS,
): Promise<Observation> {
	return new Promise((resolve, reject) => {
		if (accept(server.observation)) return resolve(server.observation);
		const timer = setTimeout(() => {
			subscription.dispose();
			reject(new Error(`not observed: ${what}; last seen ${JSON.stringify(server.observation)}`));
		}, limitMs);
		const subscription = server.onDidObserve((observation) => {
			if (!accept(observation)) return;
			clearTimeout(timer);
			subscription.dispose();
			resolve(observation);
		});
	});
}

export async function listed(server: TmuxServer, what: string, accept: (listing: Listing) => boolean): Promise<Listing> {
	const observation = await observed(server, what, (value) => value.kind === 'listed' && accept(value.listing));
	if (observation.kind !== 'listed') throw new Error('unreachable');
	return observation.listing;
}

export async function session(
	server: TmuxServer,
	name: string,
	accept: (session: TmuxSession) => boolean = () => true,
): Promise<TmuxSession> {
	const find = ({ sessions }: Listing) => sessions.find((candidate) => candidate.name === name && accept(candidate));
	const found = find(await listed(server, `session ${name}`, (listing) => find(listing) !== undefined));
	if (!found) throw new Error('unreachable');
	return found;
}

export async function pane(server: TmuxServer, name: string, accept: (pane: TmuxPane) => boolean = () => true): Promise<TmuxPane> {
	const found = await session(server, name, ({ panes }) => panes.some((candidate) => candidate.active && accept(candidate)));
	return found.panes.find((candidate) => candidate.active && accept(candidate)) as TmuxPane;
}

export function streaming(server: TmuxServer): Promise<Observation> {
	return observed(server, 'streams', (observation) => observation.kind === 'listed' && observation.via === 'streams');
}

export function sessionTarget(server: TmuxServer, name: string): SessionTarget {
	const { listing, found } = current(server, name);
	return { server: listing.server, sessionId: found.id, created: found.created };
}

export function paneTarget(server: TmuxServer, name: string): PaneTarget {
	const { listing, found } = current(server, name);
	const active = found.panes.find((candidate) => candidate.active);
	if (!active) throw new Error(`no active pane in ${name}`);
	return { server: listing.server, paneId: active.id, panePid: active.pid };
}

function current(server: TmuxServer, name: string): { listing: Listing; found: TmuxSession } {
	const { observation } = server;
	if (observation.kind !== 'listed') throw new Error(`not listed: ${observation.kind}`);
	const found = observation.listing.sessions.find((candidate) => candidate.name === name);
	if (!found) throw new Error(`no session ${name}`);
	return { listing: observation.listing, found };
}

export interface LogLine {
	readonly level: keyof Logger;
	readonly message: string;
}

export class TestTmux {
	readonly dir = mkdtempSync(join(tmpdir(), 'shoal-tmux-'));
	readonly socketPath = join(this.dir, 's');
	readonly log: LogLine[] = [];
	readonly logger: Logger = {
		trace: (message) => this.log.push({ level: 'trace', message }),
		debug: (message) => this.log.push({ level: 'debug', message }),
		info: (message) => this.log.push({ level: 'info', message }),
		warn: (message) => this.log.push({ level: 'warn', message }),
		error: (message) => this.log.push({ level: 'error', message }),
	};
	#servers: TmuxServer[] = [];

	/** As the user does, outside of Shoal. */
	run(...args: string[]): string {
		return this.runOn(this.socketPath, ...args);
	}

	runOn(socketPath: string, ...args: string[]): string {
		const { TMUX: _, TMUX_PANE: __, ...env } = process.env;
		return execFileSync('tmux', ['-u', '-f', '/dev/null', '-S', socketPath, ...args], {
			encoding: 'utf8',
			env,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
	}

	try(...args: string[]): string | undefined {
		try {
			return this.run(...args);
		} catch {
			return undefined;
		}
	}

	/** A session that does nothing until it is told to. */
	session(name: string, ...command: string[]): void {
		this.run('new-session', '-d', '-x', '80', '-y', '24', '-s', name, '--', ...(command.length > 0 ? command : ['sleep', '1000']));
	}

	open(options: { readonly socketPath?: string; readonly tmuxPath?: string; readonly env?: NodeJS.ProcessEnv } = {}): TmuxServer {
		const server = openTmuxServer({
			socket: { kind: 'path', path: options.socketPath ?? this.socketPath },
			logger: this.logger,
			...(options.tmuxPath === undefined ? {} : { tmuxPath: options.tmuxPath }),
			...(options.env === undefined ? {} : { env: options.env }),
		});
		return this.adopt(server);
	}

	adopt(server: TmuxServer): TmuxServer {
		this.#servers.push(server);
		return server;
	}

	/** Opened, started and streaming. */
	async follow(): Promise<TmuxServer> {
		const server = this.open();
		server.start();
		await streaming(server);
		return server;
	}

	/** A program that stands for another tmux. */
	shim(script: string): string {
		const path = join(this.dir, `shim-${readdirSync(this.dir).length}`);
		writeFileSync(path, `#!/bin/sh\n${script}\n`);
		chmodSync(path, 0o755);
		return path;
	}

	serverPid(): number {
		return Number(this.run('display-message', '-p', '#{pid}'));
	}

	/** Pids of all that runs on this test's sockets. */
	processes(): number[] {
		return readdirSync('/proc')
			.filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
			.filter((name) => commandLine(Number(name)).includes(this.dir))
			.map(Number);
	}

	async dispose(): Promise<void> {
		for (const server of this.#servers) server.dispose();
		for (const name of readdirSync(this.dir)) {
			const path = join(this.dir, name);
			try {
				this.runOn(path, 'kill-server');
			} catch {
				// No server there.
			}
		}
		await waitUntil(`nothing of ${this.dir} runs`, () => this.processes().length === 0);
		rmSync(this.dir, { recursive: true, force: true });
	}
}

export function commandLine(pid: number): string {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
	} catch {
		return '';
	}
}

export function exists(path: string): boolean {
	return existsSync(path);
}

/** A fresh one for every test of a file. */
export function useTmux(): () => TestTmux {
	let tmux: TestTmux | undefined;
	beforeEach(() => {
		tmux = new TestTmux();
	});
	afterEach(async () => {
		await tmux?.dispose();
	});
	return () => {
		if (!tmux) throw new Error('only inside a test');
		return tmux;
	};
}
