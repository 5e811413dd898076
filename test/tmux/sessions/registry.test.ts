import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionRecord } from '../../../src/registry/record.ts';
import type { Supervisor } from '../../../src/sessions/supervisor.ts';
import { LIMIT_MS, names, until, untilOne, useBed } from './harness.ts';

const bed = useBed();

const spawnClaude = async (window: Supervisor) => {
	const outcome = await window.actions.spawn({ agent: 'claude', folder: bed.folder });
	if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
	return outcome.value;
};

const archived = async (window: Supervisor) => (await (await window.openRegistry()).listArchive()).map((record) => record.name);

describe('a session that tmux no longer has', () => {
	it('is stopped with its id after a reboot, and one of two windows reports it, once', async () => {
		const before = await bed.started();
		const id = await spawnClaude(before);
		await before.shutdown(LIMIT_MS);
		await bed.tmux('kill-server');

		const reported: SessionRecord[] = [];
		const after = [bed.window(), bed.window()];
		for (const window of after) window.onDidMissAtStart((record) => reported.push(record));
		await Promise.all(after.map((window) => window.start()));
		for (const window of after)
			await untilOne(window, (session) => session.lifecycle === 'stopped' && session.stopCause === 'startup_missing_tmux');
		const again = bed.window();
		again.onDidMissAtStart((record) => reported.push(record));
		await again.start();
		expect((await untilOne(again)).id).toBe(id);
		expect(reported.map((record) => record.id)).toEqual([id]);
	});

	it('is shown from the registry before tmux has answered', async () => {
		const before = await bed.started();
		await spawnClaude(before);
		await before.shutdown(LIMIT_MS);
		const after = bed.window();
		await after.openRegistry();
		expect(after.sessions.all).toMatchObject([{ name: expect.stringMatching(/^claude-/), lifecycle: 'live', health: 'disconnected' }]);
		await after.start();
		await untilOne(after, (session) => session.health === 'healthy' && session.host.kind === 'tmux');
	});

	it('is resumed under its old id by exactly one of two windows', async () => {
		const [one, two] = [await bed.started(), await bed.started()];
		const id = await spawnClaude(one);
		await bed.tmux('kill-server');
		for (const window of [one, two])
			await untilOne(window, (session) => session.lifecycle === 'stopped' && session.stopCause !== undefined);
		const outcomes = await Promise.all([one.actions.resume(id), two.actions.resume(id)]);
		expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(['done', 'refused']);
		for (const window of [one, two]) expect((await untilOne(window, (session) => session.lifecycle === 'live')).id).toBe(id);
		expect((await bed.tmux('list-sessions', '-F', '#{session_name}')).split('\n')).toHaveLength(1);
	});

	it('continues the same conversation when it is resumed', async () => {
		const window = await bed.started();
		const id = await spawnClaude(window);
		const conversation = (await window.openRegistry()).get(id)?.conversationId;
		expect(conversation).toMatch(/^[0-9a-f-]{36}$/);
		await bed.tmux('kill-server');
		await untilOne(window, (session) => session.stopCause !== undefined);
		await window.actions.resume(id);
		const { name } = await untilOne(window, (session) => session.lifecycle === 'live');
		await expect.poll(() => bed.tmux('capture-pane', '-pJ', '-t', `=${name}:`)).toContain(`--resume ${conversation}`);
	});

	it('goes to the archive when it was killed from Shoal, and comes back from there as stopped', async () => {
		const window = await bed.started();
		const id = await spawnClaude(window);
		expect(await window.actions.kill(id)).toMatchObject({ kind: 'done' });
		expect(window.sessions.all).toEqual([]);
		expect(await archived(window)).toHaveLength(1);
		await window.actions.restore(id);
		expect((await untilOne(window)).lifecycle).toBe('stopped');
		await window.actions.archive(id);
		await until(window, (all) => all.length === 0);
	});

	it('goes to the archive when it was the last shell, and took the server along', async () => {
		await bed.tmux('new-session', '-d', '-s', 'last');
		const window = await bed.started();
		await untilOne(window);
		await bed.tmux('kill-session', '-t', '=last');
		await until(window, (all) => all.length === 0);
		await expect.poll(() => archived(window)).toEqual(['last']);
	});

	it('goes to the archive when it was a shell that somebody closed, while an agent stays to be resumed', async () => {
		const window = await bed.started();
		await bed.tmux('new-session', '-d', '-s', 'shell');
		await bed.tmux('new-session', '-d', '-s', 'keeps-the-server');
		const id = await spawnClaude(window);
		await until(window, (all) => all.length === 3);
		const agent = window.sessions.get(id)?.name ?? '';
		await bed.tmux('kill-session', '-t', '=shell');
		await bed.tmux('kill-session', '-t', `=${agent}`);
		await until(
			window,
			(all) => names(all).join() === [agent, 'keeps-the-server'].sort().join() && all.some((session) => session.stopCause === 'ended'),
		);
		await expect.poll(() => archived(window)).toEqual(['shell']);
	});
});

