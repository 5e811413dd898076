/** The in-host suite: mocha inside a VS Code, started by test/host/harness/run.ts, counted from the results file mocha leaves. */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../setup/packages.mjs';
import { runNode } from './process.mjs';

async function readResults(file) {
	try {
		return JSON.parse(await readFile(file, 'utf8'));
	} catch {
		return undefined;
	}
}

export async function hostSuite({ env, limitMs, args, title }) {
	const file = path.join(ROOT, 'out/reports', `${title.replace(/\W+/g, '-')}.json`);
	await rm(file, { force: true });
	// A desktop VS Code reaches for its user's keychain, which lives in the real home folder.
	const home = args.includes('--desktop') ? { HOME: process.env.HOME } : {};
	const end = await runNode(['test/host/harness/run.ts', ...args], { env: { ...env, ...home, SHOAL_TEST_RESULTS: file }, limitMs });
	const results = await readResults(file);
	if (!results) {
		return { passed: 0, failed: 1, skipped: 0, cause: end.cause ?? 'left no results: the extension host crashed or never ran the tests' };
	}
	const { passed, failed, skipped } = results;
	if (end.code === 0 || failed > 0) return { passed, failed, skipped };
	return { passed, failed: failed + 1, skipped, cause: end.cause ?? `VS Code ended with exit code ${end.code} though no test failed` };
}
