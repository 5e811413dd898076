/** `npm run bench [-- name…]`: runs test/bench/<name>.bench.ts one after the other, all of them when none is named. */
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { run, tail } from './setup/command.mjs';
import { underToolsNode } from './setup/node.mjs';
import { ensurePackages, ROOT } from './setup/packages.mjs';
import { bold, main, SetupError, say } from './setup/progress.mjs';
import { ensureTmux } from './setup/tmux.mjs';
import { NODE_FLAGS } from './suites/process.mjs';
import { clearSandbox, makeSandbox } from './suites/sandbox.mjs';

const FOLDER = path.join(ROOT, 'test/bench');
const SUFFIX = '.bench.ts';

async function chosen(names) {
	const all = (await readdir(FOLDER)).filter((file) => file.endsWith(SUFFIX)).map((file) => file.slice(0, -SUFFIX.length));
	const unknown = names.filter((name) => !all.includes(name));
	if (unknown.length > 0) throw new SetupError(`No benchmark "${unknown.join(', ')}". There are: ${all.join(', ')}.`);
	return names.length > 0 ? names : all.sort();
}

/** The package's own bundle, apart from dist/ so that a measurement leaves the build as it is. */
async function buildForMeasuring() {
	const out = path.join(ROOT, 'out/bench');
	const { ok, output } = await run(
		process.execPath,
		['esbuild.mjs', '--production', `--out=${out}`, `--target=${process.platform}-${process.arch}`],
		{ cwd: ROOT },
	);
	if (!ok) throw new SetupError(`The build failed:\n${tail(output, 30)}`);
	return path.join(out, 'extension.cjs');
}

/** In a sandbox like a suite's, so that a benchmark's tmux servers cannot meet the user's or outlive it. */
async function runBench(name, bundle) {
	say(`\n${bold(name)}`);
	const sandbox = await makeSandbox();
	const code = await new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [...NODE_FLAGS, '--expose-gc', path.join(FOLDER, `${name}${SUFFIX}`)], {
			cwd: ROOT,
			env: { ...sandbox.env, SHOAL_BENCH_BUNDLE: bundle },
			stdio: 'inherit',
		});
		child.on('error', reject);
		child.on('exit', resolve);
	});
	for (const left of await clearSandbox(sandbox)) say(`left behind, now cleared: ${left}`);
	return code === 0;
}

await main(async () => {
	await underToolsNode(import.meta.url);
	await ensurePackages();
	const names = await chosen(process.argv.slice(2));
	await ensureTmux();
	const bundle = await buildForMeasuring();
	const failed = [];
	for (const name of names) if (!(await runBench(name, bundle))) failed.push(name);
	if (failed.length > 0) throw new SetupError(`Failed: ${failed.join(', ')}`);
});
