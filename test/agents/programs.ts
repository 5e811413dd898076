/** The real agents, fetched once by scripts/setup/agents.mjs. Where they can't be had, the suites say so loudly and skip. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

const SETUP = resolve(import.meta.dirname, '../../scripts/setup/agents.mjs');
/** 750 MB through a slow line. */
const LIMIT_MS = 10 * 60_000;

export interface Programs {
	readonly claude: string;
	readonly codex: string;
}

function find(): Programs | undefined {
	const { SHOAL_TEST_CLAUDE: claude, SHOAL_TEST_CODEX: codex } = process.env;
	if (claude && codex) return { claude, codex };
	try {
		const lines = execFileSync(process.execPath, [SETUP], { encoding: 'utf8', timeout: LIMIT_MS }).trim().split('\n');
		return JSON.parse(lines.at(-1) ?? '') as Programs;
	} catch (error) {
		process.stderr.write(
			`\n!!! THE LIVE RUNS WITH REAL AGENTS ARE SKIPPED: they can't be fetched from npm (${String(error).split('\n')[0]}) !!!\n\n`,
		);
		return undefined;
	}
}

export const programs = find();
