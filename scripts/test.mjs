/** `npm test [-- suite… [arguments]]`: brings what is missing, runs the suites and adds them up. */
import { underToolsNode } from './setup/node.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { main } from './setup/progress.mjs';
import { runSuites } from './suites/run.mjs';

await main(async () => {
	await underToolsNode(import.meta.url);
	await ensurePackages();
	return runSuites(process.argv.slice(2));
});
