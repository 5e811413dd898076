/** An agent for the browser suite that needs no account: prints who it is, then repeats what it is told. */
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const SCRIPT = `#!/bin/sh
printf '\\033]2;waiting for a task\\007'
echo "scripted agent in $PWD"
while read -r line; do echo "you said: $line"; done
`;

/** Installs a program where the extension looks in a test bed's home folder. */
export async function installAgent(bedRoot: string, name: string, script: string): Promise<void> {
	const folder = join(bedRoot, 'home', '.local', 'bin');
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, name), script);
	await chmod(join(folder, name), 0o755);
}

/** Installs the scripted agent as `claude`. */
export function installScriptedAgent(bedRoot: string): Promise<void> {
	return installAgent(bedRoot, 'claude', SCRIPT);
}
