/** Paths as people read them: from home, and short where there is little room. */
import { homedir } from 'node:os';

export function tildify(path: string, home = homedir()): string {
	return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** The end of a path says most in a narrow row. */
export function shortPath(path: string): string {
	const parts = tildify(path).split('/');
	return parts.length > 3 ? `…/${parts.slice(-2).join('/')}` : parts.join('/');
}
