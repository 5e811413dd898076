import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** One project per kind of suite; `scripts/test.mjs` runs them one after the other and adds them up. */
export default defineConfig({
	test: {
		projects: [
			{
				test: {
					name: 'unit',
					include: ['test/unit/**/*.test.ts'],
					// Outside of an extension host there is no such module.
					alias: { vscode: resolve(import.meta.dirname, 'test/unit/ui/vscode.ts') },
				},
			},
			{ test: { name: 'tmux', include: ['test/tmux/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 30_000 } },
			// Each file starts real agents, which are heavy on two cores.
			{
				test: { name: 'agents', include: ['test/agents/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000, fileParallelism: false },
			},
			// One workbench at a time: a server with one window and its browser take 2 GB.
			{ test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], testTimeout: 90_000, hookTimeout: 120_000, fileParallelism: false } },
		],
	},
});
