import { describe, expect, it } from 'vitest';
import { eventually, refusal, useStage, value } from './harness.ts';

describe('sending a prompt', () => {
	const stage = useStage();

	it('pastes it whole, submits it once and says so', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		const text = 'first line with "quotes" $HOME `id`\n\tsecond — ünïcödé 🐟\nthird; rm -rf /';
		expect(value(await window.actions.send(actor.id, text))).toEqual({ kind: 'submitted' });
		expect((await actor.heard()).flatMap(({ submit }) => submit ?? [])).toEqual([text]);
		const journal = await (await window.openRegistry()).journal.read(actor.id);
		expect(journal.findLast(({ kind }) => kind === 'sent')).toMatchObject({ kind: 'sent', by: 'user', why: 'submitted', text });
	});

	it('leaves copy mode first, and replaces what an interrupted turn left in the box', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		await actor.order({ box: 'an old prompt' });
		await stage.bed.tmux('copy-mode', '-t', actor.paneId);
		expect(value(await window.actions.send(actor.id, 'hello')).kind).toBe('submitted');
		expect((await actor.heard()).flatMap(({ submit }) => submit ?? [])).toEqual(['hello']);
	});

	it('makes a leading ! or / literal unless it is meant as a command', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		for (const [text, asCommand] of [
			['!rm -rf /', false],
			['/clear', false],
			['/compact', true],
		] as const) {
			value(await window.actions.send(actor.id, text, { asCommand }));
			await actor.order({ show: { kind: 'idle' } });
			await actor.activity('idle');
		}
		expect((await actor.heard()).flatMap(({ submit }) => submit ?? [])).toEqual([' !rm -rf /', '\\/clear', '/compact']);
	});

	it('keeps text from ending its own paste and pressing keys', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		const evil = 'a\u001b[201~\r!id\r\u001b[200~b\u0003\u0015c\u009b201~\u0000d';
		const receipt = value(await window.actions.send(actor.id, evil));
		expect(receipt.kind).toBe('submitted');
		expect(receipt.changes).toEqual([{ kind: 'control-characters', count: expect.any(Number) }]);
		expect((await actor.heard()).flatMap(({ submit }) => submit ?? [])).toEqual(['a[201~\n!id\n[200~bc201~d']);
	});

	it('delivers 20 KB exactly, and a prompt that ends in a backslash', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		const long = Array.from({ length: 400 }, (_, line) => `${line}: the quick brown fox jumps over 'the' dog`).join('\n');
		expect(value(await window.actions.send(actor.id, long)).kind).toBe('submitted');
		await actor.order({ show: { kind: 'idle' } });
		await actor.activity('idle');
		value(await window.actions.send(actor.id, 'C:\\'));
		expect((await actor.heard()).flatMap(({ submit }) => submit ?? [])).toEqual([long, 'C:\\ ']);
	});

	it('delivers no key into a dialog, whether the list has seen it or not', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		await actor.order({ show: { kind: 'dialog', command: 'touch a' } });
		expect(refusal(await window.actions.send(actor.id, 'hello'))).toMatchObject({ kind: 'blocked', dialog: 'approval' });
		await actor.decision();
		expect(refusal(await window.actions.send(actor.id, 'hello'))).toMatchObject({ kind: 'blocked', question: 'Do you want to proceed?' });
		expect(await actor.keys()).toBe('');
	});

	it('is refused for a session that is stopped, dead, gone, or given nothing or too much', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		const other = await stage.spawn(window);
		process.kill(actor.pid, 'SIGKILL');
		await eventually(() => (actor.session().lifecycle === 'stopped' ? true : undefined));
		expect(refusal(await window.actions.send(actor.id, 'hello')).kind).toBe('not-running');
		value(await window.actions.stop(other.id));
		expect(refusal(await window.actions.send(other.id, 'hello')).kind).toBe('not-running');
		expect(refusal(await window.actions.send('nobody' as never, 'hello')).kind).toBe('gone');
		expect(refusal(await window.actions.send(other.id, ' \n ')).kind).toBe('empty-text');
		expect(refusal(await window.actions.send(other.id, 'x'.repeat(100_001))).kind).toBe('too-long');
	});

	it('delivers nothing to a pane that died this moment, and the tmux server lives on', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		await stage.spawn(window);
		process.kill(actor.pid, 'SIGKILL');
		const outcome = await window.actions.send(actor.id, 'hello');
		// tmux may not have noticed the death yet: then nobody took the text, and nobody says so.
		expect(['gone', 'not-running', 'unverified']).toContain(outcome.kind === 'done' ? outcome.value.kind : outcome.refusal.kind);
		expect(await actor.keys()).toBe('');
		expect(await stage.bed.tmux('list-sessions')).not.toBe('');
	});

	it('says that a prompt is still in the box when Enter is not taken, and tries it a second time', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		await actor.order({ deafToEnter: true });
		expect(value(await window.actions.send(actor.id, 'hello'))).toMatchObject({ kind: 'not-submitted' });
		expect((await actor.heard()).filter(({ swallowed }) => swallowed)).toHaveLength(2);
	});

	it('says queued where the agent was busy', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		await actor.order({ show: { kind: 'working' } });
		await actor.activity('working');
		expect(value(await window.actions.send(actor.id, 'a prompt for later'))).toEqual({ kind: 'queued' });
	});

	it('keeps the order, waits for idle where asked to, and has a bound', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		await actor.order({ show: { kind: 'working' } });
		await actor.activity('working');
		const sends = Array.from({ length: 21 }, (_, index) => window.actions.send(actor.id, `prompt ${index}`, { when: 'idle' }));
		expect(refusal(await (sends[20] ?? Promise.reject(new Error('none'))))).toEqual({ kind: 'queue-full', waiting: 20 });
		expect(await actor.keys()).toBe('');
		expect(window.actions.waitingSends(actor.id)).toBe(20);
		for (let index = 0; index < 3; index++) {
			await actor.order({ show: { kind: 'idle' } });
			expect(value(await (sends[index] ?? Promise.reject(new Error('none')))).kind).toBe('submitted');
		}
		expect((await actor.heard()).flatMap(({ submit }) => submit ?? [])).toEqual(['prompt 0', 'prompt 1', 'prompt 2']);
		value(await window.actions.stop(actor.id));
		for (const send of sends.slice(3, 20)) expect(refusal(await send).kind).toBe('not-running');
	});

	it('takes back a prompt that still waits for the turn to end', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		await actor.order({ show: { kind: 'working' } });
		await actor.activity('working');
		const takeBack = new AbortController();
		const waiting = window.actions.send(actor.id, 'never mind', { when: 'idle', signal: takeBack.signal });
		takeBack.abort();
		expect(refusal(await waiting)).toEqual({ kind: 'taken-back' });
		await actor.order({ show: { kind: 'idle' } });
		await actor.activity('idle');
		expect(value(await window.actions.send(actor.id, 'this one')).kind).toBe('submitted');
		expect((await actor.heard()).flatMap(({ submit }) => submit ?? [])).toEqual(['this one']);
	});

	it('gives a result per session when it is sent to several', async () => {
		const window = await stage.window();
		const [one, two, three] = [await stage.spawn(window), await stage.spawn(window), await stage.spawn(window)];
		await two.ask('touch a');
		value(await window.actions.stop(three.id));
		const results = await window.actions.broadcast([one.id, two.id, three.id, one.id], 'to all');
		expect([...results].map(([, outcome]) => (outcome.kind === 'done' ? outcome.value.kind : outcome.refusal.kind))).toEqual([
			'submitted',
			'blocked',
			'not-running',
		]);
		expect((await one.heard()).flatMap(({ submit }) => submit ?? [])).toEqual(['to all']);
		expect(await two.keys()).toBe('');
	});
});
