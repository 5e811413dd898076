/** Everything one test file runs on: a fresh server, profile, folder and tmux of its own, all gone afterwards. */

import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { CodeServer } from '../../../scripts/workbench/codeServer.ts';
import { linkExtension } from '../../../scripts/workbench/extensionsFolder.ts';
import { TEST_SETTINGS } from '../../../scripts/workbench/settings.ts';
import { launchBrowser, openProfile } from './browser.ts';
import { TestTmux } from './tmux.ts';
import { findTools, PROJECT_ROOT } from './tools.ts';
import { Workbench } from './workbench.ts';

export interface TestBedOptions {
	/** Name of the folder that the first window opens; false opens an empty window. */
	readonly folder?: string | false;
	/** Files to put into the folder, by relative path; a path that ends in `/` is an empty folder. */
	readonly files?: Readonly<Record<string, string>>;
	/** On top of the quiet ones. */
	readonly settings?: Readonly<Record<string, unknown>>;
	/** On top of the server's environment; undefined removes a variable. */
	readonly env?: Readonly<Record<string, string | undefined>>;
	/** Keep VS Code's question whether the folder is trusted; without, it is. */
	readonly workspaceTrust?: boolean;
	/** The display language that extensions are told; VS Code's own words stay English without a language pack. */
	readonly language?: string;
	/** Runs before the server starts: the place to make tmux sessions that are there from the beginning. */
	readonly prepare?: (bed: { readonly tmux: TestTmux; readonly folder: string; readonly root: string }) => Promise<void>;
}

/** A shell whose prompt is known, whatever the machine's user has set up. */
const PROFILE = "PS1='$ '\nunset PROMPT_COMMAND\nexport LANG=C.UTF-8\n";

export class TestBed {
	/** The temp folder that holds all of this. */
	readonly root: string;
	/** The folder that the first window shows. */
	readonly folder: string;
	readonly tmux: TestTmux;
	#server: CodeServer | undefined;
	#browser: Browser | undefined;
	#profile: BrowserContext | undefined;
	readonly #windows: Workbench[] = [];

	private constructor(root: string, folderName: string, env: NodeJS.ProcessEnv) {
		this.root = root;
		this.folder = path.join(root, folderName);
		this.tmux = new TestTmux(path.join(root, 'tmux.sock'), env);
	}

	static async start(options: TestBedOptions = {}): Promise<TestBed> {
		const root = await mkdtemp(path.join(tmpdir(), 'shoal-e2e-'));
		const home = path.join(root, 'home');
		const shell = existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh';
		const env: NodeJS.ProcessEnv = { ...process.env, HOME: home, SHELL: shell, LANG: 'C.UTF-8', ...options.env };
		const bed = new TestBed(root, options.folder || 'project', env);
		try {
			await mkdir(home);
			for (const name of ['.bashrc', '.bash_profile', '.profile']) await writeFile(path.join(home, name), PROFILE);
			await bed.#writeFiles(options.files ?? {});
			await options.prepare?.(bed);
			await bed.#startServer(options, env);
			await bed.openWindow(options.folder === false ? false : bed.folder);
			return bed;
		} catch (error) {
			await bed.dispose().catch(() => undefined);
			throw error;
		}
	}

	/** The first window. */
	get workbench(): Workbench {
		const [first] = this.#windows;
		if (!first) throw new Error('The test bed has no window.');
		return first;
	}

	/** Opens one more window of the same profile; on the same folder when none is given, on none at all with `false`. */
	async openWindow(folder: string | false = this.folder): Promise<Workbench> {
		if (!this.#profile || !this.#server) throw new Error('The test bed has not started.');
		const window = await Workbench.open(this.#profile, this.#server.url, folder || undefined);
		this.#windows.push(window);
		return window;
	}

	/** Changes user settings, as the settings editor does; undefined removes one. The windows follow a moment later. */
	changeSettings(changes: Readonly<Record<string, unknown>>): Promise<void> {
		return this.#running.changeSettings(changes);
	}

	/** The extension's log channel, of all windows so far. */
	extensionLog(): string {
		const files = globSync('data/logs/*/exthost*/shoal.shoal/*.log', { cwd: this.#running.home });
		return files.map((file) => readFileSync(path.join(this.#running.home, file), 'utf8')).join('');
	}

	/** What windows have remembered of their workspace by now. */
	remembered(): string {
		const files = globSync('data/User/workspaceStorage/*/shoal.shoal/memory.json', { cwd: this.#running.home });
		return files.map((file) => readFileSync(path.join(this.#running.home, file), 'utf8')).join('\n');
	}

	/** Throws when an extension host has ended by itself: its window looks alive, but nothing of ours works in it any more. */
	assertNoCrash(): void {
		const crashes = this.#server?.crashes ?? [];
		if (crashes.length > 0)
			throw new Error(`The extension host crashed:\n${crashes.join('\n')}\n${this.#server?.log.split('\n').slice(-20).join('\n')}`);
	}

	/** Ends everything, also when a part of it fails to end; then throws what failed. */
	async dispose(): Promise<void> {
		const failures: unknown[] = [];
		const attempt = async (work: () => Promise<unknown> | undefined) => {
			try {
				await work();
			} catch (error) {
				failures.push(error);
			}
		};
		for (const window of this.#windows.splice(0)) await attempt(() => window.close());
		await attempt(() => this.#browser?.close());
		await attempt(() => this.#server?.stop());
		await attempt(() => this.tmux.dispose());
		await attempt(() => rm(this.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
		if (failures.length > 0) throw new AggregateError(failures, 'The test bed could not be cleared');
	}

	get #running(): CodeServer {
		if (!this.#server) throw new Error('The test bed has not started.');
		return this.#server;
	}

	async #writeFiles(files: Readonly<Record<string, string>>): Promise<void> {
		await mkdir(this.folder, { recursive: true });
		for (const [name, content] of Object.entries(files)) {
			const file = path.join(this.folder, name);
			await mkdir(name.endsWith('/') ? file : path.dirname(file), { recursive: true });
			if (!name.endsWith('/')) await writeFile(file, content);
		}
	}

	async #startServer(options: TestBedOptions, env: NodeJS.ProcessEnv): Promise<void> {
		const tools = findTools();
		const home = path.join(this.root, 'server');
		await linkExtension(path.join(home, 'extensions'), PROJECT_ROOT);
		this.#server = await CodeServer.start({
			...tools.codeServer,
			home,
			settings: { ...TEST_SETTINGS, ...options.settings },
			env: { ...env, SHOAL_TMUX_SOCKET: this.tmux.socket, ...options.env },
			workspaceTrust: options.workspaceTrust ?? false,
		});
		this.#browser = await launchBrowser(tools.browser);
		this.#profile = await openProfile(this.#browser, options.language);
	}
}
