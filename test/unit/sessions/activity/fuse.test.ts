import { describe, expect, it } from 'vitest';
import { recording } from '../../agents/recordings.ts';
import { Scene, START } from './scene.ts';

const failed = {
	type: 'assistant',
	isApiErrorMessage: true,
	message: { model: '<synthetic>', content: [{ type: 'text', text: 'API Error: 529 Overloaded' }] },
};

describe('Claude', () => {
	it('starts with a dialog that only the screen knows, until the status file speaks', () => {
		const scene = new Scene('claude');
		expect(scene.screen(recording('claude/startDialog/trust-dialog'))).toMatchObject({
			activity: 'startDialog',
			decision: { kind: 'start' },
		});
		const state = scene.status('idle');
		expect([state.activity, state.decision]).toEqual(['idle', undefined]);
	});

	it('shows an offer of the program as what it is, though the file only says that a dialog is open', () => {
		const scene = new Scene('claude');
		scene.status('waiting', 'dialog open');
		const text = `${'─'.repeat(40)}\n Make auto mode your default permission mode?\n\n ❯ Yes, set auto mode as my default permission mode\n   No, keep manual mode\n`;
		const state = scene.screen({ text, title: '✳ Claude Code', dead: false });
		expect(state).toMatchObject({ activity: 'startDialog', decision: { kind: 'start' }, evidence: { source: 'screen' } });
		expect(scene.status('idle')).toMatchObject({ activity: 'idle' });
	});

	it('retries as long as the screen says so and the file says busy', () => {
		const scene = new Scene('claude');
		scene.status('busy');
		expect(scene.screen(recording('claude/retrying/api-retrying-500'))).toMatchObject({
			activity: 'retrying',
			evidence: { source: 'screen', disagrees: [{ source: 'status-file' }] },
		});
		expect(scene.screen(recording('claude/working/working-streaming')).activity).toBe('working');
		scene.screen(recording('claude/retrying/api-retrying-500'));
		expect(scene.status('idle').activity).toBe('idle');
	});

	it('has failed when the transcript says so, until the next turn', () => {
		const scene = new Scene('claude');
		scene.status('busy');
		scene.line(failed);
		expect(scene.status('idle')).toMatchObject({
			activity: 'failed',
			evidence: { source: 'transcript', observation: 'API Error: 529 Overloaded' },
		});
		expect(scene.status('busy').activity).toBe('working');
		expect(scene.status('idle').activity).toBe('idle');
	});

	it('has not failed because an earlier failure is on the screen again', () => {
		const scene = new Scene('claude');
		scene.status('busy');
		scene.line({ type: 'user', message: { role: 'user', content: 'once more' } });
		scene.status('idle');
		expect(scene.screen(recording('claude/failed/api-error-400')).activity).toBe('idle');
	});

	it('has failed by its screen where no transcript is known', () => {
		const scene = new Scene('claude');
		scene.status('idle');
		expect(scene.screen(recording('claude/failed/api-error-400')).activity).toBe('failed');
	});

	it('keeps a contradiction as evidence and follows the status file', () => {
		const scene = new Scene('claude');
		scene.status('busy');
		expect(scene.screen(recording('claude/idle/idle-finished-text'))).toMatchObject({
			activity: 'working',
			evidence: { source: 'status-file', disagrees: [{ source: 'screen' }] },
		});
	});

	it('is raised by a dialog that stays on the screen though the file says idle', () => {
		const scene = new Scene('claude');
		scene.status('idle');
		expect(scene.screen(recording('claude/needsApproval/permission-bash')).activity).toBe('idle');
		scene.wait(2_000);
		expect(scene.screen(recording('claude/needsApproval/permission-bash'))).toMatchObject({
			activity: 'needsApproval',
			evidence: { disagrees: [{ source: 'status-file' }] },
		});
	});

	it('keeps its state when its file falls silent', () => {
		const scene = new Scene('claude');
		scene.status('busy');
		expect(scene.signal({ kind: 'silent', source: 'status-file', at: scene.now }).activity).toBe('working');
	});

	it('starts afresh with a new conversation, and keeps what it said', () => {
		const scene = new Scene('claude');
		scene.signal({ kind: 'conversation', id: 'one', at: scene.now });
		scene.signal({ kind: 'objective', text: 'Fix the tides', at: scene.now });
		scene.signal({ kind: 'thought', text: 'Done.', source: 'transcript', at: scene.now });
		scene.line(failed);
		scene.signal({ kind: 'conversation', id: 'two', at: scene.now });
		const state = scene.status('idle');
		expect(state).toMatchObject({ activity: 'idle', conversation: { id: 'two' } });
		expect(state.objective).toBeUndefined();
		expect(state.thought?.text).toBe('API Error: 529 Overloaded');
	});
});

