/** Runs other programs for the set-up: finds them on PATH, keeps their output, never asks a question. */
import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** The full path of a program on PATH, or undefined. */
export function which(name) {
	for (const dir of (process.env.PATH ?? '').split(path.delimiter)) {
		if (!dir) continue;
		const file = path.join(dir, name);
		try {
			accessSync(file, constants.X_OK);
			if (statSync(file).isFile()) return file;
		} catch {
			// Not here; the next folder may have it.
		}
	}
	return undefined;
}

/** Runs a program to its end. Never rejects for a bad exit: the caller knows what a failure means. */
export function run(file, args, options = {}) {
	return new Promise((resolve) => {
		const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
		let output = '';
		const keep = (chunk) => {
			output += chunk;
		};
		child.stdout?.on('data', keep);
		child.stderr?.on('data', keep);
		child.on('error', (error) => resolve({ ok: false, code: null, output: `${output}${error.message}\n` }));
		child.on('close', (code) => resolve({ ok: code === 0, code, output }));
	});
}

/** The end of a program's output: what a person needs to see of a failure. */
export function tail(output, lines = 15) {
	return output.trimEnd().split('\n').slice(-lines).join('\n');
}
