import { describe, expect, it } from 'vitest';
import { readScreen } from '../../../../src/agents/catalog.ts';
import { readHook } from '../../../../src/agents/claude/hooks.ts';
import { emptyRollout, readCodexLine } from '../../../../src/agents/codex/rollout.ts';
import { stillAsked } from '../../../../src/sessions/activity/detail.ts';
import { recording } from '../../agents/recordings.ts';
import { Scene } from './scene.ts';

const call = (id: string, name: string, input: object) => ({
	type: 'assistant',
	message: { model: 'claude', content: [{ type: 'tool_use', id, name, input }] },
});
const result = (id: string) => ({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'done' }] } });

const EDIT = { file_path: '/home/user/project/hello.txt', old_string: 'hello world', new_string: 'hello brave world' };

function asking(): Scene {
	const scene = new Scene('claude');
	scene.status('busy');
	return scene;
}

describe('a decision', () => {
	it('has the edit as the agent wrote it, not as the dialog shows it', () => {
		const scene = asking();
		scene.line(call('t1', 'Edit', EDIT));
		scene.status('waiting', 'permission prompt');
		const { decision } = scene.screen(recording('claude/needsApproval/edit-45x18'));
		expect(decision?.edits).toEqual([{ file: EDIT.file_path, before: EDIT.old_string, after: EDIT.new_string }]);
	});

	it('gets the edit also when the transcript comes after the dialog', () => {
		const scene = asking();
		scene.status('waiting', 'permission prompt');
		scene.screen(recording('claude/needsApproval/edit-80x24'));
		expect(scene.state.decision?.edits).toBeUndefined();
		expect(scene.line(call('t1', 'Edit', EDIT)).decision?.edits).toHaveLength(1);
	});

	it('has the whole new file, which replaces whatever is there', () => {
		const scene = asking();
		scene.line(call('t1', 'Write', { file_path: '/home/user/project/new-file.txt', content: 'one\ntwo\n' }));
		scene.status('waiting', 'permission prompt');
		expect(scene.screen(recording('claude/needsApproval/write-80x24')).decision?.edits).toEqual([
			{ file: '/home/user/project/new-file.txt', after: 'one\ntwo\n' },
		]);
	});

	it('has all parts of an edit in several places', () => {
		const scene = asking();
		const edits = [
			{ old_string: 'hello world', new_string: 'hello brave world', replace_all: true },
			{ old_string: 'a', new_string: 'b' },
		];
		scene.line(call('t1', 'MultiEdit', { file_path: EDIT.file_path, edits }));
		scene.status('waiting', 'permission prompt');
		expect(scene.screen(recording('claude/needsApproval/edit-80x24')).decision?.edits).toEqual([
			{ file: EDIT.file_path, before: 'hello world', after: 'hello brave world', everywhere: true },
			{ file: EDIT.file_path, before: 'a', after: 'b' },
		]);
	});

	it('takes the call that its dialog shows among several', () => {
		const scene = asking();
		scene.line(call('t1', 'Edit', { ...EDIT, file_path: '/home/user/project/other.txt' }));
		scene.line(call('t2', 'Edit', { ...EDIT, old_string: 'hello', new_string: 'goodbye' }));
		scene.line(call('t3', 'Edit', EDIT));
		scene.status('waiting', 'permission prompt');
		expect(scene.screen(recording('claude/needsApproval/edit-80x24')).decision?.edits?.[0]?.after).toBe('hello brave world');
	});

	it('takes no detail from a call that has come back, nor from one of another turn', () => {
		const scene = asking();
		scene.line(call('t1', 'Edit', EDIT));
		scene.line(result('t1'));
		scene.line(call('t2', 'Edit', EDIT));
		scene.line({ type: 'user', message: { content: 'next prompt' } });
		scene.status('waiting', 'permission prompt');
		const { decision } = scene.screen(recording('claude/needsApproval/edit-80x24'));
		expect(decision).toMatchObject({ kind: 'approval', tool: 'Edit' });
		expect(decision?.edits).toBeUndefined();
	});

	it('has the whole command and what it is for', () => {
		const scene = asking();
		const command = 'touch /home/user/works/folders/project/made-by-claude && ls';
		scene.line(call('t1', 'Bash', { command: 'touch something else', description: 'Another' }));
		scene.line(call('t2', 'Bash', { command, description: 'Make a marker file' }));
		scene.status('waiting', 'permission prompt');
		expect(scene.screen(recording('claude/needsApproval/bash-45x18')).decision).toMatchObject({ command, purpose: 'Make a marker file' });
	});

	it('tells commands apart that begin alike', () => {
		const scene = asking();
		const command = 'touch /home/user/works/folders/project/made-by-claude && ls';
		scene.line(call('t1', 'Bash', { command: 'touch /home/user/works/folders/project/made-by-hand' }));
		scene.line(call('t2', 'Bash', { command: 'touch /home/user/works/folders/project/made-by-claude', description: 'Shorter' }));
		scene.line(call('t3', 'Bash', { command, description: 'The one' }));
		scene.status('waiting', 'permission prompt');
		expect(scene.screen(recording('claude/needsApproval/bash-80x24')).decision).toMatchObject({ command, purpose: 'The one' });
	});

	it('leaves out an edit that is too long to be held, and keeps what the dialog shows', () => {
		const scene = asking();
		scene.line(call('t1', 'Write', { file_path: '/home/user/project/new-file.txt', content: 'x'.repeat(500_000) }));
		scene.status('waiting', 'permission prompt');
		const { decision } = scene.screen(recording('claude/needsApproval/write-80x24'));
		expect(decision?.edits).toBeUndefined();
		expect(decision?.diff).toContain('one');
	});
});

