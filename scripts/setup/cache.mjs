/** Owns the place outside the project where large tools are kept, so that a fresh clone need not fetch them again. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export function cacheDir() {
	if (process.env.SHOAL_DEV_CACHE) return path.resolve(process.env.SHOAL_DEV_CACHE);
	return path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'shoal-dev');
}

/** No install takes this long: what is older was interrupted. */
const STALE_MS = 60 * 60_000;

async function removeStaleDrafts(name) {
	const siblings = await readdir(cacheDir()).catch(() => []);
	for (const sibling of siblings.filter((entry) => entry.startsWith(`.${name}.`))) {
		const draft = path.join(cacheDir(), sibling);
		const { mtimeMs } = await stat(draft).catch(() => ({ mtimeMs: Date.now() }));
		if (Date.now() - mtimeMs > STALE_MS) await rm(draft, { recursive: true, force: true });
	}
}

/**
 * The folder of one tool. It is built beside its final place and renamed when whole, so that a half install is never taken
 * for a whole one; of two builders at once, the first to finish wins and the other's work is thrown away.
 */
export async function cached(name, build) {
	const home = path.join(cacheDir(), name);
	if (existsSync(home)) return home;
	await removeStaleDrafts(name);
	const draft = path.join(cacheDir(), `.${name}.${randomUUID().slice(0, 8)}`);
	await mkdir(draft, { recursive: true });
	try {
		await build(draft);
		await rename(draft, home).catch((error) => {
			if (!existsSync(home)) throw error;
		});
	} finally {
		await rm(draft, { recursive: true, force: true });
	}
	return home;
}

/** Where a tool of the cache is, without fetching it. */
export function cachedPath(name) {
	return path.join(cacheDir(), name);
}
