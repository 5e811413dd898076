import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LifecycleEvent } from '../../../src/sessions/lifecycle.ts';
import type { Session } from '../../../src/sessions/session.ts';
import { names, until, useBed } from './harness.ts';

const bed = useBed();
const tmux = (...args: string[]) => bed.tmux(...args);
const supervise = (part?: Parameters<typeof bed.window>[0]) => bed.window(part);

describe('the supervisor', () => {
	it('lists what runs, and follows new, renamed and killed sessions', async () => {
		await tmux('new-session', '-d', '-s', 'one');
		const supervisor = supervise();
		await supervisor.start();
		expect(names(await until(supervisor, (all) => all.length === 1))).toEqual(['one']);
		await tmux('new-session', '-d', '-s', 'two');
		await until(supervisor, (all) => names(all).join() === 'one,two');
		await tmux('rename-session', '-t', '=two', 'three');
		await until(supervisor, (all) => names(all).join() === 'one,three');
		await tmux('kill-session', '-t', '=one');
		await until(supervisor, (all) => names(all).join() === 'three');
	});

	it('keeps a session’s id over a rename and over a restart of ours', async () => {
		await tmux('new-session', '-d', '-s', 'before');
		const first = supervise();
		await first.start();
		const [before] = await until(first, (all) => all.length === 1);
		await tmux('rename-session', '-t', '=before', 'after');
		const [after] = await until(first, (all) => all[0]?.name === 'after');
		expect(after?.id).toBe(before?.id);
		first.dispose();
		const second = supervise();
		await second.start();
		expect((await until(second, (all) => all.length === 1))[0]?.id).toBe(before?.id);
	});

	it('agrees with another window on the id of a session that both see first at once', async () => {
		await tmux('new-session', '-d', '-s', 'shared');
		const windows = [supervise(), supervise(), supervise()];
		await Promise.all(windows.map((window) => window.start()));
		const ids = await Promise.all(windows.map(async (window) => (await until(window, (all) => all.length === 1))[0]?.id));
		expect(new Set(ids).size).toBe(1);
	});

	it('never starts a tmux server by looking, and sees one that starts later', async () => {
		const supervisor = supervise();
		await supervisor.start();
		await supervisor.refresh();
		await expect(tmux('list-sessions')).rejects.toThrow();
		await tmux('new-session', '-d', '-s', 'late');
		await until(supervisor, (all) => all.length === 1);
	});

	it('keeps the sessions of a server that has ended as stopped, to be resumed', async () => {
		for (const name of ['one', 'two']) await tmux('new-session', '-d', '-s', name);
		const supervisor = supervise();
		await supervisor.start();
		await until(supervisor, (all) => all.length === 2);
		await tmux('kill-server');
		await until(
			supervisor,
			(all) => all.length === 2 && all.every((one) => one.lifecycle === 'stopped' && one.stopCause === 'server_gone'),
		);
	});

	it('kills exactly the session that was meant, whatever the names', async () => {
		for (const name of ['foo', 'foobar', 'foo bar']) await tmux('new-session', '-d', '-s', name);
		const supervisor = supervise();
		await supervisor.start();
		const foo = (await until(supervisor, (all) => all.length === 3)).find((session) => session.name === 'foo');
		expect(await supervisor.actions.kill(foo?.id ?? ('' as Session['id']))).toMatchObject({ kind: 'done' });
		expect(names(await until(supervisor, (all) => all.length === 2))).toEqual(['foo bar', 'foobar']);
	});

	it('says that a session is gone instead of killing its successor of the same name', async () => {
		await tmux('new-session', '-d', '-s', 'keep');
		await tmux('new-session', '-d', '-s', 'work');
		const supervisor = supervise();
		await supervisor.start();
		const old = (await until(supervisor, (all) => all.length === 2)).find((session) => session.name === 'work');
		await tmux('kill-session', '-t', '=work', ';', 'new-session', '-d', '-s', 'work');
		expect(await supervisor.actions.kill(old?.id ?? ('' as Session['id']))).toEqual({ kind: 'refused', refusal: { kind: 'gone' } });
		expect((await tmux('list-sessions', '-F', '#{session_name}')).split('\n').sort()).toEqual(['keep', 'work']);
	});

	it('spawns an agent in a folder, with its first prompt as one argument, and names it after both', async () => {
		const project = join(bed.folder, 'my project');
		await mkdir(project);
		const supervisor = supervise();
		const firstPrompt = 'say "hi" $(touch pwned) `id`; !x';
		const outcome = await supervisor.actions.spawn({ agent: 'claude', folder: project, firstPrompt });
		if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
		const session = supervisor.sessions.get(outcome.value);
		expect(session).toMatchObject({ name: 'claude-my-project', folder: project, lifecycle: 'live' });
		await expect.poll(() => tmux('capture-pane', '-p', '-t', '=claude-my-project:')).toContain(`last:${firstPrompt}`);
		const second = await supervisor.actions.spawn({ agent: 'claude', folder: project });
		expect(second.kind === 'done' && supervisor.sessions.get(second.value)?.name).toBe('claude-my-project-2');
	});

	it('refuses to spawn in a folder that does not exist, and leaves nothing behind', async () => {
		const supervisor = supervise();
		const missing = join(bed.folder, 'nowhere');
		expect(await supervisor.actions.spawn({ agent: 'claude', folder: missing })).toEqual({
			kind: 'refused',
			refusal: { kind: 'no-folder', folder: missing },
		});
		await expect(tmux('list-sessions')).rejects.toThrow();
	});

	it('refuses to spawn a program that is not there, and says how to install it', async () => {
		const supervisor = supervise({ programOf: () => 'shoal-no-such-agent' });
		expect(await supervisor.actions.spawn({ agent: 'codex', folder: bed.folder })).toMatchObject({
			kind: 'refused',
			refusal: { kind: 'program-missing', program: 'shoal-no-such-agent', install: expect.stringContaining('npm install') },
		});
	});

	it('says that tmux is missing, and starts to observe once it is there', async () => {
		const program = join(bed.folder, 'tmux');
		const supervisor = supervise({ tmuxPath: program });
		expect(await supervisor.start()).toEqual({ kind: 'missing' });
		expect(await supervisor.actions.spawn({ agent: 'claude', folder: bed.folder })).toEqual({
			kind: 'refused',
			refusal: { kind: 'tmux-missing' },
		});
		await bed.script('tmux', '#!/bin/sh\nexec tmux "$@"\n');
		await tmux('new-session', '-d', '-s', 'one');
		await supervisor.refresh();
		await until(supervisor, (all) => all.length === 1);
	});

	it('says that tmux is too old', async () => {
		const program = await bed.script('tmux', '#!/bin/sh\necho tmux 2.9a\n');
		const supervisor = supervise({ tmuxPath: program });
		expect(await supervisor.start()).toEqual({ kind: 'too-old', version: '2.9a' });
		expect(await supervisor.actions.spawn({ agent: 'claude', folder: bed.folder })).toMatchObject({
			refusal: { kind: 'tmux-too-old', version: '2.9a' },
		});
	});

	it('tells who made and who ended a session', async () => {
		const supervisor = supervise();
		const heard: string[] = [];
		supervisor.onDidChangeLifecycle(({ kind, reason, tmuxAlive }: LifecycleEvent) => heard.push(`${kind} ${reason} ${tmuxAlive}`));
		await tmux('new-session', '-d', '-s', 'theirs');
		await supervisor.start();
		await until(supervisor, (all) => all.length === 1);
		const ours = await supervisor.actions.spawn({ agent: 'claude', folder: bed.folder });
		if (ours.kind !== 'done') throw new Error(JSON.stringify(ours));
		await supervisor.actions.stop(ours.value);
		await until(supervisor, (all) => all.some(({ stopCause }) => stopCause === 'stopped'));
		await supervisor.actions.resume(ours.value);
		await supervisor.actions.kill(ours.value);
		await until(supervisor, (all) => all.length === 1);
		await tmux('kill-server');
		await until(supervisor, (all) => all.every((session) => session.host.kind !== 'tmux'));
		expect(heard).toEqual([
			'created discovered true',
			'created spawned true',
			'deleted stopped true',
			'created spawned true',
			'deleted killed true',
			'deleted server-gone false',
		]);
	});

	it('detaches every client and leaves the session alive', async () => {
		await tmux('new-session', '-d', '-s', 'one');
		const supervisor = supervise();
		await supervisor.start();
		const [one] = await until(supervisor, (all) => all.length === 1);
		if (!one) throw new Error('no session');
		expect(await supervisor.actions.detachAll(one.id)).toEqual({ kind: 'done', value: 0 });
		expect(await tmux('list-sessions', '-F', '#{session_name}')).toBe('one');
	});

	it('gives a line that attaches from any terminal', async () => {
		await tmux('new-session', '-d', '-s', 'one');
		const supervisor = supervise();
		await supervisor.start();
		const [one] = await until(supervisor, (all) => all.length === 1);
		const line = one && (await supervisor.actions.attachLine(one.id));
		expect(line).toMatchObject({ kind: 'done', value: expect.stringContaining(`-S ${bed.socket} attach-session -t =one`) });
	});
});
