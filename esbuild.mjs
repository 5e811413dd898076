/** Builds the extension into dist/ and the in-host tests into out/host/. `--production`, `--watch`, `--target=<platform>-<arch>`, `--out=<folder>`. */
import { chmod, copyFile, glob, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as esbuild from 'esbuild';

const ROOT = import.meta.dirname;
const PTY_PREBUILDS = path.join(ROOT, 'node_modules/node-pty/prebuilds');

const { values: flags } = parseArgs({
	options: {
		production: { type: 'boolean', default: false },
		watch: { type: 'boolean', default: false },
		target: { type: 'string' },
		out: { type: 'string', default: 'dist' },
	},
});

/** What both bundles share. VS Code 1.105, the oldest we support, runs extensions on Node 22 and loads them as CommonJS. */
const common = {
	absWorkingDir: ROOT,
	bundle: true,
	platform: 'node',
	target: 'node22',
	format: 'cjs',
	external: ['vscode'],
	logLevel: 'info',
	sourcemap: flags.production ? false : 'linked',
};

/**
 * node-pty is bundled, and its loader then looks for `./prebuilds/<platform>-<arch>/` beside the bundle.
 * A dynamic `import('node-pty')` stays lazy: esbuild wraps the package in a function that runs at the first import.
 */
const extension = {
	...common,
	entryPoints: ['src/extension.ts'],
	outfile: path.join(flags.out, 'extension.cjs'),
	minify: flags.production,
	legalComments: 'none',
};

/** Mocha itself stays outside: it loads its parts by path and cannot be bundled. */
const hostTests = {
	...common,
	entryPoints: ['test/host/index.ts', ...(await Array.fromAsync(glob('test/host/**/*.test.ts', { cwd: ROOT })))],
	outdir: 'out/host',
	outbase: 'test/host',
	// The project's own files are modules; what VS Code loads is not.
	outExtension: { '.js': '.cjs' },
	external: ['vscode', 'mocha'],
};

/** Copies the native parts of node-pty: `*.node` and, on macOS, `spawn-helper`, which must stay executable. */
async function copyPrebuilds() {
	const destination = path.resolve(ROOT, flags.out, 'prebuilds');
	// tmux does not exist on Windows, so neither does a reason to carry conpty.
	const platforms = (await readdir(PTY_PREBUILDS)).filter((name) => !name.startsWith('win32'));
	// A package without native code falls back to VS Code's own terminals.
	const chosen = platforms.filter((name) => !flags.target || name === flags.target);
	if (chosen.length === 0 && flags.target !== 'universal') {
		throw new Error(`node-pty has no prebuild for ${flags.target}; it has ${platforms.join(', ')}.`);
	}
	for (const platform of platforms) {
		if (!chosen.includes(platform)) await rm(path.join(destination, platform), { recursive: true, force: true });
	}
	for (const platform of chosen) {
		await mkdir(path.join(destination, platform), { recursive: true });
		for (const file of await readdir(path.join(PTY_PREBUILDS, platform))) {
			if (!file.endsWith('.node') && file !== 'spawn-helper') continue;
			const source = path.join(PTY_PREBUILDS, platform, file);
			const copy = path.join(destination, platform, file);
			const draft = `${copy}.${process.pid}`;
			await copyFile(source, draft);
			if (file === 'spawn-helper') await chmod(draft, 0o755);
			// Renamed into place: writing over a library that a running process has mapped would crash that process.
			await rename(draft, copy);
		}
	}
}

const bundles = flags.production ? [extension] : [extension, hostTests];
// A test that is deleted must not live on in its bundle.
if (!flags.production) await rm(path.join(ROOT, hostTests.outdir), { recursive: true, force: true });
await copyPrebuilds();
if (flags.watch) {
	for (const bundle of bundles) await (await esbuild.context(bundle)).watch();
} else {
	try {
		await Promise.all(bundles.map((bundle) => esbuild.build(bundle)));
	} catch {
		process.exitCode = 1; // esbuild has already printed what is wrong and where.
	}
}
