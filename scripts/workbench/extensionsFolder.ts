/** Puts an unpacked extension into the folder where a VS Code keeps its installed ones. */
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A link is enough: the extension then runs from where it is built, as an ordinary installed one. */
export async function linkExtension(extensionsFolder: string, extensionRoot: string): Promise<void> {
	const { publisher, name, version } = JSON.parse(await readFile(path.join(extensionRoot, 'package.json'), 'utf8'));
	const folder = `${publisher}.${name}-${version}`;
	const location = path.join(extensionsFolder, folder);
	await mkdir(extensionsFolder, { recursive: true });
	await symlink(extensionRoot, location, 'dir');
	const entry = {
		identifier: { id: `${publisher}.${name}` },
		version,
		location: { $mid: 1, path: location, scheme: 'file' },
		relativeLocation: folder,
		metadata: { installedTimestamp: 0, source: 'vsix', pinned: true },
	};
	// Without this list VS Code would look into the folder only on the first start of a profile.
	await writeFile(path.join(extensionsFolder, 'extensions.json'), JSON.stringify([entry]));
}
