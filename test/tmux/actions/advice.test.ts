import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { useStage, value } from './harness.ts';

const git = promisify(execFile);

describe('advice before a spawn', () => {
	const stage = useStage();

	it('tells which agents are installed, where, and how to get the others', async () => {
		const program = await stage.program();
		const window = await stage.window({ programOf: (agent) => (agent === 'claude' ? program : 'no-such-agent-anywhere') });
		const offers = await window.actions.advice.agents();
		expect(offers.map(({ agent }) => agent)).toEqual(['claude', 'codex', 'gemini', 'opencode', 'copilot']);
		expect(offers[0]).toMatchObject({ displayName: 'Claude Code', program, models: expect.arrayContaining(['opus']) });
		expect(offers[1]).not.toHaveProperty('program');
		expect(offers[1]?.install).toContain('@openai/codex');
	});

	it('shows the name and the branch that a spawn then gets, and takes nothing for it', async () => {
		const window = await stage.window();
		const folder = join(stage.bed.folder, 'repo');
		await mkdir(folder);
		const { advice } = window.actions;
		expect(await advice.defaults({ agent: 'claude', folder })).toEqual({ name: 'claude-repo' });
		await git('git', ['init', '-q', folder]);
		for (const _ of [1, 2])
			expect(await advice.defaults({ agent: 'claude', folder })).toEqual({ name: 'claude-repo', branch: 'shoal/claude-repo' });
		expect(await advice.defaults({ agent: 'claude', folder, name: 'Fix it!' })).toEqual({ name: 'Fix-it', branch: 'shoal/Fix-it' });
		const actor = await stage.spawn(window, { folder });
		expect(actor.session().name).toBe('claude-repo');
		expect((await advice.defaults({ agent: 'claude', folder })).name).toBe('claude-repo-2');
	});

	it('objects to what a spawn would refuse', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window, { name: 'taken', issueId: 'ABC-1' });
		const { advice } = window.actions;
		const by = { id: actor.id, name: 'taken', running: true };
		expect(await advice.nameObjection('taken')).toEqual({ kind: 'name-taken', name: 'taken', by });
		expect(await advice.nameObjection('…')).toEqual({ kind: 'bad-name', name: '…' });
		expect(await advice.nameObjection('free')).toBeUndefined();
		expect(await advice.issueObjection('ABC-1')).toEqual({ kind: 'issue-taken', issueId: 'ABC-1', by });
		expect(await advice.issueObjection('ABC-2')).toBeUndefined();
		expect(await advice.branchObjection(stage.bed.folder, 'x')).toMatchObject({ kind: 'not-a-repository' });
		await git('git', ['init', '-q', stage.bed.folder]);
		expect(await advice.branchObjection(stage.bed.folder, 'a..b')).toEqual({ kind: 'bad-branch', branch: 'a..b' });
		expect(await advice.branchObjection(stage.bed.folder, 'fix/login')).toBeUndefined();
		value(await window.actions.kill(actor.id));
	});
});
