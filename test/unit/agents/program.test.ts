import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProgram } from '../../../src/agents/program.ts';

let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'shoal-program-'));
	await writeFile(join(folder, 'shoal-agent'), '#!/bin/sh\n');
	await chmod(join(folder, 'shoal-agent'), 0o755);
	await writeFile(join(folder, 'shoal-text'), '');
	await mkdir(join(folder, 'shoal-folder'));
});

afterAll(() => rm(folder, { recursive: true }));

describe('an agent’s program', () => {
	it('is found on PATH by its name', async () => {
		expect(await findProgram('shoal-agent', `/nowhere:${folder}`)).toBe(join(folder, 'shoal-agent'));
	});

	it('is found by its absolute path', async () => {
		expect(await findProgram(join(folder, 'shoal-agent'), '')).toBe(join(folder, 'shoal-agent'));
	});

	it.each(['shoal-text', 'shoal-folder', 'shoal-missing'])('is not %s, which can’t be run', async (name) => {
		expect(await findProgram(name, folder)).toBeUndefined();
	});

	it('is never looked for relative to a folder, where a workspace could plant it', async () => {
		expect(await findProgram('./shoal-agent', folder)).toBeUndefined();
		expect(await findProgram('shoal-agent', '.:')).toBeUndefined();
	});
});
