/** What the registry's tests share: temporary folders that go away, registries that are closed, drafts, child processes. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterEach } from 'vitest';
import { silentLogger } from '../../../src/base/logger.ts';
import type { RecordDraft, SessionRecord } from '../../../src/registry/record.ts';
import { openRegistry, type Registry, type RegistryOptions } from '../../../src/registry/registry.ts';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
	for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

export function onCleanup(cleanup: () => unknown): void {
	cleanups.push(cleanup);
}

export async function tempFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'shoal-registry-'));
	onCleanup(() => rm(folder, { recursive: true, force: true }));
	return folder;
}

export async function open(folder: string, options: Partial<RegistryOptions> = {}): Promise<Registry> {
	const registry = await openRegistry({ folder, logger: silentLogger, windowId: 'window-1', ...options });
	onCleanup(() => registry.close(5_000));
	return registry;
}

export const PROJECT = 'demo-0123456789';

export function draft(id: string, more: Partial<RecordDraft> = {}): RecordDraft {
	return { id, name: `shoal-${id}`, project: PROJECT, folder: '/src/demo', agent: 'claude', lifecycle: 'live', ...more };
}

export async function until(what: string, check: () => unknown, limitMs = 5_000): Promise<void> {
	const deadline = performance.now() + limitMs;
	while (!(await check())) {
		if (performance.now() > deadline) throw new Error(`${what}: not within ${limitMs} ms`);
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
}

export const idsOf = (records: readonly SessionRecord[]) => records.map((record) => record.id);

/** A program of `children/` in one file: Node starts it ten times faster than it can strip the types of every module. */
export async function bundleChild(name: string): Promise<string> {
	const outfile = join(await tempFolder(), `${name}.mjs`);
	await build({
		entryPoints: [join(import.meta.dirname, 'children', `${name}.ts`)],
		outfile,
		bundle: true,
		platform: 'node',
		format: 'esm',
	});
	return outfile;
}

/** Ended with the test where it still runs. */
export function startChild(program: string, args: readonly string[]): ChildProcessWithoutNullStreams {
	const child = spawn(process.execPath, [program, ...args]);
	onCleanup(() => child.kill('SIGKILL'));
	return child;
}
