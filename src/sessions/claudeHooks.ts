/** The hooks that a Claude which we start is given, and the private folder that they write into: what is asked is nobody else's business. */
import { mkdir } from 'node:fs/promises';
import { hookSettings } from '../agents/claude/hooks.ts';

const PRIVATE = 0o700;

export async function claudeHooks(folder: string): Promise<string> {
	await mkdir(folder, { recursive: true, mode: PRIVATE });
	return hookSettings(folder);
}
