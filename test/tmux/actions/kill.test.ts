import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../sessions/harness.ts';
import { eventually, isAlive, refusal, useStage, value } from './harness.ts';

const run = promisify(execFile);

/** Itself, a child, a grandchild that left the tree and one behind a pipe; all deaf to SIGHUP and SIGTERM. Each says its pid. */
const STUBBORN = `#!/bin/bash
trap '' HUP TERM
say() { echo "$1" >> "$PIDS"; }
say $$
(trap '' HUP TERM; say $BASHPID; while :; do sleep 0.05; done) &
(trap '' HUP TERM; (trap '' HUP TERM; say $BASHPID; while :; do sleep 0.05; done) & ) 
while :; do sleep 0.05; done
`;

describe('killing a session', () => {
	const stage = useStage();
	const pids = async () => (await readFile(join(stage.bed.folder, 'pids'), 'utf8').catch(() => '')).split('\n').filter(Boolean).map(Number);

	// A kill that fails its test must not leave what it failed to end; each pid is looked at before it is used.
	afterEach(async () => {
		for (const pid of await pids()) {
			const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
			if (command.includes(join(stage.bed.folder, 'stubborn'))) process.kill(pid, 'SIGKILL');
		}
	});

	async function stubborn(window: Awaited<ReturnType<typeof stage.window>>) {
		const id = value(await window.actions.spawn({ agent: 'claude', folder: stage.bed.folder }));
		await eventually(async () => ((await pids()).length === 3 ? true : undefined), 'the tree');
		return id;
	}

	it('leaves no process of a tree that ignores SIGHUP and SIGTERM', async () => {
		const script = await stage.bed.script('stubborn', STUBBORN.replaceAll('$PIDS', join(stage.bed.folder, 'pids')));
		const window = await stage.bed.started({ programOf: () => script });
		const id = await stubborn(window);
		const tree = await pids();
		const preview = value(await window.actions.killPreview(id));
		expect(preview.processes.map(({ pid }) => pid)).toEqual(expect.arrayContaining(tree));
		expect(value(await window.actions.kill(id))).toBeUndefined();
		expect(tree.filter(isAlive)).toEqual([]);
		expect(preview.processes.filter(({ pid }) => isAlive(pid))).toEqual([]);
		await until(window, (sessions) => sessions.length === 0);
		const registry = await window.openRegistry();
		expect((await registry.listArchive()).map((record) => record.id)).toEqual([id]);
		expect((await registry.journal.read(id)).map(({ kind }) => kind)).toContain('killed');
	});

	it('shows what would end: processes, work that git does not have, and attached terminals', async () => {
		const window = await stage.window();
		const folder = join(stage.bed.folder, 'repo');
		await mkdir(folder);
		await run('git', ['init', '-q', '-b', 'main', folder]);
		await writeFile(join(folder, 'new file'), 'x');
		const actor = await stage.spawn(window, { folder });
		const preview = value(await window.actions.killPreview(actor.id));
		expect(preview).toMatchObject({
			clients: 0,
			otherClients: 0,
			unsavedWork: { branch: 'main', untracked: ['new file'], uncommitted: [] },
		});
		expect(preview.processes).toContainEqual(expect.objectContaining({ pid: actor.pid, name: 'claude' }));
	});

	it('spares the session that took the name of one that is gone', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window, { name: 'one' });
		const other = await stage.spawn(window, { name: 'other' });
		const session = actor.session();
		await stage.bed.tmux('kill-session', '-t', '=one');
		await stage.bed.tmux('rename-session', '-t', '=other', 'one');
		const outcome = await window.actions.kill(session.id);
		expect(['gone', 'not-running']).toContain(refusal(outcome).kind);
		expect(isAlive(other.pid)).toBe(true);
	});

	it('spares a window that another session shows too', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window, { name: 'one' });
		const guest = await stage.spawn(window, { name: 'guest' });
		await stage.bed.tmux('link-window', '-s', '=guest:', '-t', '=one:');
		value(await window.actions.kill(actor.id));
		expect(isAlive(actor.pid)).toBe(false);
		expect(isAlive(guest.pid)).toBe(true);
	});

	it('stops a session and keeps what is needed to go on', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		value(await window.actions.stop(actor.id, { why: 'enough' }));
		expect(isAlive(actor.pid)).toBe(false);
		await eventually(() => (actor.session().lifecycle === 'stopped' ? true : undefined));
		const registry = await window.openRegistry();
		expect(registry.get(actor.id)).toMatchObject({ lifecycle: 'stopped', stop: { cause: 'stopped' }, conversationId: expect.any(String) });
		expect((await registry.journal.read(actor.id)).at(-1)).toMatchObject({ kind: 'stopped', by: 'user', why: 'enough' });
		expect(refusal(await window.actions.stop(actor.id)).kind).toBe('not-running');
	});
});