describe('Codex', () => {
	it('asks for a plan’s approval, which only the screen shows', () => {
		const scene = new Scene('codex');
		scene.title('⠋ works');
		scene.title('works');
		expect(scene.screen(recording('codex/needsApproval/plan-approval'))).toMatchObject({
			activity: 'needsApproval',
			decision: { kind: 'plan' },
		});
	});

	it('asks a question where the title only says that it is blocked', () => {
		const scene = new Scene('codex');
		expect(scene.title('[ ! ] Action Required | works').activity).toBe('needsApproval');
		expect(scene.screen(recording('codex/needsAnswer/ask-user-input'))).toMatchObject({
			activity: 'needsAnswer',
			thought: { text: 'Which database should we use?' },
		});
	});

	it('asks as soon as the dialog is there, though the title still spins', () => {
		const scene = new Scene('codex');
		scene.title('⠋ works');
		expect(scene.screen(recording('codex/needsApproval/permission-bash')).activity).toBe('needsApproval');
	});

	it('has failed when its rollout says so', () => {
		const scene = new Scene('codex');
		scene.title('⠋ works');
		scene.signal({ kind: 'turn', phase: 'failed', error: 'Bad request', at: scene.now });
		scene.title('works');
		expect(scene.screen(recording('codex/idle/idle-finished-text'))).toMatchObject({
			activity: 'failed',
			evidence: { source: 'transcript' },
		});
	});

	it('is not what an older picture shows', () => {
		const scene = new Scene('codex');
		scene.screen(recording('codex/needsApproval/permission-bash'));
		scene.title('⠋ works');
		expect(scene.title('works').activity).toBe('working');
	});
});

describe('any other program', () => {
	it('works while it prints, and is unknown when it is silent', () => {
		const scene = new Scene('other');
		expect(scene.signal({ kind: 'output', shell: false, at: scene.now }).activity).toBe('working');
		expect(scene.wait(4_000).activity).toBe('working');
		expect(scene.wait(2_000).activity).toBe('unknown');
	});

	it('is idle at a shell prompt', () => {
		const scene = new Scene('other');
		scene.signal({ kind: 'output', shell: true, at: scene.now });
		expect(scene.screen({ text: 'me@host:~$ make\nok\nme@host:~$ ', title: '', dead: false, command: 'bash' }).activity).toBe('idle');
	});
});

describe('rest', () => {
	it('deepens with the time the user is waited for, and ends with work', () => {
		const scene = new Scene('claude');
		scene.status('idle');
		const steps = [29_000, 2_000, 300_000, 3_600_000].map((ms) => scene.wait(ms).rest);
		expect(steps).toEqual(['active', 'drowsy', 'sleeping', 'deepSleep']);
		expect(scene.state.dueAt).toBeUndefined();
		expect(scene.status('busy').rest).toBe('active');
	});

	it('counts from when it began to wait, also across a question', () => {
		const scene = new Scene('claude');
		scene.status('waiting', 'permission prompt');
		scene.wait(20_000);
		scene.status('idle');
		expect(scene.wait(11_000).rest).toBe('drowsy');
	});
});

