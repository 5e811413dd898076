/** Brings the real agents from npm, outside node_modules: together they are three quarters of a gigabyte. */
import { existsSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cached, cachedPath } from './cache.mjs';
import { run, tail } from './command.mjs';
import { npm } from './npm.mjs';
import { main, SetupError, say, step } from './progress.mjs';

/** The versions whose behaviour is recorded in test/fixtures: a newer one is tried by changing the number here. */
export const AGENTS = {
	claude: { name: '@anthropic-ai/claude-code', version: '2.1.326', bin: 'claude' },
	codex: { name: '@openai/codex', version: '0.169.0', bin: 'codex' },
};

const folder = `agents-${AGENTS.claude.version}-${AGENTS.codex.version}`;

function programs() {
	const bin = path.join(cachedPath(folder), 'node_modules/.bin');
	return { claude: path.join(bin, AGENTS.claude.bin), codex: path.join(bin, AGENTS.codex.bin) };
}

/** Claude's package comes with a small script in place of its program, which its install script replaces. */
const STAND_IN_BYTES = 1_000_000;

/** Many machines let npm run no install scripts, so this one is run by us. */
async function linkClaude(root) {
	const folder = path.join(root, 'node_modules', AGENTS.claude.name);
	if (statSync(path.join(root, 'node_modules/.bin', AGENTS.claude.bin)).size > STAND_IN_BYTES) return;
	const { ok, output } = await run(process.execPath, ['install.cjs'], { cwd: folder });
	if (!ok) throw new SetupError(`Claude Code could not be set up:\n${tail(output)}`);
}

/** Paths of both programs, fetched on first use. */
export async function ensureAgents() {
	const found = programs();
	if (!Object.values(found).every((file) => existsSync(file))) {
		await cached(folder, (draft) =>
			step('fetching the agents that the live tests run (750 MB, once)', async () => {
				await writeFile(path.join(draft, 'package.json'), '{"private":true}');
				const wanted = Object.values(AGENTS).map(({ name, version }) => `${name}@${version}`);
				await npm(['install', '--no-save', '--no-package-lock', '--ignore-scripts', ...wanted], {
					cwd: draft,
					what: 'Fetching the agents',
				});
			}),
		);
	}
	await linkClaude(cachedPath(folder));
	return found;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
	await main(async () => say(JSON.stringify(await ensureAgents())));
}
