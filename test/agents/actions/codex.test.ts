import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { SessionId } from '../../../src/sessions/session.ts';
import { programs } from '../programs.ts';
import { ROUNDS, useRealStage, value } from './harness.ts';
import { FIRST_PROMPT, LONG, UNICODE } from './texts.ts';

const APPROVE = { kind: 'approve' } as const;
const REJECT = { kind: 'reject' } as const;
/** A key that has not shown by then was lost. */
const REACTS_WITHIN_MS = 3_000;

describe.skipIf(!programs)('acting on the real Codex', () => {
	const stage = useRealStage('codex');
	const received = (text: string) => stage.model.prompts().filter((prompt) => prompt.trim() === text).length;

	/** Shift+Tab goes round the modes, and the footer names the one that is on; a key that comes while Codex still starts is undone. */
	async function planMode(id: SessionId): Promise<void> {
		await stage.until(id, 'conversation', ({ activity, conversation }) => activity === 'idle' && conversation !== undefined);
		const { host } = stage.session(id);
		const isOn = async () => /Plan mode/.test((await stage.picture(id)).trimEnd().split('\n').slice(-2).join('\n'));
		const press = () => stage.bed.tmux('send-keys', '-t', host.kind === 'tmux' ? host.paneId : '', 'BTab');
		let pressedAt = Number.NEGATIVE_INFINITY;
		await stage.eventually(
			'plan mode',
			async () => {
				if (await isOn()) return true;
				if (performance.now() - pressedAt > REACTS_WITHIN_MS) await press();
				pressedAt = performance.now() - pressedAt > REACTS_WITHIN_MS ? performance.now() : pressedAt;
				return false;
			},
			id,
		);
	}

	it('gives its first prompt to the model exactly, whatever it begins with', async () => {
		for (const firstPrompt of [FIRST_PROMPT, '/status please', '-x is a flag']) {
			const id = await stage.spawn({ firstPrompt });
			await stage.eventually('prompt at the model', () => received(firstPrompt) === 1, id);
			await stage.idle(id);
			value(await stage.window.actions.kill(id));
		}
	});

	it('gives what is sent to the model once and exactly: long, unicode, in copy mode, literal, after an interrupt', async () => {
		const id = await stage.spawn();
		await stage.idle(id);
		for (const text of [LONG, UNICODE, '!touch never', '/status', '#hash', 'a skill like $skill', 'what is @hello.txt', 'ends with \\']) {
			const { host } = stage.session(id);
			if (host.kind === 'tmux' && text === UNICODE) await stage.bed.tmux('copy-mode', '-t', host.paneId);
			expect(value(await stage.window.actions.send(id, text)).kind, text.slice(0, 40)).toBe('submitted');
			await stage.eventually('prompt at the model', () => received(text) > 0, id);
			await stage.idle(id);
			expect(received(text), text.slice(0, 40)).toBe(1);
		}
		expect(existsSync(`${stage.workspace}/never`)).toBe(false);
		value(await stage.window.actions.send(id, 'do:slow'));
		await stage.until(id, 'work', ({ activity }) => activity === 'working');
		expect(value(await stage.window.actions.interrupt(id)).kind).toBe('interrupted');
		expect(value(await stage.window.actions.send(id, 'after the interrupt do:text')).kind).toBe('submitted');
		await stage.eventually('prompt at the model', () => received('after the interrupt do:text') > 0, id);
		await stage.idle(id);
		expect(received('after the interrupt do:text')).toBe(1);
		value(await stage.window.actions.kill(id));
	});

	it('takes up or queues what is sent while it works, and the model gets it once', async () => {
		const id = await stage.spawn({ firstPrompt: 'do:longbash' });
		await stage.eventually('a running command', async () => /background terminal running/.test(await stage.picture(id)), id);
		expect(value(await stage.window.actions.send(id, 'this one waits do:text')).kind).toBe('queued');
		expect(received('this one waits do:text')).toBe(0);
		value(await stage.window.actions.interrupt(id));
		await stage.eventually('queued prompt at the model', () => received('this one waits do:text') > 0, id);
		await stage.idle(id);
		expect(received('this one waits do:text')).toBe(1);
		value(await stage.window.actions.kill(id));
	});

	it(`approves and rejects ${ROUNDS} times each, without one wrong or lost key`, async () => {
		const id = await stage.spawn();
		await stage.idle(id);
		for (let round = 0; round < ROUNDS; round++) {
			const made = `${stage.workspace}-outside`;
			await rm(made, { force: true });
			await stage.round(id, `do:bash no ${round}`, { kind: 'approval', choice: REJECT });
			expect(existsSync(made)).toBe(false);
			await stage.round(id, `do:bash yes ${round}`, { kind: 'approval', choice: APPROVE });
			await stage.eventually('approved file', () => existsSync(made), id);
		}
		value(await stage.window.actions.kill(id));
	}, 600_000);

	it(`answers ${ROUNDS} questions and as many plans`, async () => {
		const id = await stage.spawn();
		await stage.idle(id);
		await planMode(id);
		for (let round = 0; round < ROUNDS; round++) {
			await stage.round(id, `do:ask ${round}`, { kind: 'question', choice: { kind: 'option', index: round % 2 } });
			expect(stage.model.answers().at(-1)).toContain(round % 2 === 0 ? 'SQLite' : 'Postgres');
			await stage.round(id, `do:plan ${round}`, { kind: 'plan', choice: REJECT });
		}
		await stage.round(id, 'do:plan at last', { kind: 'plan', choice: APPROVE });
		value(await stage.window.actions.kill(id));
	}, 600_000);

	it('answers with an option that a window of eight rows does not show', async () => {
		const id = await stage.spawn();
		await stage.idle(id);
		await planMode(id);
		for (const [size, name, index] of [
			['100x8', 'Postgres', 1],
			['40x11', 'Postgres', 1],
		] as const) {
			await stage.resize(id, size);
			await stage.round(id, `do:ask at ${size}`, { kind: 'question', choice: { kind: 'option', index } });
			expect(stage.model.answers().at(-1)).toContain(name);
		}
		value(await stage.window.actions.kill(id));
	});

	it('takes words for an answer where the dialog has no line for them: it is rejected, then they are sent', async () => {
		const id = await stage.spawn({ firstPrompt: 'do:bash' });
		const { fingerprint } = await stage.decision(id, 'approval');
		const text = 'no, use another way do:text';
		const receipt = value(await stage.window.actions.answer(id, { fingerprint, choice: { kind: 'text', text } }));
		expect(receipt).toMatchObject({ kind: 'answered', sent: { kind: 'submitted' } });
		await stage.eventually('prompt at the model', () => stage.model.times(text) > 0, id);
		await stage.idle(id);
		expect(stage.model.times(text)).toBe(1);
		value(await stage.window.actions.kill(id));
	});

	it('goes on with its memory after a stop, the end of the tmux server and a resume, and can be forked', async () => {
		const id = await stage.spawn({ firstPrompt: 'remember the word halibut' });
		await stage.eventually('prompt at the model', () => received('remember the word halibut') === 1, id);
		await stage.until(id, 'conversation', ({ activity, conversation }) => activity === 'idle' && conversation !== undefined);
		value(await stage.window.actions.stop(id));
		await stage.reboot();
		value(await stage.window.actions.resume(id));
		await stage.idle(id);
		expect(value(await stage.window.actions.send(id, 'which word?')).kind).toBe('submitted');
		await stage.eventually('prompt at the model', () => received('which word?') === 1, id);
		await stage.idle(id);
		expect(received('remember the word halibut')).toBe(1);
		const fork = value(await stage.window.actions.duplicate(id));
		await stage.idle(fork);
		value(await stage.window.actions.send(fork, 'in the fork'));
		await stage.eventually('prompt at the model', () => received('in the fork') === 1, fork);
		expect(received('remember the word halibut')).toBe(1);
		expect(stage.session(fork).conversation?.id).not.toBe(stage.session(id).conversation?.id);
	});
});