describe('a thought', () => {
	it('is kept, holds when nothing newer is known, and sleeps while the agent waits', () => {
		const scene = new Scene('claude');
		scene.status('busy');
		scene.signal({ kind: 'thought', text: 'Running **tests**', source: 'transcript', at: scene.now });
		expect(scene.state.thought).toMatchObject({ text: 'Running tests', state: 'active', source: 'transcript', seq: 1 });
		expect(scene.wait(31_000).thought).toMatchObject({ state: 'holding' });
		expect(scene.status('idle').thought).toMatchObject({ text: 'Running tests', state: 'sleeping' });
	});

	it('of the transcript is not replaced by what of it fits on the screen, nor by an older one', () => {
		const scene = new Scene('claude');
		scene.signal({ kind: 'thought', text: 'The whole sentence', source: 'transcript', at: START + 10 });
		scene.signal({ kind: 'thought', text: 'The whole', source: 'screen', at: START + 20 });
		scene.signal({ kind: 'thought', text: 'Earlier', source: 'transcript', at: START + 5 });
		expect(scene.state.thought).toMatchObject({ text: 'The whole sentence', seq: 1 });
	});

	it('of the transcript wins over the screen’s, though it was written a moment earlier', () => {
		const scene = new Scene('claude');
		scene.status('busy');
		scene.signal({ kind: 'thought', text: 'Counting now.', source: 'screen', at: START + 500 });
		scene.signal({ kind: 'thought', text: 'Counting now.', source: 'transcript', at: START + 100 });
		scene.signal({ kind: 'thought', text: 'Count slowly', source: 'transcript', at: START + 110 });
		expect(scene.state.thought).toMatchObject({ text: 'Count slowly', source: 'transcript', at: START + 110 });
	});

	it('loses secrets', () => {
		const scene = new Scene('claude');
		scene.signal({ kind: 'thought', text: 'export TOKEN=abcdef123456', source: 'transcript', at: START });
		expect(scene.state.thought?.text).toBe('export TOKEN=[redacted]');
	});

	it('has an objective whose change time stays until it changes', () => {
		const scene = new Scene('claude');
		scene.signal({ kind: 'objective', text: 'Fix', at: START });
		scene.signal({ kind: 'objective', text: 'Fix', at: START + 1_000 });
		expect(scene.state.objective).toEqual({ text: 'Fix', changedAt: START });
	});
});

describe('a commit candidate', () => {
	it('is not one whose edit was refused', () => {
		const scene = new Scene('claude');
		const tool = (id: string) => ({
			type: 'assistant',
			message: {
				model: 'm',
				content: [{ type: 'tool_use', id, name: 'Edit', input: { file_path: '/x/a', old_string: 'a', new_string: 'b' } }],
			},
		});
		const result = (id: string, failed: boolean) => ({
			type: 'user',
			message: { content: [{ type: 'tool_result', tool_use_id: id, is_error: failed, content: '' }] },
		});
		scene.status('busy');
		scene.line(tool('t1'));
		scene.line(result('t1', true));
		expect(scene.status('idle').commitCandidate).toBe(false);
		scene.status('busy');
		scene.line(tool('t2'));
		scene.line(result('t2', false));
		expect(scene.status('idle').commitCandidate).toBe(true);
	});

	it('is an idle agent that edited after the last commit', () => {
		const scene = new Scene('claude');
		scene.signal({ kind: 'commit', at: START });
		scene.status('busy');
		scene.signal({ kind: 'edit', at: START + 10 });
		expect(scene.state.commitCandidate).toBe(false);
		expect(scene.status('idle').commitCandidate).toBe(true);
		expect(scene.signal({ kind: 'commit', at: START + 20 }).commitCandidate).toBe(false);
	});
});

describe('the state', () => {
	it('is never changed in place', () => {
		const scene = new Scene('claude');
		const before = structuredClone(scene.state);
		const kept = scene.state;
		scene.status('busy');
		scene.screen(recording('claude/retrying/api-retrying-500'));
		expect(kept).toEqual(before);
	});

	it('of one run says nothing about the next one in the same pane', () => {
		const scene = new Scene('claude');
		scene.status('waiting', 'permission prompt');
		scene.screen(recording('claude/needsApproval/permission-bash'));
		scene.signal({ kind: 'ended', reason: 'exited', at: scene.now });
		const state = scene.signal({ kind: 'identified', agent: 'codex', process: { pid: 7, startTime: '9' }, how: 'process', at: scene.now });
		expect(state).toMatchObject({ agent: 'codex', activity: 'unknown', evidence: { source: 'none' } });
		expect(state.decision).toBeUndefined();
	});
});