describe('a question in a small window', () => {
	const label = (name: string) => ({ label: name, description: `About ${name}` });
	const DATABASES = ['SQLite', 'Postgres', 'MariaDB', 'DuckDB'];
	const ASKED = {
		question: 'Which of the four databases shall it be?',
		header: 'Database',
		options: DATABASES.map(label),
		multiSelect: false,
	};

	function asked(size: string, questions: readonly object[] = [ASKED]) {
		const scene = asking();
		scene.line(call('t1', 'AskUserQuestion', { questions }));
		scene.status('waiting', 'input needed');
		return scene.screen(recording(`claude/needsAnswer/askmany-${size}`)).decision;
	}

	it.each(['60x16', '40x24', '40x11', '80x11', '100x8', '30x14', '132x12', '200x50'])(
		'has all its options, with their numbers, at %s',
		(size) => {
			const decision = asked(size);
			expect(decision).toMatchObject({ kind: 'question', question: ASKED.question });
			expect(decision?.options.map((option) => `${option.key} ${option.label}`)).toEqual([
				'1 SQLite',
				'2 Postgres',
				'3 MariaDB',
				'4 DuckDB',
				'5 Type something.',
				'6 Chat about this',
			]);
		},
	);

	it('is the same dialog at any size', () => {
		const sizes = ['60x16', '40x11', '100x8', '132x12', '200x50'];
		expect(new Set(sizes.map((size) => asked(size)?.fingerprint)).size).toBe(1);
	});

	it('takes the question whose options are in sight, of several that come together', () => {
		const other = { question: 'Shall there be tests?', options: ['Plenty', 'Few'].map(label), multiSelect: false };
		expect(asked('40x11', [other, ASKED])?.question).toBe(ASKED.question);
	});

	it('shows what can be seen where the transcript says something else', () => {
		const other = { ...ASKED, options: ['Red', 'Green', 'Blue', 'Grey'].map(label) };
		const decision = asked('60x16', [other]);
		expect(decision?.options.map((option) => option.label)).toEqual(['Postgres', 'MariaDB', 'DuckDB', 'Chat about this']);
		expect(decision).toMatchObject({ partial: true, defaultIndex: -1 });
	});

	it('can still be answered when only a part of it is in sight, and not when something else is', () => {
		const pending = asked('200x50');
		if (!pending) throw new Error('nothing is asked');
		const shown = (name: string) => readScreen('claude', recording(`claude/needsAnswer/${name}`)).decision;
		expect(stillAsked(shown('askmany-60x16'), pending)).toMatchObject({ fingerprint: pending.fingerprint, defaultIndex: -1 });
		expect(stillAsked(shown('askmany-40x11'), pending)).toMatchObject({ options: pending.options, defaultIndex: 0 });
		expect(stillAsked(shown('ask-80x24'), pending)).toBeUndefined();
		expect(stillAsked(shown('askseveral-80x24'), pending)).toBeUndefined();
		expect(stillAsked(undefined, pending)).toBeUndefined();
	});
});

