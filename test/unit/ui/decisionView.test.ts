import { describe, expect, it } from 'vitest';
import type { FileProposal } from '../../../src/sessions/proposal.ts';
import { about, type DecisionScene, decisionBody } from '../../../src/ui/decision/decisionView.ts';
import { aSession, asking, NOW } from './sessions.ts';
import { actionsIn, find, texts } from './shown.ts';

const scene = (more: Partial<DecisionScene> = {}): DecisionScene => ({ session: asking(), others: 0, now: NOW, language: 'en', ...more });

const change = (more: Partial<FileProposal> = {}): FileProposal => ({
	path: '/src/harbor/hello.txt',
	file: 'hello.txt',
	change: 'changed',
	result: { kind: 'applies', before: 'a\n', after: 'b\n', hunks: [{ line: 1, removed: ['a'], added: ['b'] }] },
	...more,
});

describe('the view of a question', () => {
	it('shows the question as the agent put it, and the command as it would run', () => {
		const session = asking({ question: 'Do you want <b>this</b>?', command: 'rm -rf "$HOME" && echo <done>', purpose: 'Tidy up' });
		const shown = texts(decisionBody(scene({ session })));
		expect(shown).toContain('Do you want <b>this</b>?');
		expect(shown).toContain('rm -rf "$HOME" && echo <done>');
		expect(shown).toContain('Tidy up');
	});

	it('offers a yes, a no and the agent’s own options with the default marked', () => {
		const session = asking();
		const actions = actionsIn(decisionBody(scene({ session })));
		const named = ['approve', 'reject', 'option 0', 'option 1', 'option 2', 'words'];
		expect(actions.slice(0, named.length)).toEqual(named.map((action) => session.decision && about(action, session.decision)));
		expect(find(decisionBody(scene()), 'option').map(({ attributes }) => attributes['aria-label'])).toEqual([
			'Option 1, default: Yes',
			'Option 2: Yes, and don’t ask again',
			'Option 3: No',
		]);
	});

	it('offers no approval where nothing is to be approved, and the box in place of the line for words', () => {
		const session = asking({
			kind: 'question',
			question: 'Which database?',
			options: [
				{ label: 'SQLite', description: 'One file', effect: 'other' },
				{ label: 'Type something.', effect: 'other' },
			],
		});
		const body = decisionBody(scene({ session }));
		expect(actionsIn(body).some((action) => action.startsWith('approve'))).toBe(false);
		expect(find(body, 'option')).toHaveLength(1);
		expect(texts(body)).toContain('Answer in your own words');
	});

	it('takes no words at a dialog before the first prompt: told no there, an agent ends', () => {
		expect(actionsIn(decisionBody(scene({ session: asking({ kind: 'start' }) }))).some((action) => action.startsWith('words'))).toBe(false);
	});

	it('offers no answer where none can be typed, and says so', () => {
		const session = asking({}, { host: { kind: 'native', pid: 1, startTime: '1', ancestors: [] } });
		const body = decisionBody(scene({ session }));
		expect(actionsIn(body)).toEqual(['open', 'details']);
		expect(texts(body).join()).toContain('answer it there');
	});

	it('names every answer by the question it is for, so that an old button answers nothing new', () => {
		const first = actionsIn(decisionBody(scene({ session: asking({ fingerprint: 'one' }) })));
		const again = actionsIn(decisionBody(scene({ session: asking({ fingerprint: 'one', askedAt: NOW }) })));
		expect(first.filter((action) => action.includes('@') && again.includes(action))).toEqual([]);
	});

	it('shows the lines that go and come, with a way to the diff', () => {
		const session = asking({ edits: [{ file: 'hello.txt', before: 'a', after: 'b' }] });
		const body = decisionBody(scene({ session, proposal: [change()] }));
		expect(find(body, 'removed', 'code')).toHaveLength(1);
		expect(actionsIn(body)).toContain(session.decision && about('diff /src/harbor/hello.txt', session.decision));
		expect(texts(body)).toContain('+1');
	});

	it('says so where the change can’t be shown, and offers no diff then', () => {
		const body = decisionBody(scene({ proposal: [change({ result: { kind: 'not-found' } })] }));
		expect(texts(body).join(' ')).toContain('is not in the file any more');
		expect(actionsIn(body).some((action) => action.startsWith('diff'))).toBe(false);
	});

	it('says how many lines it leaves out', () => {
		const added = Array.from({ length: 30 }, (_, index) => `line ${index}`);
		const result = { kind: 'applies', before: '', after: '', hunks: [{ line: 1, removed: [], added }] } as const;
		expect(texts(decisionBody(scene({ proposal: [change({ change: 'made', result })] })))).toContain('6 more lines');
	});

	it('shows the dialog’s own excerpt where the edits are not known', () => {
		expect(texts(decisionBody(scene({ session: asking({ diff: '1 - a\n1 + b' }) })))).toContain('1 - a\n1 + b');
	});

	it('says so where a small window hides a part of the question', () => {
		expect(texts(decisionBody(scene({ session: asking({ partial: true, question: '' }) }))).join()).toContain('too small to show all');
		expect(texts(decisionBody(scene())).join()).not.toContain('too small');
	});

	it('disables the answers while one is on its way', () => {
		const body = decisionBody(scene({ notice: { kind: 'busy', text: 'Answering…' } }));
		expect(find(body, 'option').every(({ attributes }) => attributes['aria-disabled'] === 'true')).toBe(true);
		expect(find(body, 'primary')[0]?.attributes['aria-disabled']).toBe('true');
	});

	it('leads to the others that wait', () => {
		expect(texts(decisionBody(scene({ others: 2 })))).toContain('Next (2 more waiting)');
		expect(actionsIn(decisionBody(scene({ others: 0 })))).not.toContain('next');
	});

	it('says when nothing is asked any more, when the question is still being read, and when the session is gone', () => {
		expect(texts(decisionBody(scene({ session: aSession() })))).toContain('“tides” asks nothing');
		expect(texts(decisionBody(scene({ session: aSession({ activity: 'needsApproval' }) }))).join()).toContain('is being read');
		expect(texts(decisionBody(scene({ session: undefined })))).toContain('The session has ended');
	});
});
