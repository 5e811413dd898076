/** Suites that are one program with one verdict: the type checker and the linter. Each counts as one. */
import { tail } from '../setup/command.mjs';
import { packageBin } from '../setup/packages.mjs';
import { say } from '../setup/progress.mjs';
import { runNode } from './process.mjs';

/** What a person can take in; the rest shows again after these are fixed. */
const LINES_SHOWN = 80;

export function checker(packageName, command, args) {
	return async ({ env, limitMs }) => {
		const { code, cause, output } = await runNode([await packageBin(packageName, command), ...args], { env, limitMs, capture: true });
		if (code === 0) return { passed: 1, failed: 0, skipped: 0 };
		say(tail(output, LINES_SHOWN));
		return { passed: 0, failed: 1, skipped: 0, cause: cause ?? `${command} ended with exit code ${code}` };
	};
}
