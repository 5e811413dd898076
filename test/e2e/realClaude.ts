/** A test bed whose `claude` is the real one, talking to the loopback model. */
import { claudeHome, KEY } from '../agents/homes.ts';
import { programs } from '../agents/programs.ts';
import type { TestBedOptions } from './harness/testBed.ts';
import { installAgent } from './scriptedAgent.ts';

export interface RealClaudeOptions {
	/** Address of the loopback model. */
	readonly url: string;
	/** What its wrapper adds to every start. */
	readonly flags?: string;
	readonly env?: Readonly<Record<string, string>>;
}

export function withRealClaude({ url, flags = '', env = {} }: RealClaudeOptions): TestBedOptions {
	return {
		folder: 'harbor',
		files: { 'hello.txt': 'hello world\n' },
		env: {
			ANTHROPIC_BASE_URL: url,
			ANTHROPIC_API_KEY: KEY,
			CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
			DISABLE_AUTOUPDATER: '1',
			DISABLE_TELEMETRY: '1',
			...env,
		},
		prepare: async ({ root, folder }) => {
			await claudeHome(root, { api: url, workspace: folder, name: 'home' });
			// A wrapper, as people have them: it adds an option, and hides the program from its name.
			await installAgent(root, 'claude', `#!/bin/sh\nexec '${programs?.claude}' ${flags} "$@"\n`);
		},
	};
}
