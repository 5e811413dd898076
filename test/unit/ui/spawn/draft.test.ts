import { describe, expect, it } from 'vitest';
import type { AgentOffer } from '../../../../src/sessions/actions/spawnAdvice.ts';
import { emptyDraft, requestOf, type Settled } from '../../../../src/ui/spawn/draft.ts';

const agent: AgentOffer = {
	agent: 'claude',
	displayName: 'Claude Code',
	program: '/bin/claude',
	install: '',
	models: [],
	permissionModes: [],
};
const draft: Settled = { ...emptyDraft, folder: '/src/harbor', agent, defaults: { name: 'claude-harbor', branch: 'shoal/claude-harbor' } };

describe('what a draft asks for', () => {
	it('is only what was chosen: defaults are left to the start', () => {
		expect(requestOf(draft)).toEqual({ agent: 'claude', folder: '/src/harbor' });
		expect(requestOf({ ...draft, inWorktree: true })).toEqual({ agent: 'claude', folder: '/src/harbor', worktree: {} });
	});

	it('is everything that was chosen, the prompt as it was written', () => {
		const chosen = { name: 'boats', model: 'sonnet', permissionMode: 'plan', issueId: 'HAR-7' };
		expect(requestOf({ ...draft, ...chosen, firstPrompt: ' /clear\n', asCommand: true, inWorktree: true, branch: 'x' })).toEqual({
			agent: 'claude',
			folder: '/src/harbor',
			...chosen,
			firstPrompt: ' /clear\n',
			asCommand: true,
			worktree: { branch: 'x' },
		});
	});

	it('has no branch outside of a worktree', () => {
		expect(requestOf({ ...draft, branch: 'x' })).not.toHaveProperty('worktree');
	});
});
