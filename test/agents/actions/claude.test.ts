import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { programs } from '../programs.ts';
import { ROUNDS, useRealStage, value } from './harness.ts';
import { FIRST_PROMPT, LONG, UNICODE } from './texts.ts';

const APPROVE = { kind: 'approve' } as const;
const REJECT = { kind: 'reject' } as const;

describe.skipIf(!programs)('acting on the real Claude Code', () => {
	const stage = useRealStage('claude');

	it('gives its first prompt to the model exactly, whatever it begins with', async () => {
		for (const firstPrompt of [FIRST_PROMPT, '/tmp is a folder', '-x is a flag', '#note', '/help me']) {
			const id = await stage.spawn({ firstPrompt });
			// No white space hides the name of a command from Claude: a backslash does.
			const received = firstPrompt === '/help me' || firstPrompt === '/tmp is a folder' ? `\\${firstPrompt}` : firstPrompt;
			await stage.eventually('prompt at the model', () => stage.model.prompts().some((prompt) => prompt.trim() === received), id);
			await stage.idle(id);
			value(await stage.window.actions.kill(id));
		}
	});

	it('gives what is sent to the model once and exactly: long, unicode, in copy mode, literal, after an interrupt', async () => {
		const id = await stage.spawn();
		await stage.idle(id);
		for (const text of [LONG, UNICODE, '!touch never', '/etc/hosts is a file', '#hash', '@hello.txt what is it? @', 'ends with \\']) {
			const session = stage.session(id);
			if (session.host.kind === 'tmux' && text === UNICODE) await stage.bed.tmux('copy-mode', '-t', session.host.paneId);
			expect(value(await stage.window.actions.send(id, text)).kind).toBe('submitted');
			await stage.eventually('prompt at the model', () => stage.model.prompts().some((prompt) => prompt.trim() === text), id);
			await stage.idle(id);
			expect(
				stage.model.prompts().filter((prompt) => prompt.trim() === text),
				`${text}\n${stage.model.prompts().at(-1)}`,
			).toHaveLength(1);
		}
		expect(value(await stage.window.actions.send(id, '/clear'))).toMatchObject({
			kind: 'submitted',
			changes: [{ kind: 'backslash' }],
		});
		await stage.eventually('prompt at the model', () => stage.model.times('\\/clear') > 0, id);
		await stage.idle(id);
		expect(stage.model.times('\\/clear')).toBe(1);
		value(await stage.window.actions.send(id, 'do:slow'));
		await stage.until(id, 'work', ({ activity }) => activity === 'working');
		expect(value(await stage.window.actions.interrupt(id)).kind).toBe('interrupted');
		expect(value(await stage.window.actions.send(id, 'after the interrupt do:text')).kind).toBe('submitted');
		await stage.eventually('prompt at the model', () => stage.model.times('after the interrupt do:text') > 0, id);
		await stage.idle(id);
		expect(stage.model.times('after the interrupt do:text')).toBe(1);
		value(await stage.window.actions.kill(id));
	});

	it('queues what is sent while it works, and the model gets it once', async () => {
		const id = await stage.spawn({ firstPrompt: 'do:slow' });
		await stage.until(id, 'work', ({ activity }) => activity === 'working');
		expect(value(await stage.window.actions.send(id, 'this one waits do:text')).kind).toBe('queued');
		await stage.until(id, 'work', ({ activity }) => activity === 'working');
		value(await stage.window.actions.interrupt(id));
		await stage.eventually(
			'queued prompt at the model',
			() => stage.model.prompts().some((prompt) => prompt.includes('this one waits do:text')),
			id,
		);
		await stage.idle(id);
		expect(stage.model.prompts().filter((prompt) => prompt.includes('this one waits do:text'))).toHaveLength(1);
		value(await stage.window.actions.kill(id));
	});

	it(`approves and rejects ${ROUNDS} times each, without one wrong or lost key`, async () => {
		const id = await stage.spawn();
		await stage.idle(id);
		for (let round = 0; round < ROUNDS; round++) {
			await stage.round(id, `do:write ${round}`, { kind: 'approval', choice: REJECT });
			expect(existsSync(join(stage.workspace, 'new-file.txt'))).toBe(false);
			const made = join(stage.workspace, 'made-by-claude');
			await rm(made, { force: true });
			await stage.round(id, `do:bash ${round}`, { kind: 'approval', choice: APPROVE });
			await stage.eventually('approved file', () => existsSync(made), id);
		}
		value(await stage.window.actions.kill(id));
	}, 600_000);

	it(`answers ${ROUNDS} questions, by option and in words`, async () => {
		const id = await stage.spawn();
		await stage.idle(id);
		for (let round = 0; round < ROUNDS; round++) {
			const words = round % 2 === 1;
			const choice = words ? { kind: 'text' as const, text: `my own words ${round}` } : { kind: 'option' as const, index: 1 };
			await stage.round(id, `do:ask ${round}`, { kind: 'question', choice });
			expect(stage.model.answers().at(-1)).toContain(words ? `my own words ${round}` : 'Postgres');
		}
		value(await stage.window.actions.kill(id));
	}, 600_000);

	it('answers with an option that a window of eleven rows does not show', async () => {
		const id = await stage.spawn();
		await stage.idle(id);
		for (const [size, name, index] of [
			['80x11', 'DuckDB', 3],
			['60x16', 'SQLite', 0],
			['40x11', 'MariaDB', 2],
		] as const) {
			await stage.resize(id, size);
			await stage.round(id, `do:askmany at ${size}`, { kind: 'question', choice: { kind: 'option', index } });
			expect(stage.model.answers().at(-1)).toContain(name);
		}
		value(await stage.window.actions.kill(id));
	});

	it(`approves and rejects ${ROUNDS} plans`, async () => {
		const id = await stage.spawn({ permissionMode: 'plan' });
		await stage.idle(id);
		for (let round = 0; round < ROUNDS; round++) await stage.round(id, `do:plan ${round}`, { kind: 'plan', choice: REJECT });
		await stage.round(id, 'do:plan at last', { kind: 'plan', choice: APPROVE });
		value(await stage.window.actions.kill(id));
	}, 600_000);

	it('is resumed afresh when it was stopped before its first prompt', async () => {
		const id = await stage.spawn();
		await stage.idle(id);
		value(await stage.window.actions.stop(id));
		value(await stage.window.actions.resume(id));
		await stage.idle(id);
		expect(value(await stage.window.actions.send(id, 'now then')).kind).toBe('submitted');
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
		await stage.eventually('prompt at the model', () => stage.model.times('remember the word halibut') === 1, id);
		await stage.idle(id);
		value(await stage.window.actions.stop(id));
		await stage.reboot();
		value(await stage.window.actions.resume(id));
		await stage.idle(id);
		expect(value(await stage.window.actions.send(id, 'which word?')).kind).toBe('submitted');
		await stage.eventually('prompt at the model', () => stage.model.times('which word?') === 1, id);
		await stage.idle(id);
		expect(stage.model.prompts().map((prompt) => prompt.trim())).toEqual(
			expect.arrayContaining(['remember the word halibut', 'which word?']),
		);
		const fork = value(await stage.window.actions.duplicate(id));
		await stage.idle(fork);
		value(await stage.window.actions.send(fork, 'in the fork'));
		await stage.eventually('prompt at the model', () => stage.model.times('in the fork') === 1, fork);
		expect(stage.model.prompts().map((prompt) => prompt.trim())).toEqual(
			expect.arrayContaining(['remember the word halibut', 'in the fork']),
		);
		expect(stage.session(fork).conversation?.id).not.toBe(stage.session(id).conversation?.id);
	});
});
