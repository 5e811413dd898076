/** Small file systems for tests of full and read-only disks; where mounting is not permitted the test says so and is skipped. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestContext } from 'vitest';
import { onCleanup, tempFolder } from './support.ts';

const run = promisify(execFile);

export async function tinyDisk(context: TestContext, size: string): Promise<string> {
	const folder = await tempFolder();
	try {
		await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'tmpfs', folder]);
	} catch (error) {
		const reason = `needs a tmpfs, and mounting is not permitted here: ${String(error)}`;
		console.warn(`SKIPPED "${context.task.name}": ${reason}`);
		context.skip(reason);
	}
	onCleanup(() => run('umount', ['--lazy', folder]));
	return folder;
}

export async function remount(folder: string, mode: 'ro' | 'rw'): Promise<void> {
	await run('mount', ['-o', `remount,${mode}`, folder]);
}
