import { describe, expect, it } from 'vitest';
import { type Reply, runSteps, type Step } from '../../../../src/ui/steps/reply.ts';

type Draft = Readonly<Record<string, string>>;

/** A row of questions whose answers are known beforehand; writes down what was asked and where it stood. */
function row(script: readonly ('back' | 'leave' | Draft)[], applies: Partial<Record<string, (draft: Draft) => boolean>> = {}) {
	const answers = [...script];
	const asked: string[] = [];
	const step = (name: string): Step<Draft> => ({
		...(applies[name] && { applies: applies[name] }),
		ask: async (draft, { step: number, totalSteps, canGoBack }): Promise<Reply<Draft>> => {
			asked.push(`${name} ${number}/${totalSteps}${canGoBack ? ' <' : ''}`);
			const answer = answers.shift();
			if (answer === 'back') return { kind: 'back' };
			if (answer === undefined || answer === 'leave') return { kind: 'cancelled' };
			return { kind: 'value', value: { ...draft, ...answer } };
		},
	});
	return { asked, steps: ['one', 'two', 'three'].map(step) };
}

describe('a row of questions', () => {
	it('gathers the answers, and says where each question stands', async () => {
		const { asked, steps } = row([{ a: '1' }, { b: '2' }, { c: '3' }]);
		expect(await runSteps({}, steps)).toEqual({ a: '1', b: '2', c: '3' });
		expect(asked).toEqual(['one 1/3', 'two 2/3 <', 'three 3/3 <']);
	});

	it('goes back, and keeps what was answered', async () => {
		const { asked, steps } = row([{ a: '1' }, { b: '2' }, 'back', 'back', { a: 'x' }, {}, {}]);
		expect(await runSteps({}, steps)).toEqual({ a: 'x', b: '2' });
		expect(asked).toEqual(['one 1/3', 'two 2/3 <', 'three 3/3 <', 'two 2/3 <', 'one 1/3', 'two 2/3 <', 'three 3/3 <']);
	});

	it('leaves out what has no meaning for the answers so far', async () => {
		const { asked, steps } = row([{ a: '1' }, {}], { two: ({ a }) => a !== '1' });
		await runSteps({}, steps);
		expect(asked).toEqual(['one 1/3', 'three 2/2 <']);
	});

	it('gives nothing when the user leaves', async () => {
		const { steps } = row([{ a: '1' }, 'leave']);
		expect(await runSteps({}, steps)).toBeUndefined();
	});
});
