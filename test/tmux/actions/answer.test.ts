import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually, refusal, useStage, value } from './harness.ts';

/** Has the agent show another dialog, and ends when it is on the screen. */
function orderScript(log: string, pid: number, command: string): string {
	const order = JSON.stringify(JSON.stringify({ show: { kind: 'dialog', command } }));
	const socket = JSON.stringify(join(log, `${pid}.sock`));
	return `const socket = require('node:net').connect(${socket}, () => socket.write(${order}));\nsocket.on('close', () => process.exit()).resume();\n`;
}

const APPROVE = { kind: 'approve' } as const;

describe('answering a dialog', () => {
	const stage = useStage();

	it('types the one key of the option, once, and sees that the dialog is gone', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		const { fingerprint } = await actor.ask('touch a');
		expect(value(await window.actions.answer(actor.id, { fingerprint, choice: APPROVE }))).toEqual({ kind: 'answered' });
		expect(await actor.keys()).toBe('1');
		expect(actor.session().activity).toBe('idle');
		const journal = await (await window.openRegistry()).journal.read(actor.id);
		expect(journal.findLast(({ kind }) => kind === 'answered')).toMatchObject({ kind: 'answered', by: 'user', text: 'approve: touch a' });
	});

	it('rejects with Escape, chooses an option by its key, and offers nothing that is not there', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		const one = await actor.ask('touch a');
		value(await window.actions.answer(actor.id, { fingerprint: one.fingerprint, choice: { kind: 'reject' } }));
		const two = await actor.ask('touch b');
		value(await window.actions.answer(actor.id, { fingerprint: two.fingerprint, choice: { kind: 'option', index: 2 } }));
		expect(await actor.keys()).toBe('\u001b3');
		const three = await actor.ask('touch c');
		for (const index of [-1, 7, 0.5, Number.NaN]) {
			const outcome = await window.actions.answer(actor.id, { fingerprint: three.fingerprint, choice: { kind: 'option', index } });
			expect(refusal(outcome)).toEqual({ kind: 'not-offered' });
		}
		await actor.order({ show: { kind: 'question', question: 'Which one?' } });
		const question = await actor.decision(window, ({ kind }) => kind === 'question');
		expect(refusal(await window.actions.answer(actor.id, { fingerprint: question.fingerprint, choice: APPROVE })).kind).toBe('not-offered');
		expect(await actor.keys()).toBe('\u001b3');
	});

	it('delivers no key when the dialog has become another one', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		const { fingerprint } = await actor.ask('touch a');
		await actor.order({ show: { kind: 'dialog', command: 'rm -rf everything' } });
		expect(refusal(await window.actions.answer(actor.id, { fingerprint, choice: APPROVE }))).toEqual({ kind: 'changed' });
		expect(await actor.keys()).toBe('');
	});

	it('delivers no key when the dialog changes while it settles', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		const { fingerprint } = await actor.ask('touch a');
		// tmux itself tells when the first look was taken.
		await stage.bed.tmux('set-hook', '-g', 'after-capture-pane', 'wait-for -S looked');
		const outcome = window.actions.answer(actor.id, { fingerprint, choice: APPROVE });
		await stage.bed.tmux('wait-for', 'looked');
		await actor.order({ show: { kind: 'dialog', command: 'rm -rf everything' } });
		expect(refusal(await outcome)).toEqual({ kind: 'changed' });
		expect(await actor.keys()).toBe('');
	});

	it('delivers no key when the dialog changes after the last look', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		const { fingerprint } = await actor.ask('touch a');
		const registry = await window.openRegistry();
		const claim = registry.claim.bind(registry);
		// Whoever has the claim looks once more and types: tmux holds back what that look saw until the dialog is another one.
		const order = await stage.bed.script('order.cjs', orderScript(stage.log, actor.pid, 'rm -rf everything'));
		registry.claim = async (...args) => {
			const claimed = await claim(...args);
			await stage.bed.tmux('set-hook', '-g', 'after-capture-pane', `run-shell '${process.execPath} ${order}'`);
			return claimed;
		};
		expect(refusal(await window.actions.answer(actor.id, { fingerprint, choice: APPROVE }))).toEqual({ kind: 'changed' });
		expect(await actor.keys()).toBe('');
		expect((await registry.journal.read(actor.id)).some(({ kind }) => kind === 'answered')).toBe(false);
	});

	it('delivers no key when the dialog was answered in the terminal', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		const { fingerprint } = await actor.ask('touch a');
		await stage.bed.tmux('send-keys', '-t', actor.paneId, '1');
		await eventually(async () => ((await actor.keys()) === '1' ? true : undefined));
		expect(refusal(await window.actions.answer(actor.id, { fingerprint, choice: APPROVE }))).toEqual({ kind: 'changed' });
		expect(await actor.keys()).toBe('1');
	});

	it('delivers no key to a pane that died, and leaves the tmux server alive', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		const other = await stage.spawn(window);
		const { fingerprint } = await actor.ask('touch a');
		process.kill(actor.pid, 'SIGKILL');
		const { kind } = refusal(await window.actions.answer(actor.id, { fingerprint, choice: APPROVE }));
		expect(['changed', 'gone', 'not-running']).toContain(kind);
		expect(await other.keys()).toBe('');
		expect(await stage.bed.tmux('list-sessions')).not.toBe('');
	});

	it('delivers no key to another process in the same pane, although it shows the same dialog', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		const { fingerprint } = await actor.ask('touch a');
		const before = await stage.pids();
		// The list still knows the process from before when the request comes.
		const respawned = stage.bed.tmux('respawn-pane', '-k', '-t', actor.paneId, `exec ${await stage.program()}`);
		await respawned;
		const pid = await eventually(async () => (await stage.pids()).find((one) => !before.includes(one)), 'the other process');
		await eventually(async () => ((await stage.heardBy(pid)).some(({ ready }) => ready) ? true : undefined));
		await stage.order(pid, { show: { kind: 'dialog', command: 'touch a' } });
		const outcome = await window.actions.answer(actor.id, { fingerprint, choice: APPROVE });
		const typed = (await stage.heardBy(pid)).filter(({ input }) => input);
		// Either it is refused, or the list had seen the new process and its own dialog by then: then it is the one that is meant.
		if (outcome.kind === 'refused') expect(typed).toEqual([]);
		else expect(window.sessions.get(actor.id)?.host).toMatchObject({ panePid: pid });
	});

	it('hits the session that was meant after it was renamed and another one took its name', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window, { name: 'one' });
		const { fingerprint } = await actor.ask('touch a');
		await stage.bed.tmux('rename-session', '-t', '=one', 'two');
		const impostor = await stage.spawn(window, { name: 'three' });
		await stage.bed.tmux('rename-session', '-t', '=three', 'one');
		await impostor.ask('touch a');
		value(await window.actions.answer(actor.id, { fingerprint, choice: APPROVE }));
		expect(await actor.keys()).toBe('1');
		expect(await impostor.keys()).toBe('');
	});

	it('lets one of two windows answer, and answers the same question again when it is asked again', async () => {
		const one = await stage.window();
		const two = await stage.window();
		const actor = await stage.spawn(one);
		await actor.ask('touch a', one);
		const { fingerprint } = await actor.decision(two);
		const outcomes = await Promise.all([one, two].map((window) => window.actions.answer(actor.id, { fingerprint, choice: APPROVE })));
		expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['done', 'refused']);
		expect(await actor.keys()).toBe('1');
		// Whichever window answered: this one must have seen the first dialog go, or it would mean that one.
		await eventually(() => (one.sessions.get(actor.id)?.decision ? undefined : true), 'the end of the first dialog');
		const again = await actor.ask('touch a', one);
		value(await one.actions.answer(actor.id, { fingerprint: again.fingerprint, choice: APPROVE }));
		expect(await actor.keys()).toBe('11');
	});

	it('answers a row of dialogs one by one, without a key too many', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		await actor.order({ afterAnswer: { kind: 'dialog', command: 'second' } });
		const first = await actor.ask('first');
		value(await window.actions.answer(actor.id, { fingerprint: first.fingerprint, choice: APPROVE }));
		const second = await actor.decision(window, ({ command }) => command === 'second');
		value(await window.actions.answer(actor.id, { fingerprint: second.fingerprint, choice: { kind: 'reject' } }));
		expect(await actor.keys()).toBe('1\u001b');
		expect((await actor.heard()).some(({ blindEnter }) => blindEnter)).toBe(false);
	});
});
