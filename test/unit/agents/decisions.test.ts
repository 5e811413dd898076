import { describe, expect, it } from 'vitest';
import { approveIndex, chooseKeys, rejectKeys } from '../../../src/agents/answer.ts';
import { readScreen } from '../../../src/agents/catalog.ts';
import type { Decision } from '../../../src/agents/screen/reading.ts';
import { recording, recordings } from './recordings.ts';

function decision(agent: 'claude' | 'codex' | 'gemini' | 'copilot' | 'opencode', name: string): Decision {
	const found = readScreen(agent, recording(`${agent}/${name}`)).decision;
	if (!found) throw new Error(`no decision in ${name}`);
	return found;
}

describe('what is asked', () => {
	it('is Claude’s command, with what each option does and the default', () => {
		expect(decision('claude', 'needsApproval/permission-bash')).toMatchObject({
			kind: 'approval',
			tool: 'Bash',
			command: 'touch /home/user/works/ws/made-by-bash && ls -la',
			question: 'Do you want to proceed?',
			defaultIndex: 0,
			options: [
				{ label: 'Yes', effect: 'approve', key: '1' },
				{ effect: 'approveAlways', key: '2' },
				{ effect: 'approveAlways', key: '3' },
				{ label: 'No', effect: 'reject', key: '4' },
			],
		});
	});

	it('is Claude’s edit, with its lines and the wrapped option whole', () => {
		const edit = decision('claude', 'needsApproval/permission-edit');
		expect(edit).toMatchObject({ kind: 'approval', tool: 'Edit', diff: '1 -hello world\n1 +hello brave new world' });
		expect(decision('claude', 'needsApproval/http-hook-server-down').options[1]?.label).toMatch(
			/always allow access to .* for this session \(shift\+tab\)$/,
		);
	});

	it('is Claude’s plan, and yes means the yes that goes on asking', () => {
		const plan = decision('claude', 'needsApproval/permission-plan-full');
		expect(plan).toMatchObject({
			kind: 'plan',
			tool: 'ExitPlanMode',
			diff: 'Plan\n\n1. Read hello.txt\n2. Change the greeting\n3. Run the tests',
		});
		expect(plan.options[approveIndex(plan) ?? -1]?.label).toBe('Yes, manually approve edits');
	});

	it('is Claude’s question with its options', () => {
		expect(decision('claude', 'needsAnswer/ask-user-question')).toMatchObject({
			kind: 'question',
			question: 'Which database should we use?',
			options: [
				{ label: 'SQLite', description: 'Embedded, simple' },
				{ label: 'Postgres', description: 'Server, robust' },
				{ label: 'Type something.' },
				{ label: 'Chat about this' },
			],
		});
	});

	it('is Codex’s command with its reasons for keys', () => {
		expect(decision('codex', 'needsApproval/permission-bash')).toMatchObject({
			kind: 'approval',
			tool: 'Shell',
			command: 'touch /home/user/works/ws-out/made-by-codex && ls -la',
			options: [
				{ label: 'Yes, proceed', effect: 'approve', key: 'y' },
				{ effect: 'approveAlways', key: 'p' },
				{ effect: 'reject', key: 'esc' },
			],
		});
	});

	it('is Codex’s plan and question', () => {
		expect(decision('codex', 'needsApproval/plan-approval')).toMatchObject({
			kind: 'plan',
			diff: '# Plan\n\n1. Read hello.txt\n2. Change the greeting',
		});
		expect(decision('codex', 'needsAnswer/ask-user-input')).toMatchObject({ kind: 'question', question: 'Which database should we use?' });
	});

	it('is the command of Gemini, Copilot and opencode', () => {
		expect(decision('gemini', 'needsApproval/permission-bash')).toMatchObject({ kind: 'approval', command: 'touch made-by-gemini' });
		expect(decision('copilot', 'needsApproval/permission-bash')).toMatchObject({ kind: 'approval', command: 'touch made-by-chat && ls' });
		expect(decision('opencode', 'needsApproval/permission-bash')).toMatchObject({ kind: 'approval', command: 'touch made-by-chat && ls' });
	});

	it('is nothing to approve when the user opened a list or a program starts', () => {
		for (const { agent, screen, expected } of recordings) {
			const found = readScreen(agent, screen).decision;
			if (found?.kind === 'menu') expect([expected, approveIndex(found)]).toEqual(['needsAnswer', undefined]);
			if (found?.kind === 'start') expect(expected).toBe('startDialog');
		}
	});
});