describe('an approval in a small window', () => {
	const command = `printf '%s\\n' ${Array.from({ length: 24 }, (_, index) => `"part ${index + 1} of a long command"`).join(' ')} > printed.txt`;

	it.each(['40x11', '100x8', '60x16', '120x40', '30x14'])('has the whole command at %s', (size) => {
		const scene = asking();
		scene.line(call('t1', 'Bash', { command, description: 'Print many parts' }));
		scene.status('waiting', 'permission prompt');
		expect(scene.screen(recording(`claude/needsApproval/longcmd-${size}`)).decision).toMatchObject({
			command,
			purpose: 'Print many parts',
		});
	});

	it('does not guess which of two commands is asked about', () => {
		const scene = asking();
		scene.line(call('t1', 'Bash', { command }));
		scene.line(call('t2', 'Bash', { command: 'ls' }));
		scene.status('waiting', 'permission prompt');
		expect(scene.screen(recording('claude/needsApproval/longcmd-40x11')).decision?.command).toBeUndefined();
	});

	it('does not take the parent’s command for a sub-agent’s', () => {
		const scene = asking();
		scene.line(call('t1', 'Agent', { description: 'Look', prompt: 'Look at it' }));
		scene.line(call('t2', 'Bash', { command }));
		scene.status('waiting', 'permission prompt');
		expect(scene.screen(recording('claude/needsApproval/longcmd-40x11')).decision?.command).toBeUndefined();
	});

	it('has the whole edit though only its end is in sight', () => {
		const scene = asking();
		const after = Array.from({ length: 40 }, (_, line) => `line ${line + 1} of many lines`).join('\n');
		scene.line(call('t1', 'Edit', { ...EDIT, new_string: after }));
		scene.status('waiting', 'permission prompt');
		expect(scene.screen(recording('claude/needsApproval/bigedit-100x8')).decision).toMatchObject({ tool: 'Edit', edits: [{ after }] });
	});
});

describe('what a sub-agent asks leave for', () => {
	it('is told by a hook, where there is one: no transcript of the session has it', () => {
		const scene = asking();
		scene.line(call('t1', 'Agent', { description: 'Look', prompt: 'Look at it' }));
		const command = 'touch /home/user/works/folders/project/made-by-claude && ls';
		const payload = { session_id: 'x', hook_event_name: 'PermissionRequest', agent_id: 'a1', tool_name: 'Bash', tool_input: { command } };
		const news = readHook(JSON.stringify(payload), scene.now);
		expect(news && scene.signal(news.fact).activity).toBe('working');
		scene.status('waiting', 'permission prompt');
		expect(scene.screen(recording('claude/needsApproval/bash-45x18')).decision).toMatchObject({ tool: 'Bash', command });
	});
});

describe('a question of Codex in a small window', () => {
	const input = {
		questions: [
			{
				id: 'db',
				question: 'Which database shall it be?',
				options: [
					{ label: 'SQLite (Recommended)', description: 'One file' },
					{ label: 'Postgres', description: 'A server' },
				],
			},
		],
	};

	function asked(size: string) {
		const scene = new Scene('codex');
		const payload = { type: 'function_call', name: 'request_user_input', arguments: JSON.stringify(input), call_id: 'c1' };
		for (const fact of readCodexLine(emptyRollout, JSON.stringify({ type: 'response_item', payload }), scene.now).facts) scene.signal(fact);
		scene.title('[ ! ] Action Required | project');
		return scene.screen(recording(`codex/needsAnswer/askplan-${size}`)).decision;
	}

	it.each(['100x8', '40x11', '30x14', '100x30'])('has all its options at %s, and is the same dialog', (size) => {
		const decision = asked(size);
		expect(decision?.options.map(({ label }) => label)).toEqual(['SQLite (Recommended)', 'Postgres', 'None of the above']);
		expect(decision).toMatchObject({ question: 'Which database shall it be?', defaultIndex: 0, fingerprint: asked('100x30')?.fingerprint });
	});
});
