/** Which package manager this system has, so that the welcome view can name the right command. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const PROGRAMS = { apt: 'apt-get', dnf: 'dnf', pacman: 'pacman', brew: 'brew' } as const;

export type Installer = keyof typeof PROGRAMS | 'other';

export function detectInstaller(path = process.env.PATH ?? ''): Installer {
	const folders = [...path.split(delimiter), '/usr/bin', '/opt/homebrew/bin', '/usr/local/bin'];
	for (const [installer, program] of Object.entries(PROGRAMS)) {
		if (folders.some((folder) => existsSync(join(folder, program)))) return installer as Installer;
	}
	return 'other';
}
