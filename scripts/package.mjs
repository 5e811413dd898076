/** `npm run package [-- --target <platform>|all]`: makes a VSIX, for this platform unless told otherwise, and holds it to its budget. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { run, tail } from './setup/command.mjs';
import { underToolsNode } from './setup/node.mjs';
import { ensurePackages, packageBin, ROOT } from './setup/packages.mjs';
import { bold, dim, main, SetupError, say } from './setup/progress.mjs';

/** Native code for each, plus one without any, that opens sessions in VS Code's own terminals. */
const TARGETS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'universal'];
const HERE = `${process.platform}-${process.arch}`;
const BUDGET_BYTES = 500_000;

function chosenTargets() {
	const { values } = parseArgs({ options: { target: { type: 'string', default: HERE } } });
	// This platform's comes last, so that dist/ is left as this machine can run it.
	if (values.target === 'all') return [...TARGETS].sort((a, b) => Number(a === HERE) - Number(b === HERE));
	if (!TARGETS.includes(values.target)) throw new SetupError(`No target "${values.target}". There are: ${TARGETS.join(', ')}, all.`);
	return [values.target];
}

async function must(what, args) {
	const { ok, output } = await run(process.execPath, args, { cwd: ROOT });
	if (!ok) throw new SetupError(`${what} failed:\n${tail(output, 30)}`);
}

function kilobytes(bytes) {
	return `${(bytes / 1000).toFixed(1)} KB`;
}

async function makePackage(target) {
	const { version } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
	const file = `shoal-${target}-${version}.vsix`;
	await must('The build', ['esbuild.mjs', '--production', `--target=${target}`]);
	const vsce = await packageBin('@vscode/vsce', 'vsce');
	const platform = target === 'universal' ? [] : ['--target', target];
	// The README's pictures travel in the package, so that they show before there is a public repository to link to.
	await must('Packaging', [
		vsce,
		'package',
		'--no-dependencies',
		'--allow-missing-repository',
		'--no-rewrite-relative-links',
		...platform,
		'--out',
		file,
	]);
	const { size } = await stat(path.join(ROOT, file));
	say(`${bold(file)}  ${kilobytes(size)} ${dim(`of ${kilobytes(BUDGET_BYTES)}`)}`);
	if (size > BUDGET_BYTES) throw new SetupError(`${file} is larger than its budget of ${kilobytes(BUDGET_BYTES)}.`);
	return file;
}

await main(async () => {
	await underToolsNode(import.meta.url);
	const targets = chosenTargets();
	await ensurePackages();
	const files = [];
	for (const target of targets) files.push(await makePackage(target));
	say(dim(`Install one: code --install-extension ${files.at(-1)}`));
});
