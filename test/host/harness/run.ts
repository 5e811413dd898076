/**
 * Runs the in-host suite through @vscode/test-electron: with `--desktop` in a desktop VS Code, which it downloads (or takes from
 * SHOAL_VSCODE), else in code-server through the stand-in executable beside this file. Both get the same entry.
 */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runTests } from '@vscode/test-electron';
import { TestTmux } from '../../e2e/harness/tmux.ts';
import { PROJECT_ROOT } from '../../e2e/harness/tools.ts';

const { values: flags } = parseArgs({
	options: { desktop: { type: 'boolean', default: false }, grep: { type: 'string' } },
});

interface Results {
	readonly passed: number;
	readonly failed: number;
	readonly results: readonly { readonly title: string; readonly state: string; readonly ms?: number; readonly error?: string }[];
}

async function readResults(file: string): Promise<Results | undefined> {
	try {
		return JSON.parse(await readFile(file, 'utf8'));
	} catch {
		return undefined;
	}
}

function print({ results }: Results): void {
	const marks: Record<string, string> = { passed: '✓', failed: '✗', skipped: '-' };
	for (const { title, state, ms, error } of results) {
		console.log(` ${marks[state] ?? '?'} ${title}${ms === undefined ? '' : ` (${ms} ms)`}`);
		if (error) console.log(error.replace(/^/gm, '     '));
	}
}

/** The reason why a run is no success, or undefined when it is one. */
function verdict(exit: unknown, results: Results | undefined): string | undefined {
	if (!results)
		return `No results: the extension host crashed, or never came to run the tests. ${exit instanceof Error ? exit.message : ''}`;
	if (results.failed > 0) return `${results.failed} tests failed.`;
	if (results.passed === 0) return 'No test ran.';
	return exit === 0 ? undefined : `All tests passed, but VS Code failed afterwards: ${String(exit)}`;
}

const root = await mkdtemp(path.join(tmpdir(), 'shoal-host-'));
const folder = path.join(root, 'project');
const tmux = new TestTmux(path.join(root, 'tmux.sock'));
const resultsFile = process.env.SHOAL_TEST_RESULTS ?? path.join(root, 'results.json');
const executable = flags.desktop ? process.env.SHOAL_VSCODE : path.join(import.meta.dirname, 'code.mjs');

try {
	await mkdir(folder);
	await rm(resultsFile, { force: true });
	const exit = await runTests({
		...(executable && { vscodeExecutablePath: executable }),
		extensionDevelopmentPath: PROJECT_ROOT,
		extensionTestsPath: path.join(PROJECT_ROOT, 'out/host/index.cjs'),
		extensionTestsEnv: {
			SHOAL_TMUX_SOCKET: tmux.socket,
			SHOAL_TEST_RESULTS: resultsFile,
			...(flags.grep && { SHOAL_TEST_GREP: flags.grep }),
		},
		launchArgs: [folder, '--disable-extensions', `--user-data-dir=${path.join(root, 'profile')}`],
	}).catch((error: unknown) => error);
	const results = await readResults(resultsFile);
	if (results) print(results);
	const reason = verdict(exit, results);
	if (reason) {
		console.error(reason);
		process.exitCode = 1;
	}
} finally {
	await tmux.dispose();
	await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
