/** Says what the set-up does while it does it, and what a person can do when it cannot go on. */
import process from 'node:process';

/** A reason to stop that is meant for a person: printed without a stack. */
export class SetupError extends Error {
	name = 'SetupError';
}

// A reader that has gone (a closed terminal, `| head`) is no reason to stop half-way through a clean-up.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const colour = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code) => (text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
export const bold = paint(1);
export const dim = paint(2);
export const red = paint(31);
export const green = paint(32);
export const yellow = paint(33);

/** How often a long step says that it is still alive, so that nobody takes a slow download for a hang. */
const HEARTBEAT_MS = 10_000;

export function seconds(ms) {
	return `${(ms / 1000).toFixed(1)} s`;
}

export function say(line) {
	process.stdout.write(`${line}\n`);
}

/** Runs one slow step between a line that names it and a line that says how long it took. */
export async function step(what, work) {
	const start = Date.now();
	say(`${dim('setup')}  ${what} …`);
	const heartbeat = setInterval(() => say(`${dim('setup')}  ${what}: ${seconds(Date.now() - start)} so far`), HEARTBEAT_MS);
	heartbeat.unref();
	try {
		const result = await work();
		say(`${dim('setup')}  ${what}: done in ${seconds(Date.now() - start)}`);
		return result;
	} finally {
		clearInterval(heartbeat);
	}
}

/** Runs a script's main function: a SetupError becomes its message alone, anything else keeps its stack. */
export async function main(body) {
	try {
		const code = await body();
		if (typeof code === 'number') process.exitCode = code;
	} catch (error) {
		process.stderr.write(`\n${red(error instanceof SetupError ? error.message : (error?.stack ?? String(error)))}\n`);
		process.exitCode = 1;
	}
}
