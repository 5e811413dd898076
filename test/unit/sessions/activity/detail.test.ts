import { describe, expect, it } from 'vitest';
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

	it('leaves out an edit that is too long to be held, and keeps what the dialog shows', () => {
		const scene = asking();
		scene.line(call('t1', 'Write', { file_path: '/home/user/project/new-file.txt', content: 'x'.repeat(500_000) }));
		scene.status('waiting', 'permission prompt');
		const { decision } = scene.screen(recording('claude/needsApproval/write-80x24'));
		expect(decision?.edits).toBeUndefined();
		expect(decision?.diff).toContain('one');
	});
});
