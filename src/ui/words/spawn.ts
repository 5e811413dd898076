/** What is asked and said where an agent is started. */
import { l10n } from 'vscode';

export const spawnWords = {
	pickAgent: () => l10n.t('Which agent?'),
	firstPrompt: () => l10n.t('What should it do first? (may stay empty)'),
	pickPlace: () => l10n.t('Where should it work?'),
	inFolder: () => l10n.t('In the Folder Itself'),
	inWorktree: () => l10n.t('In a New Git Worktree'),
	inWorktreeDetail: () => l10n.t('on a branch of its own'),
	pickFolder: () => l10n.t('Choose a folder for the agent'),
	noFolder: () => l10n.t('Open a folder first: an agent works in one.'),
	notTrusted: () => l10n.t('Shoal starts agents only in a trusted workspace.'),
	manageTrust: () => l10n.t('Manage Workspace Trust'),
	spawning: (agent: string) => l10n.t('Starting {0}…', agent),
};
