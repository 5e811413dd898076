/** Which sessions belong to a workspace: those whose folder lies in one of its roots. */
import { relative, sep } from 'node:path';

export function isInside(folder: string, root: string): boolean {
	if (folder === '') return false;
	const path = relative(root, folder);
	return path === '' || (path !== '..' && !path.startsWith(`..${sep}`));
}

export function isInAny(folder: string, roots: readonly string[]): boolean {
	return roots.some((root) => isInside(folder, root));
}
