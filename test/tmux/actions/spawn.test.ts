import { access, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refusal, useStage, value } from './harness.ts';

/** Each would leave a file behind if anything on the way read it as code. */
const HOSTILE = [
	'$(touch pwned)',
	'`touch pwned`',
	'; touch pwned;',
	'"; touch pwned; "',
	"'; touch pwned; '",
	'#{E:@x} #(touch pwned)',
	'| touch pwned',
	'\u001b]0;x\u0007\u001b[201~\rtouch pwned\r',
	'-e PWNED=1 --help',
	'a\nb\ttab \u0001\u007f end',
];

describe('spawning a session', () => {
	const stage = useStage();
	const exists = (path: string) =>
		access(path).then(
			() => true,
			() => false,
		);

	it('runs nothing that stands in a name, a folder or a prompt, and keeps folder and prompt exactly', async () => {
		const window = await stage.window();
		for (const [index, text] of HOSTILE.entries()) {
			const folder = join(stage.bed.folder, `work ${index} ${text.replaceAll('/', '_')}`);
			await mkdir(folder);
			const actor = await stage.spawn(window, { folder, name: `n${index} ${text}`, firstPrompt: text });
			const [start] = await actor.heard();
			expect(start?.cwd).toBe(folder);
			expect(start?.argv?.at(-1)).toBe(text);
			expect(actor.session().name).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]*$/);
			expect(await exists(join(folder, 'pwned'))).toBe(false);
			value(await window.actions.kill(actor.id));
		}
		expect(await exists(join(stage.bed.folder, 'pwned'))).toBe(false);
	});

	it('gives a first prompt of 100 KB as one argument, newlines at its end included', async () => {
		const window = await stage.window();
		const firstPrompt = `${'a long line with $dollars and `ticks` "quoted"\n'.repeat(2_100)}\n\n`;
		const actor = await stage.spawn(window, { firstPrompt, model: 'opus', permissionMode: 'plan' });
		const [start] = await actor.heard();
		expect(start?.argv?.at(-1)).toBe(firstPrompt);
		expect(start?.argv).toEqual(expect.arrayContaining(['--model', 'opus', '--permission-mode', 'plan', '--session-id']));
		expect(refusal(await window.actions.spawn({ agent: 'claude', folder: stage.bed.folder, firstPrompt: 'x'.repeat(130_000) })).kind).toBe(
			'too-long',
		);
	});

	it('makes a leading ! literal, and leaves it where it is meant as a command', async () => {
		const window = await stage.window();
		const literal = await stage.spawn(window, { firstPrompt: '!ls' });
		const command = await stage.spawn(window, { firstPrompt: '/init', asCommand: true });
		expect((await literal.heard())[0]?.argv?.at(-1)).toBe(' !ls');
		expect((await command.heard())[0]?.argv?.at(-1)).toBe('/init');
	});

	it('says what an agent said that ended at once, and leaves nothing half-made', async () => {
		const window = await stage.window();
		const outcome = await window.actions.spawn({ agent: 'claude', folder: stage.bed.folder, firstPrompt: 'fail-at-start' });
		expect(refusal(outcome)).toEqual({ kind: 'ended-at-once', output: 'cannot start: the flag is unknown' });
		expect(window.sessions.all).toEqual([]);
		expect((await window.openRegistry()).list()).toEqual([]);
		expect(await stage.bed.tmux('list-sessions').catch(() => '')).toBe('');
	});

	it('names the session that has the name or works on the issue', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window, { name: 'fix login', issueId: 'ABC-1' });
		expect(actor.session().name).toBe('fix-login');
		const request = { agent: 'claude', folder: stage.bed.folder } as const;
		expect(refusal(await window.actions.spawn({ ...request, name: 'fix login' }))).toEqual({
			kind: 'name-taken',
			name: 'fix-login',
			by: { id: actor.id, name: 'fix-login', running: true },
		});
		expect(refusal(await window.actions.spawn({ ...request, issueId: 'ABC-1' }))).toEqual({
			kind: 'issue-taken',
			issueId: 'ABC-1',
			by: { id: actor.id, name: 'fix-login', running: true },
		});
		expect(refusal(await window.actions.spawn({ ...request, name: '///' }))).toEqual({ kind: 'bad-name', name: '///' });
		value(await window.actions.stop(actor.id));
		expect(refusal(await window.actions.spawn({ ...request, name: 'fix-login' })).kind).toBe('name-taken');
		await stage.bed.tmux('new-session', '-d', '-s', 'outside');
		await window.refresh();
		expect(refusal(await window.actions.spawn({ ...request, name: 'outside' })).kind).toBe('name-taken');
		await window.actions.kill(actor.id);
	});

	it('gives one of two windows that ask at once for the same issue a session', async () => {
		const [one, two] = [await stage.window(), await stage.window()];
		const request = { agent: 'claude', folder: stage.bed.folder, issueId: 'X-9' } as const;
		const outcomes = await Promise.all([one.actions.spawn(request), two.actions.spawn(request)]);
		expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['done', 'refused']);
		const registry = await one.openRegistry();
		await registry.reload();
		expect(registry.findUnfinishedByIssue('X-9')).toHaveLength(1);
	});

	it('says which program or folder is missing', async () => {
		const window = await stage.window({ programOf: () => 'no-such-agent-anywhere' });
		expect(refusal(await window.actions.spawn({ agent: 'codex', folder: stage.bed.folder }))).toMatchObject({
			kind: 'program-missing',
			agent: 'codex',
			install: expect.stringContaining('npm'),
		});
		const folder = join(stage.bed.folder, 'nowhere');
		expect(refusal(await window.actions.spawn({ agent: 'codex', folder }))).toEqual({ kind: 'no-folder', folder });
	});

	it('stores text without a path once by its content, for the owner alone', async () => {
		const window = await stage.window();
		const path = value(await window.actions.storeAttachment(Buffer.from('some text'), '../../etc/sel;ection $x.ts'));
		expect(path.startsWith(join(stage.bed.folder, 'storage', 'attachments'))).toBe(true);
		expect(path).toMatch(/\/etc-sel-ection-x\.ts$/);
		expect(await readFile(path, 'utf8')).toBe('some text');
		expect(value(await window.actions.storeAttachment(Buffer.from('some text'), 'other.md'))).toBe(path);
		expect(value(await window.actions.storeAttachment(Buffer.from('more'), 'other.md'))).not.toBe(path);
	});
});
