/** Finds an agent's executable the way a shell would, without starting a shell. */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';

async function isExecutable(file: string): Promise<boolean> {
	try {
		await access(file, constants.X_OK);
		return (await stat(file)).isFile();
	} catch {
		return false;
	}
}

/** Installers put agents here, and a VS Code started from the desktop often lacks these on its PATH. */
const usualFolders = () => [join(homedir(), '.local', 'bin'), join(homedir(), '.claude', 'local'), '/opt/homebrew/bin', '/usr/local/bin'];

/** The absolute path of a program, or undefined when there is none. */
export async function findProgram(program: string, path = process.env.PATH ?? ''): Promise<string | undefined> {
	const expanded = program.startsWith('~/') ? join(homedir(), program.slice(2)) : program;
	if (isAbsolute(expanded)) return (await isExecutable(expanded)) ? expanded : undefined;
	// A relative path would mean something else in every folder, and could be a file of the workspace.
	if (expanded.includes('/')) return undefined;
	for (const folder of [...path.split(delimiter), ...usualFolders()]) {
		if (!isAbsolute(folder)) continue;
		const candidate = join(folder, expanded);
		if (await isExecutable(candidate)) return candidate;
	}
	return undefined;
}
