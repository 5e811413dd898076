/** The entry that VS Code loads as `extensionTestsPath`: runs mocha inside the extension host and leaves the counts in a file. */
import { globSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import mochaModule from 'mocha';

/** Node 22 and 24 hand a module to `require` in different shapes; the named export is the same in both. */
const Mocha = (mochaModule as { readonly Mocha?: typeof mochaModule }).Mocha ?? mochaModule;

/** Everything a test may wait for in a window that has just started, on a busy machine. */
const TEST_LIMIT_MS = 30_000;

interface TestResult {
	readonly title: string;
	readonly state: 'passed' | 'failed' | 'skipped';
	readonly ms?: number;
	readonly error?: string;
}

/**
 * The web workbench reports success even when the extension host has crashed, so the runner believes this file only. It is renamed into
 * place when complete: a crash half-way leaves none.
 */
function writeResults(results: readonly TestResult[]): void {
	const file = process.env.SHOAL_TEST_RESULTS;
	if (!file) return;
	const count = (state: TestResult['state']) => results.filter((result) => result.state === state).length;
	const summary = { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), results };
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(`${file}.draft`, JSON.stringify(summary, null, '\t'));
	renameSync(`${file}.draft`, file);
}

export async function run(): Promise<void> {
	const mocha = new Mocha({ ui: 'bdd', timeout: TEST_LIMIT_MS, color: false, reporter: 'dot' });
	const only = process.env.SHOAL_TEST_GREP;
	if (only) mocha.grep(only);
	for (const file of globSync('**/*.test.cjs', { cwd: __dirname }).sort()) mocha.addFile(path.join(__dirname, file));

	const results: TestResult[] = [];
	const failures = await new Promise<number>((resolve) => {
		const runner = mocha.run(resolve);
		runner.on('pass', (test) => results.push({ title: test.fullTitle(), state: 'passed', ms: test.duration ?? 0 }));
		runner.on('pending', (test) => results.push({ title: test.fullTitle(), state: 'skipped' }));
		runner.on('fail', (test, error) => {
			results.push({ title: test.fullTitle(), state: 'failed', error: error?.stack ?? String(error) });
		});
	});
	writeResults(results);
	if (failures > 0) throw new Error(`${failures} in-host tests failed`);
}
