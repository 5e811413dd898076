/** Runs the machine's npm under a Node of our choice, and tries again when the network had a moment. */
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { run, which } from './command.mjs';
import { SetupError, say, yellow } from './progress.mjs';

const ATTEMPTS = 3;
/** Long enough for a registry's hiccup to pass, short enough that a person still waits. */
const RETRY_DELAY_MS = 3_000;
const TRANSIENT =
	/ECONNRESET|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|EINTEGRITY|\b(429|50[0-9])\b|network/;

/** npm says what is wrong first, and then how it is used and where its log is. */
function head(output, lines = 12) {
	return output.trim().split('\n').slice(0, lines).join('\n');
}

/** npm's own program file: what `npm run` names, else what the `npm` on PATH links to. */
function npmProgram() {
	const named = process.env.npm_execpath;
	if (named && path.basename(named) === 'npm-cli.js') return named;
	const found = which('npm');
	if (!found) throw new SetupError('npm is not on PATH. It comes with Node: https://nodejs.org');
	return realpathSync(found);
}

/** Runs npm with the given Node first on PATH; throws a SetupError that names the step when npm fails for good. */
export async function npm(args, { cwd, node = process.execPath, what }) {
	const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` };
	// What an outer `npm run` has set for its own project must not steer an install elsewhere.
	for (const name of Object.keys(env)) if (/^npm_(config_(local_)?prefix|package_|lifecycle_)/.test(name)) delete env[name];
	const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
	for (let attempt = 1; ; attempt += 1) {
		const { ok, output } = await run(node, [npmProgram(), ...args, ...quiet], { cwd, env });
		if (ok) return;
		if (attempt === ATTEMPTS || !TRANSIENT.test(output)) {
			throw new SetupError(`${what} failed. npm said:\n${head(output)}`);
		}
		say(yellow(`       npm had trouble with the network; trying again (${attempt} of ${ATTEMPTS - 1})`));
		await delay(RETRY_DELAY_MS * attempt);
	}
}
