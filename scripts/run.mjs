/** `node scripts/run.mjs <file> [arguments]`: runs a file of the project under the Node its tools need, with its packages installed. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { underToolsNode } from './setup/node.mjs';
import { ensurePackages, ROOT } from './setup/packages.mjs';
import { main, SetupError } from './setup/progress.mjs';

await main(async () => {
	await underToolsNode(import.meta.url);
	await ensurePackages();
	const [file, ...args] = process.argv.slice(2);
	if (!file) throw new SetupError('Which file? node scripts/run.mjs <file> [arguments]');
	const child = spawn(process.execPath, [path.resolve(ROOT, file), ...args], { cwd: ROOT, stdio: 'inherit' });
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
	return new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('exit', (code) => resolve(code ?? 1));
	});
});
