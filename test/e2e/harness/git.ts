/** git for tests, without the settings of whoever runs them. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const SETTINGS = ['user.name=Test', 'user.email=test@example.org', 'init.defaultBranch=main'].flatMap((setting) => ['-c', setting]);

export async function git(folder: string, ...args: string[]): Promise<string> {
	return (await execute('git', [...SETTINGS, '-C', folder, ...args])).stdout;
}
