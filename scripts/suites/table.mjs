/** The suites of `npm test`, in the order they run: quick ones first, so that a plain mistake shows early. */
import { CODE_SERVERS } from '../setup/code-server.mjs';
import { checker } from './checker.mjs';
import { hostSuite } from './host.mjs';
import { vitestProject } from './vitest.mjs';

const MINUTE = 60_000;

/**
 * `suite` is the name to ask for, `title` the line in the summary, `limitMs` the bound on its time, `needs` what must be set up
 * (see needs.mjs), `run` what it does.
 */
export const SUITES = [
	{
		suite: 'types',
		title: 'types',
		limitMs: 3 * MINUTE,
		needs: () => [],
		run: checker('typescript', 'tsc', ['--project', 'tsconfig.json']),
	},
	{
		suite: 'lint',
		title: 'lint',
		limitMs: 2 * MINUTE,
		needs: () => [],
		run: checker('@biomejs/biome', 'biome', ['check', '--max-diagnostics=20', '.']),
	},
	{ suite: 'unit', title: 'unit', limitMs: 5 * MINUTE, needs: () => [], run: vitestProject('unit') },
	{ suite: 'tmux', title: 'tmux', limitMs: 8 * MINUTE, needs: () => ['tmux'], run: vitestProject('tmux') },
	{ suite: 'agents', title: 'agents', limitMs: 15 * MINUTE, needs: () => ['tmux', 'agents'], run: vitestProject('agents') },
	...Object.entries(CODE_SERVERS).map(([release, { vscode }]) => ({
		suite: 'host',
		title: `host, VS Code ${vscode}`,
		limitMs: 5 * MINUTE,
		needs: (args) => (args.includes('--desktop') ? ['tmux', 'build'] : ['tmux', 'build', 'browser', `code-server:${release}`]),
		// A desktop VS Code is one program, so one run of it is enough.
		skip: (args) => args.includes('--desktop') && release !== 'current',
		run: hostSuite,
	})),
	{
		suite: 'e2e',
		title: 'e2e',
		limitMs: 15 * MINUTE,
		needs: () => ['tmux', 'agents', 'build', 'browser', 'code-server:current'],
		run: vitestProject('e2e'),
	},
];
