import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { until } from '../sessions/harness.ts';
import { eventually, refusal, useStage, value } from './harness.ts';

describe('the life of a session', () => {
	const stage = useStage();

	it('stops, is resumed with the same conversation and what was set for it, and restarts', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window, { model: 'opus', permissionMode: 'plan' });
		expect(value(await window.actions.setOverrides(actor.id, { model: 'haiku', env: { SHOAL_TEST: 'a b$c', GONE: 'x' } }))).toMatchObject({
			model: 'haiku',
			permissionMode: 'plan',
		});
		value(await window.actions.setOverrides(actor.id, { permissionMode: null, env: { GONE: null } }));
		expect(refusal(await window.actions.setOverrides(actor.id, { env: { 'A=B; touch x': '1' } })).kind).toBe('bad-name');
		expect(refusal(await window.actions.resume(actor.id)).kind).toBe('not-stopped');
		value(await window.actions.stop(actor.id));
		const before = await stage.pids();
		value(await window.actions.resume(actor.id));
		const pid = (await stage.pids()).find((one) => !before.includes(one)) ?? 0;
		const registry = await window.openRegistry();
		const { conversationId } = registry.get(actor.id) ?? {};
		expect((await stage.heardBy(pid))[0]).toMatchObject({ argv: ['--resume', conversationId, '--model', 'haiku'], test: 'a b$c' });
		value(await window.actions.restart(actor.id));
		await eventually(() => (actor.session().lifecycle === 'live' ? true : undefined));
		expect((await registry.journal.read(actor.id)).map(({ kind }) => kind)).toEqual([
			'spawned',
			'note',
			'note',
			'stopped',
			'resumed',
			'stopped',
			'resumed',
		]);
		expect(JSON.stringify(await registry.journal.read(actor.id))).not.toContain('a b$c');
	});

	it('forgets the model and the conversation when the agent is another one', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window, { model: 'opus' });
		expect(refusal(await window.actions.setOverrides(actor.id, { agent: 'codex' })).kind).toBe('not-stopped');
		value(await window.actions.stop(actor.id));
		await eventually(() => (actor.session().lifecycle === 'stopped' ? true : undefined));
		expect(value(await window.actions.setOverrides(actor.id, { agent: 'codex', env: { A: '1' } }))).toEqual({ env: { A: '1' } });
		const record = (await window.openRegistry()).get(actor.id);
		expect(record).toMatchObject({ agent: 'codex' });
		expect(record?.conversationId).toBeUndefined();
	});

	it('is renamed in tmux and in the record, to a name that is free and plain', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window, { name: 'one' });
		const other = await stage.spawn(window, { name: 'two' });
		expect(value(await window.actions.rename(actor.id, 'neuer Name #(touch x)'))).toBe('neuer-Name-touch-x');
		await until(window, (sessions) => sessions.some(({ name }) => name === 'neuer-Name-touch-x'));
		expect(refusal(await window.actions.rename(actor.id, 'two'))).toEqual({
			kind: 'name-taken',
			name: 'two',
			by: { id: other.id, name: 'two', running: true },
		});
		expect(refusal(await window.actions.rename(actor.id, '…')).kind).toBe('bad-name');
		value(await window.actions.stop(actor.id));
		expect(value(await window.actions.rename(actor.id, 'while stopped'))).toBe('while-stopped');
		expect((await window.openRegistry()).get(actor.id)?.name).toBe('while-stopped');
	});

	it('is duplicated by forking its conversation', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window, { model: 'opus' });
		const before = await stage.pids();
		const copy = value(await window.actions.duplicate(actor.id));
		expect(copy).not.toBe(actor.id);
		const pid = (await stage.pids()).find((one) => !before.includes(one)) ?? 0;
		const { conversationId } = (await window.openRegistry()).get(actor.id) ?? {};
		expect((await stage.heardBy(pid))[0]?.argv).toEqual(['--resume', conversationId, '--fork-session', '--model', 'opus']);
	});

	it('is paused with a note that comes back', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		value(await window.actions.pause(actor.id, 'wait for the review'));
		expect((await window.openRegistry()).get(actor.id)?.pause).toMatchObject({ note: 'wait for the review' });
		await eventually(() => (actor.session().pauseNote === 'wait for the review' ? true : undefined), 'the note of the live session');
		value(await window.actions.stop(actor.id));
		expect(actor.session()).toMatchObject({ lifecycle: 'stopped', pauseNote: 'wait for the review' });
		expect(value(await window.actions.unpause(actor.id))).toBe('wait for the review');
		expect(value(await window.actions.unpause(actor.id))).toBeUndefined();
		expect((await window.openRegistry()).get(actor.id)?.pause).toBeUndefined();
	});

	it('says when a resume ended at once, and keeps the session as stopped', async () => {
		let program = await stage.program();
		const window = await stage.window({ programOf: () => program });
		const actor = await stage.spawn(window);
		value(await window.actions.stop(actor.id));
		program = await stage.bed.script('broken', '#!/bin/sh\necho "no such model"; exit 4\n');
		expect(refusal(await window.actions.resume(actor.id))).toEqual({ kind: 'ended-at-once', output: 'no such model' });
		await eventually(() => (actor.session().lifecycle === 'stopped' && actor.session().host.kind === 'none' ? true : undefined));
		program = await stage.program();
		value(await window.actions.resume(actor.id));
	});

	it('plans an automatic resume, and parks what died soon after three of them', async () => {
		let program = await stage.program();
		const window = await stage.window({ programOf: () => program });
		const [well, dying, lost] = [await stage.spawn(window), await stage.spawn(window), await stage.spawn(window)];
		for (const actor of [well, dying]) value(await window.actions.stop(actor.id));
		const registry = await window.openRegistry();
		value(await window.actions.stop(lost.id));
		await registry.update(lost.id, (record) => ({ ...record, folder: join(stage.bed.folder, 'gone') }));
		const kinds = async () => new Map(value(await window.actions.resumePlan()).map(({ id, kind }) => [id, kind]));
		expect(await kinds()).toEqual(
			new Map([
				[well.id, 'resumable'],
				[dying.id, 'resumable'],
				[lost.id, 'folder-gone'],
			]),
		);
		for (let time = 0; time < 3; time++) {
			expect((await kinds()).get(dying.id)).toBe('resumable');
			value(await window.actions.resume(dying.id, { by: 'auto' }));
			await stage.bed.tmux('kill-session', '-t', `=${dying.session().name}`);
			await eventually(async () => ((await registry.journal.read(dying.id)).at(-1)?.kind === 'stopped' ? true : undefined), 'its end');
		}
		expect((await kinds()).get(dying.id)).toBe('parked');
		expect(refusal(await window.actions.resume(dying.id, { by: 'auto' }))).toEqual({ kind: 'parked' });
		const results = await window.actions.resumeAll([well.id, lost.id]);
		expect([...results.values()].map((outcome) => (outcome.kind === 'done' ? 'done' : outcome.refusal.kind))).toEqual([
			'done',
			'no-folder',
		]);
		value(await window.actions.resume(dying.id));
		value(await window.actions.stop(dying.id));
		expect((await kinds()).get(dying.id)).toBe('resumable');
		program = 'no-such-agent-anywhere';
		expect((await kinds()).get(dying.id)).toBe('program-missing');
	});

	it('is archived, restored and forgotten only while it does not run', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		expect(refusal(await window.actions.archive(actor.id)).kind).toBe('not-stopped');
		expect(refusal(await window.actions.delete(actor.id)).kind).toBe('not-stopped');
		value(await window.actions.stop(actor.id));
		await eventually(() => (actor.session().lifecycle === 'stopped' ? true : undefined));
		value(await window.actions.archive(actor.id));
		value(await window.actions.restore(actor.id));
		await until(window, (sessions) => sessions.length === 1);
		value(await window.actions.delete(actor.id));
		expect(refusal(await window.actions.delete(actor.id)).kind).toBe('gone');
	});
});