describe('a dialog’s fingerprint', () => {
	const screen = recording('claude/needsApproval/permission-bash');
	const fingerprint = (text: string) => readScreen('claude', { ...screen, text }).decision?.fingerprint;

	it('stays while the pointer moves and the window gets narrower', () => {
		const moved = screen.text.replace(' ❯ 1. Yes', '   1. Yes').replace('   4. No', ' ❯ 4. No');
		expect(fingerprint(moved)).toBe(fingerprint(screen.text));
		const narrow = screen.text.replace(
			'   3. Yes, and switch to auto mode · auto mode handles',
			'   3. Yes, and switch to auto mode ·\n      auto mode handles',
		);
		expect(fingerprint(narrow)).toBe(fingerprint(screen.text));
	});

	it('changes with the command', () => {
		expect(fingerprint(screen.text.replaceAll('made-by-bash', 'other-file'))).not.toBe(fingerprint(screen.text));
	});
});

describe('an answer', () => {
	const bash = decision('claude', 'needsApproval/permission-bash');

	it('is the key of the plain yes, never of a yes to more', () => {
		expect(approveIndex(bash)).toBe(0);
		expect(chooseKeys(bash, 0)).toEqual([{ kind: 'text', text: '1' }]);
		expect(chooseKeys(decision('codex', 'needsApproval/permission-bash'), 0)).toEqual([{ kind: 'text', text: 'y' }]);
		const onlyMore = { ...bash, options: bash.options.slice(1) };
		expect(approveIndex(onlyMore)).toBeUndefined();
	});

	it('moves the pointer where options have no keys', () => {
		const trust = decision('claude', 'startDialog/trust-dialog');
		expect(trust.options.map(({ label }) => label)).toEqual(['No, exit', 'Yes, I trust this folder']);
		expect(chooseKeys(trust, 1)).toEqual([
			{ kind: 'key', key: 'Down' },
			{ kind: 'key', key: 'Enter' },
		]);
	});

	it('is Escape for no, and nothing for an option that is not there', () => {
		expect(rejectKeys()).toEqual([{ kind: 'key', key: 'Escape' }]);
		expect(chooseKeys(decision('codex', 'needsApproval/permission-bash'), 2)).toEqual([{ kind: 'key', key: 'Escape' }]);
		expect(chooseKeys(bash, 9)).toBeUndefined();
	});
});

describe('an offer that Claude makes by itself', () => {
	const rule = '─'.repeat(60);
	const offer = (frame: string) =>
		[
			'❯ hello',
			'● Hello.',
			frame,
			' Make auto mode your default permission mode?',
			'',
			' Auto mode lets Claude handle permission prompts',
			' automatically. Claude checks each tool call for risky',
			' actions and blocks the rest.',
			'',
			' ❯ Yes, set auto mode as my default permission mode',
			'   No, keep manual mode',
			'',
			' Enter to confirm · Esc to cancel',
		].join('\n');

	it.each([rule, '▔'.repeat(60)])('is a start dialog, whose yes is not an approval', (frame) => {
		const { activity, decision: found } = readScreen('claude', { text: offer(frame), title: '✳ Claude Code', dead: false });
		expect(activity).toBe('startDialog');
		expect(found).toMatchObject({ kind: 'start', question: 'Make auto mode your default permission mode?', defaultIndex: 0 });
		expect(found?.options.map(({ label }) => label)).toEqual(['Yes, set auto mode as my default permission mode', 'No, keep manual mode']);
		expect(found && approveIndex(found)).toBeUndefined();
	});

	it('that nobody knows yet is a menu, not something the agent asks leave for', () => {
		const text = offer(rule).replace('Make auto mode your default permission mode?', 'Turn on the new thing?');
		const { activity, decision: found } = readScreen('claude', { text, title: '✳ Claude Code', dead: false });
		expect([activity, found?.kind, found?.question]).toEqual(['needsAnswer', 'menu', 'Turn on the new thing?']);
	});
});

describe('a question that takes several options', () => {
	it.each(['80x24', '60x16', '132x12'])('is known as one at %s, and its options go without their boxes', (size) => {
		const found = decision('claude', `needsAnswer/askseveral-${size}`);
		expect(found).toMatchObject({ kind: 'question', several: true });
		expect(found.options.some(({ label }) => label.startsWith('['))).toBe(false);
	});

	it('is told from one that takes one', () => {
		expect(decision('claude', 'needsAnswer/askmany-200x50').several).toBeUndefined();
	});
});
