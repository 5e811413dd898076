/** Keeps node_modules equal to package-lock.json. */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { npm } from './npm.mjs';
import { step } from './progress.mjs';

export const ROOT = path.resolve(import.meta.dirname, '../..');

async function lockedPackages(file) {
	try {
		return JSON.parse(await readFile(path.join(ROOT, file), 'utf8')).packages ?? {};
	} catch {
		return {};
	}
}

/**
 * npm writes down what it has installed when an install is complete, so that comparing it with the lock file is enough
 * and no stamp of our own can go stale. Packages for other platforms are locked but rightly not installed.
 */
async function upToDate() {
	const wanted = await lockedPackages('package-lock.json');
	const installed = await lockedPackages('node_modules/.package-lock.json');
	return Object.entries(wanted).every(([where, { version, optional, devOptional }]) => {
		if (where === '') return true;
		const found = installed[where];
		return found ? found.version === version : Boolean(optional || devOptional);
	});
}

export async function ensurePackages() {
	if (await upToDate()) return;
	await step('installing the project packages', async () => {
		// Not `npm ci`: it refuses a lock file that lacks a package for some other platform, which not every registry has.
		// This takes the locked versions all the same, and writes to no file of the project.
		await npm(['install', '--no-save'], { cwd: ROOT, what: 'Installing the project packages' });
		// Vite's cache is made from packages; it must not outlive them.
		await rm(path.join(ROOT, 'node_modules/.vite'), { recursive: true, force: true });
	});
}

/** The program file of a package's command, for running it with `process.execPath`. */
export async function packageBin(name, command = name) {
	const home = path.join(ROOT, 'node_modules', name);
	const { bin } = JSON.parse(await readFile(path.join(home, 'package.json'), 'utf8'));
	return path.join(home, typeof bin === 'string' ? bin : bin[command]);
}