describe('several windows', () => {
	it('see what one of them spawns, and that it was spawned and not adopted', async () => {
		const [one, two] = [await bed.started(), await bed.started()];
		const id = await spawnClaude(one);
		expect((await untilOne(two, (session) => session.host.kind === 'tmux')).id).toBe(id);
		for (const window of [one, two]) {
			const registry = await window.openRegistry();
			await expect.poll(() => registry.get(id)).toMatchObject({ lifecycle: 'live', ownership: { session: 'created' } });
		}
	});

	it('write one record for a session that both find', async () => {
		await bed.tmux('new-session', '-d', '-s', 'found');
		const windows = [bed.window(), bed.window(), bed.window()];
		await Promise.all(windows.map((window) => window.start()));
		const ids = new Set(await Promise.all(windows.map(async (window) => (await untilOne(window)).id)));
		expect(ids.size).toBe(1);
		for (const window of windows) {
			const registry = await window.openRegistry();
			await expect.poll(() => registry.list().map((record) => record.name)).toEqual(['found']);
		}
	});

	it('keep the record of a renamed session, under its new name', async () => {
		await bed.tmux('new-session', '-d', '-s', 'old');
		const window = await bed.started();
		const { id } = await untilOne(window);
		await bed.tmux('rename-session', '-t', '=old', 'new');
		const registry = await window.openRegistry();
		await expect.poll(() => registry.get(id)?.name).toBe('new');
	});
});

describe('what goes wrong', () => {
	it('changes nothing while tmux can’t be asked', async () => {
		await bed.tmux('new-session', '-d', '-s', 'one');
		const broken = await bed.script(
			'broken',
			'#!/bin/sh\nif [ "$1" = -V ]; then exec tmux -V; fi\necho "error connecting (Permission denied)" >&2; exit 1\n',
		);
		const first = await bed.started();
		await untilOne(first);
		await first.shutdown(LIMIT_MS);
		const second = await bed.started({ tmuxPath: broken });
		await second.refresh();
		expect(await untilOne(second)).toMatchObject({ name: 'one', lifecycle: 'live', health: 'disconnected' });
	});

	it('never gives a name again, also after everything about it is gone', async () => {
		const first = await bed.started();
		const id = await spawnClaude(first);
		const name = first.sessions.get(id)?.name;
		await first.actions.kill(id);
		await (await first.openRegistry()).delete(id);
		await first.shutdown(LIMIT_MS);
		const second = await bed.started();
		expect(second.sessions.get(await spawnClaude(second))?.name).toBe(`${name}-2`);
	});

	it('leaves no record of a spawn that failed', async () => {
		const window = await bed.started({ sockets: [{ kind: 'path', path: join(bed.folder, 'no', 'such', 'folder', 'sock') }] });
		expect(await window.actions.spawn({ agent: 'claude', folder: bed.folder })).toMatchObject({ kind: 'refused' });
		const sessions = (await window.openRegistry()).sessionsFolder;
		const files = (await readdir(sessions, { recursive: true })).filter((file) => file.endsWith('.json'));
		expect(files).toEqual([]);
		await rm(sessions, { recursive: true });
	});
});
