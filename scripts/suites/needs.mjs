/** What suites need beyond Node and packages: each need is met once per run and gives the environment variables that point to it. */
import { ensureAgents } from '../setup/agents.mjs';
import { ensureBrowser } from '../setup/browser.mjs';
import { ensureCodeServer } from '../setup/code-server.mjs';
import { run, tail } from '../setup/command.mjs';
import { ROOT } from '../setup/packages.mjs';
import { SetupError } from '../setup/progress.mjs';
import { ensureTmux } from '../setup/tmux.mjs';

async function build() {
	const { ok, output } = await run(process.execPath, ['esbuild.mjs'], { cwd: ROOT });
	if (!ok) throw new SetupError(`The build failed:\n${tail(output, 30)}`);
}

const MEET = {
	async tmux() {
		await ensureTmux();
		return {};
	},
	async agents() {
		const { claude, codex } = await ensureAgents();
		return { SHOAL_TEST_CLAUDE: claude, SHOAL_TEST_CODEX: codex };
	},
	async build() {
		await build();
		return {};
	},
	async browser() {
		return { SHOAL_TEST_BROWSER: await ensureBrowser() };
	},
	async 'code-server'(release) {
		const { node, entry } = await ensureCodeServer(release);
		return { SHOAL_TEST_CODE_SERVER: entry, SHOAL_TEST_CODE_SERVER_NODE: node };
	},
};

const met = new Map();

/** Environment variables for a suite that needs all of these; rejects with the first reason why one cannot be had. */
export async function meet(needs) {
	const env = {};
	for (const need of needs) {
		const [name, argument] = need.split(':');
		if (!met.has(need)) met.set(need, MEET[name](argument));
		Object.assign(env, await met.get(need));
	}
	return env;
}
