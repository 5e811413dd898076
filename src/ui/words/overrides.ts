/** What "Session Settings…" asks and says. */
import { l10n } from 'vscode';

export const overridesWords = {
	title: (name: string) => l10n.t('Settings of {0}', name),
	placeholder: (running: boolean) =>
		running ? l10n.t('What should change from its next start on?') : l10n.t('What should change when it is resumed?'),
	agent: () => l10n.t('Agent'),
	pickAgent: () => l10n.t('Which agent? Another one begins a new conversation with its own model and mode.'),
	variables: () => l10n.t('Environment Variables'),
	pickVariable: () => l10n.t('Which variable?'),
	addVariable: () => l10n.t('Add Variable…'),
	removeVariable: () => l10n.t('Remove'),
	variablePrompt: () => l10n.t('A variable for the agent and what it runs; kept in the session’s record on this machine'),
	notAVariable: () => l10n.t('Write it as NAME=value; a name has letters, digits and _.'),
	none: () => l10n.t('none'),
	done: () => l10n.t('Done'),
	atNextStart: () => l10n.t('applies at its next start'),
	restart: () => l10n.t('Restart Now'),
	kept: (name: string) => l10n.t('Kept; “{0}” has it from its next start on.', name),
};
