/** Runs git: exact arguments, no shell, a time limit, and nothing that asks a person. */
import { execa } from 'execa';

/** A repository of hundreds of thousands of files answers within this. */
const LIMIT_MS = 30_000;
const OUTPUT_LIMIT = 32 * 1024 * 1024;

export class GitError extends Error {
	override readonly name = 'GitError';
}

/** What git printed; rejects with its own words. */
export async function git(folder: string, args: readonly string[]): Promise<string> {
	const result = await execa('git', ['-C', folder, ...args], {
		timeout: LIMIT_MS,
		maxBuffer: OUTPUT_LIMIT,
		reject: false,
		stdin: 'ignore',
		stripFinalNewline: false,
		// Hooks and the pager of the user have no part in a question; a lock file would get in the agent's way.
		env: { GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C', GIT_DIR: undefined, GIT_WORK_TREE: undefined },
	});
	if (result.exitCode === 0) return result.stdout;
	throw new GitError(result.stderr?.trim() || result.shortMessage || `git ended with ${result.exitCode}`);
}

/** The answer, or undefined where git says no. */
export async function askGit(folder: string, args: readonly string[]): Promise<string | undefined> {
	try {
		return await git(folder, args);
	} catch (error) {
		if (error instanceof GitError) return undefined;
		throw error;
	}
}
