/** Whether the agent works in the folder itself, or in a git worktree of its own. Asked only in a repository. */
import { ThemeIcon } from 'vscode';
import { tildify } from '../paths.ts';
import { pick } from '../steps/inputs.ts';
import type { Step } from '../steps/reply.ts';
import { spawnWords } from '../words/spawn.ts';
import type { Draft } from './draft.ts';

export const placeStep: Step<Draft> = {
	applies: ({ defaults }) => defaults === undefined || defaults.branch !== undefined,
	ask: async (draft, frame) => {
		const inFolder = {
			label: spawnWords.inFolder(),
			description: tildify(draft.folder ?? ''),
			iconPath: new ThemeIcon('folder'),
			worktree: false,
		};
		const inWorktree = {
			label: spawnWords.inWorktree(),
			description: spawnWords.onBranch(draft.branch ?? draft.defaults?.branch ?? ''),
			iconPath: new ThemeIcon('git-branch'),
			worktree: true,
		};
		const reply = await pick(
			{ ...frame, title: spawnWords.title(draft.agent?.displayName) },
			{
				items: [inFolder, inWorktree],
				placeholder: spawnWords.pickPlace(),
				active: draft.inWorktree ? inWorktree : inFolder,
			},
		);
		return reply.kind === 'value' ? { kind: 'value', value: { ...draft, inWorktree: reply.value.worktree } } : reply;
	},
};
