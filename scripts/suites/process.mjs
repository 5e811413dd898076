/** Runs one suite's process in a group of its own, within a time limit. */
import { spawn } from 'node:child_process';
import { ROOT } from '../setup/packages.mjs';

/** Time a group gets between being asked to end and being made to: enough for a test's own clean-up. */
const GRACE_MS = 8_000;

/** Our TypeScript runs as it is; the package has no "type" because VS Code loads its bundle as CommonJS. */
export const NODE_FLAGS = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', '--disable-warning=ExperimentalWarning'];

const running = new Set();

function signalGroup(child, signal) {
	try {
		process.kill(-child.pid, signal);
	} catch {
		// The group is gone already.
	}
}

/** Ends every suite process that runs; for Ctrl-C. */
export function endRunningSuites() {
	for (const child of running) signalGroup(child, 'SIGTERM');
}

/**
 * Runs Node with these arguments. With `capture`, output is returned instead of shown. `cause` is set when the process did not end
 * by itself with an exit code.
 */
export function runNode(args, { env, limitMs, capture = false }) {
	return new Promise((resolve) => {
		const stdio = capture ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
		const child = spawn(process.execPath, [...NODE_FLAGS, ...args], { cwd: ROOT, env, stdio, detached: true });
		running.add(child);
		let output = '';
		let timedOut = false;
		for (const stream of [child.stdout, child.stderr]) {
			stream?.on('data', (chunk) => {
				output += chunk;
			});
		}
		let force;
		const limit = setTimeout(() => {
			timedOut = true;
			signalGroup(child, 'SIGTERM');
			force = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS);
		}, limitMs);
		const finish = (code, cause) => {
			clearTimeout(limit);
			clearTimeout(force);
			running.delete(child);
			resolve({ code, cause, output });
		};
		child.on('error', (error) => finish(null, `could not be started: ${error.message}`));
		child.on('close', (code, signal) => {
			if (timedOut) finish(code, `took longer than ${limitMs / 1000} s and was ended`);
			else if (code === null) finish(code, `was ended by ${signal}`);
			else finish(code, undefined);
		});
	});
}
