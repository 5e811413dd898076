import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { FIXTURES } from './recordings.ts';

const run = promisify(execFile);
const SCRIPT = resolve(import.meta.dirname, '../../../scripts/explain.mjs');
const screen = (name: string) => join(FIXTURES, 'screens', name);
/** Files of the project are TypeScript, which only newer Nodes run as they are. */
const canRunTypeScript = Number(process.versions.node.split('.')[0]) >= 23;

describe.runIf(canRunTypeScript)('npm run explain', () => {
	it('prints one JSON line per recording, with its meta beside it, and nothing else', async () => {
		const files = [screen('claude/needsApproval/permission-bash.txt'), screen('claude/idle/idle-fresh.txt')];
		const { stdout, stderr } = await run(process.execPath, [SCRIPT, '--agent', 'claude', ...files]);
		const lines = stdout
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line) as { file: string; activity: string; evidence: { observation: string } });
		expect(lines.map(({ file, activity }) => [file, activity])).toEqual([
			[files[0], 'needsApproval'],
			[files[1], 'idle'],
		]);
		expect(lines[0]?.evidence).toMatchObject({ source: 'screen', confidence: 'certain', observation: 'approval: Do you want to proceed?' });
		expect(stderr).toBe('');
	});

	it('takes the title from the meta file', async () => {
		const { stdout } = await run(process.execPath, [SCRIPT, '--agent', 'codex', screen('codex/working/working-streaming.txt')]);
		expect(JSON.parse(stdout)).toMatchObject({ activity: 'working', evidence: { source: 'title' } });
	});

	it('finds files from where the person stands', async () => {
		const { stdout } = await run(process.execPath, [SCRIPT, '--agent', 'claude', 'idle-fresh.txt'], {
			env: { ...process.env, INIT_CWD: screen('claude/idle') },
		});
		expect(JSON.parse(stdout)).toMatchObject({ file: 'idle-fresh.txt', activity: 'idle' });
	});

	it('says what is missing, and still explains the rest', async () => {
		const failed = await run(process.execPath, [SCRIPT, '--agent', 'claude', 'missing.txt', screen('claude/idle/idle-fresh.txt')]).catch(
			(error: { code: number; stdout: string; stderr: string }) => error,
		);
		expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('missing.txt'), stdout: expect.stringContaining('idle') });
		await expect(run(process.execPath, [SCRIPT, '--agent', 'nobody', 'x'])).rejects.toMatchObject({ code: 2 });
	});
});
