/** One code-server on a free loopback port, living wholly inside one folder: profile, extensions, logs and sockets. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A server answers within a second; this is for a machine that is busy or starts it for the first time. */
const START_LIMIT_MS = 60_000;
/** The server ends its extension hosts and pty host on SIGTERM, but first waits for browsers that still hold a connection. */
const STOP_LIMIT_MS = 2_000;
const POLL_MS = 50;
const USER_SETTINGS = 'data/User/settings.json';
const MACHINE_SETTINGS = 'data/Machine/settings.json';

export interface CodeServerOptions {
	/** The Node that this code-server is made for, and its entry file. */
	readonly node: string;
	readonly entry: string;
	/** Everything the server writes goes in here. */
	readonly home: string;
	readonly settings?: Readonly<Record<string, unknown>>;
	/** On top of our own environment; undefined removes a variable. */
	readonly env?: Readonly<Record<string, string | undefined>>;
	/** 0 takes any free port. */
	readonly port?: number;
	/** With trust, folders open as restricted until the user trusts them; without (the default), all are trusted. */
	readonly workspaceTrust?: boolean;
}

export class CodeServer {
	readonly url: string;
	readonly home: string;
	readonly #process: ChildProcess;
	readonly #exited: Promise<void>;

	private constructor(child: ChildProcess, exited: Promise<void>, url: string, home: string) {
		this.#process = child;
		this.#exited = exited;
		this.url = url;
		this.home = home;
	}

	static async start(options: CodeServerOptions): Promise<CodeServer> {
		const { home } = options;
		await mkdir(path.join(home, 'xdg'), { recursive: true, mode: 0o700 });
		await writeSettings(home, options.settings ?? {});
		await writeFile(path.join(home, 'config.yaml'), 'auth: none\n');
		const child = spawn(options.node, [options.entry, ...serverArguments(options)], {
			env: serverEnvironment(options),
			stdio: ['ignore', 'pipe', 'pipe'],
			// A group of its own, so that it and its extension hosts can be ended together.
			detached: true,
		});
		const log = createWriteStream(path.join(home, 'server.log'));
		child.stdout?.pipe(log, { end: false });
		child.stderr?.pipe(log, { end: false });
		const exited = new Promise<void>((resolve) => {
			child.once('error', () => resolve());
			child.once('exit', () => resolve());
		});
		try {
			return new CodeServer(child, exited, await listeningUrl(child, home), home);
		} catch (error) {
			endGroup(child, 'SIGKILL');
			throw error;
		}
	}

	/** Changes user settings, as the settings editor does; undefined removes one. The windows follow a moment later. */
	async changeSettings(changes: Readonly<Record<string, unknown>>): Promise<void> {
		const settings = JSON.parse(await readFile(path.join(this.home, USER_SETTINGS), 'utf8'));
		await writeSettings(this.home, { ...settings, ...changes });
	}

	/** All that the server has printed so far. */
	get log(): string {
		return readLog(this.home);
	}

	/** Lines of the log that tell of an extension host that ended by itself: a crash, or a `process.exit` in an extension. */
	get crashes(): readonly string[] {
		return this.log
			.split('\n')
			.filter((line) =>
				/Extension Host Process exited with code: (?!0\b|null)|Extension Host Process exited with code: null, signal: SIG(?!TERM)/.test(
					line,
				),
			);
	}

	/** Resolves when the server has ended by itself. */
	get exited(): Promise<void> {
		return this.#exited;
	}

	async stop(): Promise<void> {
		if (this.#process.exitCode === null && this.#process.signalCode === null) {
			endGroup(this.#process, 'SIGTERM');
			await Promise.race([this.#exited, delay(STOP_LIMIT_MS, undefined, { ref: false })]);
		}
		// The group outlives its leader as long as an extension host is busy; a window's state is worth nothing here.
		endGroup(this.#process, 'SIGKILL');
		await this.#exited;
	}
}

async function writeSettings(home: string, settings: Readonly<Record<string, unknown>>): Promise<void> {
	// A server is a remote machine to its window: settings that only a machine may make, as most of ours, count in this file alone.
	const ours = Object.entries(settings).filter(([key]) => key.startsWith('shoal.'));
	for (const [name, content] of Object.entries({ [USER_SETTINGS]: settings, [MACHINE_SETTINGS]: Object.fromEntries(ours) })) {
		const file = path.join(home, name);
		await mkdir(path.dirname(file), { recursive: true });
		// Renamed into place: a window that reads a file half written takes it for no settings at all.
		await writeFile(`${file}.draft`, JSON.stringify(content, null, '\t'));
		await rename(`${file}.draft`, file);
	}
}

function serverArguments({ home, port = 0, workspaceTrust = false }: CodeServerOptions): string[] {
	return [
		...['--config', path.join(home, 'config.yaml'), '--bind-addr', `127.0.0.1:${port}`, '--auth', 'none'],
		...['--user-data-dir', path.join(home, 'data'), '--extensions-dir', path.join(home, 'extensions')],
		...['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override', '--ignore-last-opened'],
		...(workspaceTrust ? [] : ['--disable-workspace-trust']),
	];
}

function serverEnvironment({ node, home, env }: CodeServerOptions): NodeJS.ProcessEnv {
	const result: NodeJS.ProcessEnv = {
		...process.env,
		PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
		// No marketplace look-ups: there is nothing to install, and often no network.
		EXTENSIONS_GALLERY: '{"serviceUrl":""}',
	};
	for (const name of ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME', 'XDG_STATE_HOME', 'XDG_RUNTIME_DIR']) {
		result[name] = path.join(home, 'xdg');
	}
	Object.assign(result, env);
	// A surrounding tmux, VS Code or npm would be taken for our own, and an undefined value would become the word "undefined".
	for (const name of Object.keys(result)) {
		if (result[name] === undefined || /^(TMUX|TMUX_PANE|VSCODE_.*|NODE_CHANNEL_FD|NODE_OPTIONS|VITEST.*|npm_.*)$/.test(name))
			delete result[name];
	}
	return result;
}

function readLog(home: string): string {
	try {
		return readFileSync(path.join(home, 'server.log'), 'utf8');
	} catch {
		return '';
	}
}

/** The server names its port in its log; then it is asked until it answers. */
async function listeningUrl(child: ChildProcess, home: string): Promise<string> {
	const end = Date.now() + START_LIMIT_MS;
	while (Date.now() < end) {
		if (child.exitCode !== null || child.signalCode !== null) break;
		const url = /HTTP server listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(readLog(home))?.[1];
		if (url && (await answers(`${url}/healthz`))) return url;
		await delay(POLL_MS);
	}
	throw new Error(`code-server did not start:\n${readLog(home).split('\n').slice(-20).join('\n')}`);
}

async function answers(url: string): Promise<boolean> {
	try {
		return (await fetch(url)).ok;
	} catch {
		return false;
	}
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	if (child.pid === undefined) return;
	try {
		process.kill(-child.pid, signal);
	} catch {
		// The whole group has ended.
	}
}
