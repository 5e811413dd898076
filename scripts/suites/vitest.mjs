/** Suites that are a project of vitest.config.ts. The counts come from vitest's own report, never from its exit code alone. */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { packageBin, ROOT } from '../setup/packages.mjs';
import { runNode } from './process.mjs';

async function readReport(file) {
	try {
		return JSON.parse(await readFile(file, 'utf8'));
	} catch {
		return undefined;
	}
}

/** A file that failed before any test in it ran (a broken import, a failing hook) counts as one failure. */
function brokenFiles(report) {
	return report.testResults.filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'));
}

function count(report, { code, cause }) {
	const broken = brokenFiles(report);
	const passed = report.numPassedTests;
	const failed = report.numFailedTests + broken.length;
	const skipped = report.numPendingTests + report.numTodoTests;
	const result = { passed, failed, skipped };
	if (cause) return { ...result, failed: failed + 1, cause };
	if (failed > 0)
		return {
			...result,
			cause: broken.length > 0 ? `did not run: ${broken.map((file) => path.relative(ROOT, file.name)).join(', ')}` : undefined,
		};
	if (passed + skipped === 0) return { ...result, failed: 1, cause: 'ran no test at all' };
	if (code !== 0)
		return { ...result, failed: 1, cause: `vitest ended with exit code ${code} though no test failed (an error outside of tests)` };
	return result;
}

export function vitestProject(project) {
	return async ({ env, limitMs, args }) => {
		const file = path.join(ROOT, 'out/reports', `${project}.json`);
		await rm(file, { force: true });
		const vitest = await packageBin('vitest');
		const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
		const end = await runNode([vitest, 'run', `--project=${project}`, ...reporters, ...args], { env, limitMs });
		const report = await readReport(file);
		if (report) return count(report, end);
		return { passed: 0, failed: 1, skipped: 0, cause: end.cause ?? `vitest ended with exit code ${end.code} and wrote no report` };
	};
}
