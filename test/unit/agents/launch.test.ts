import { describe, expect, it } from 'vitest';
import { agents } from '../../../src/agents/catalog.ts';

const program = '/opt/bin/agent';
const id = '11111111-1111-4111-8111-111111111111';

describe('a launch line', () => {
	it('is Claude with everything asked for, the prompt last', () => {
		expect(
			agents.claude.launch({
				program,
				firstPrompt: 'fix it',
				model: 'opus',
				permissionMode: 'plan',
				conversationId: id,
				name: 'tides',
				settings: '{}',
			}),
		).toEqual([
			program,
			'--session-id',
			id,
			'--model',
			'opus',
			'--permission-mode',
			'plan',
			'--name',
			'tides',
			'--settings',
			'{}',
			'fix it',
		]);
		expect(agents.claude.launch({ program })).toEqual([program]);
	});

	it('is Codex without its shared daemon', () => {
		expect(agents.codex.launch({ program, firstPrompt: 'fix it', model: 'gpt' })).toEqual([
			program,
			'--no-daemon',
			'--model',
			'gpt',
			'fix it',
		]);
	});

	it('keeps a prompt that looks like an option a prompt', () => {
		expect(agents.claude.launch({ program, firstPrompt: '--help me' })).toEqual([program, '--', '--help me']);
		expect(agents.codex.launch({ program, firstPrompt: '-x' })).toEqual([program, '--no-daemon', '--', '-x']);
	});

	it('resumes and forks the same conversation', () => {
		expect(agents.claude.resume?.({ program, conversationId: id })).toEqual([program, '--resume', id]);
		expect(agents.claude.fork?.({ program, conversationId: id })).toEqual([program, '--resume', id, '--fork-session']);
		expect(agents.codex.resume?.({ program, conversationId: id })).toEqual([program, 'resume', '--no-daemon', id]);
		expect(agents.codex.fork?.({ program, conversationId: id })).toEqual([program, 'fork', '--no-daemon', id]);
	});

	it('takes the model for a resume too, wherever the agent has one', () => {
		for (const agent of Object.values(agents)) {
			const line = agent.resume?.({ program, conversationId: id, model: 'some-model' });
			if (line) expect(line.join(' '), agent.kind).toContain('--model some-model');
		}
	});

	it('offers only permission modes that its command line takes', () => {
		for (const { launch, choices, kind } of Object.values(agents)) {
			for (const { mode } of choices.permissionModes) expect(launch({ program, permissionMode: mode }), kind).toContain(mode);
			if (choices.permissionModes.length === 0) expect(launch({ program, permissionMode: 'x' }), kind).not.toContain('x');
		}
	});

	it('never clears Codex’s input with the key that would quit it', () => {
		expect(agents.codex.keys.clearInput(3)).not.toContainEqual({ kind: 'key', key: 'C-c' });
	});
});
