/** Finds out why a client that said nothing did not run: on macOS node-pty's helper ends without a word. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { EndCause } from './cause.ts';
import type { PtyCommand } from './process.ts';

export function whyNotRun(command: PtyCommand): EndCause | undefined {
	const { cwd, file } = command;
	if (cwd !== undefined && !isFolder(cwd)) return { kind: 'failed', reason: 'no-folder', message: `no such folder: ${cwd}` };
	if (!mayRun(command)) return { kind: 'failed', reason: 'no-program', message: `no such program: ${file}` };
	return undefined;
}

function mayRun(command: PtyCommand): boolean {
	if (isAbsolute(command.file)) return isExecutable(command.file);
	// A relative path with a slash is relative to the client's folder; node-pty resolves it there.
	if (command.file.includes('/')) return isExecutable(join(command.cwd ?? '/', command.file));
	const path = process.env.PATH ?? '';
	return path.split(delimiter).some((folder) => isExecutable(join(folder, command.file)));
}

function isExecutable(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return statSync(file).isFile();
	} catch {
		return false;
	}
}

function isFolder(path: string): boolean {
	try {
		return statSync(path).isDirectory();
	} catch {
		return false;
	}
}
