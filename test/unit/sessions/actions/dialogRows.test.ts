import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../../src/agents/screen/reading.ts';
import { rowsOfDialog } from '../../../../src/sessions/actions/dialogRows.ts';

const shown: Decision = {
	kind: 'approval',
	question: 'Do you want to proceed?',
	command: 'touch a',
	options: [
		{ label: 'Yes', effect: 'approve' },
		{ label: 'No, and tell Claude what to do', effect: 'reject' },
	],
	defaultIndex: 0,
	fingerprint: 'f',
};

describe('the rows by which a dialog is known', () => {
	it('are those of its question, its command and its options, the last on the screen', () => {
		const text =
			'● Bash(touch a)\n  Yes, done.\n\n Bash command\n   touch a   \n Do you want to proceed?\n ❯ 1. Yes\n   2. No, and tell Claude what to do\n\n';
		expect(rowsOfDialog({ shown, text })).toEqual([
			' Do you want to proceed?',
			'   touch a',
			' ❯ 1. Yes',
			'   2. No, and tell Claude what to do',
		]);
	});

	it('leave out what the screen has wrapped', () => {
		const text = ' Do you want to proceed?\n ❯ 1. Yes\n   2. No, and tell\n      Claude what to do\n';
		expect(rowsOfDialog({ shown, text })).toEqual([' Do you want to proceed?', ' ❯ 1. Yes']);
	});
});
