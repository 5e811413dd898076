import { describe, expect, it } from 'vitest';
import { refusal, useStage, value } from './harness.ts';

describe('interrupting a turn', () => {
	const stage = useStage();

	it('presses Escape once and writes the cause down', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		await actor.order({ show: { kind: 'working' } });
		await actor.activity('working');
		expect(value(await window.actions.interrupt(actor.id, { why: 'wrong way' }))).toEqual({ kind: 'interrupted' });
		expect(await actor.keys()).toBe('\u001b');
		const journal = await (await window.openRegistry()).journal.read(actor.id);
		expect(journal.findLast(({ kind }) => kind === 'interrupted')).toMatchObject({ kind: 'interrupted', by: 'user', why: 'wrong way' });
	});

	it('leaves an agent alone that does not work, or that waits at a dialog', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		await actor.activity('idle');
		expect(refusal(await window.actions.interrupt(actor.id)).kind).toBe('nothing-to-interrupt');
		await actor.ask('touch a');
		expect(refusal(await window.actions.interrupt(actor.id)).kind).toBe('blocked');
		expect(await actor.keys()).toBe('');
	});

	it('never cancels a newer turn than the one that was meant', async () => {
		const window = await stage.window();
		const actor = await stage.spawn(window);
		await actor.order({ show: { kind: 'working' } });
		await actor.activity('working');
		const turn = window.actions.turnOf(actor.id);
		await actor.order({ show: { kind: 'idle' } });
		await actor.activity('idle');
		await actor.order({ show: { kind: 'working' } });
		await actor.activity('working');
		expect(refusal(await window.actions.interrupt(actor.id, { turn }))).toEqual({ kind: 'newer-turn' });
		expect(await actor.keys()).toBe('');
		value(await window.actions.interrupt(actor.id, { turn: window.actions.turnOf(actor.id) }));
		expect(await actor.keys()).toBe('\u001b');
	});
});
