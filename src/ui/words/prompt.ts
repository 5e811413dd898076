/** What the box for a prompt says. */
import { l10n } from 'vscode';

export const promptWords = {
	sendTo: (names: readonly string[]) =>
		names.length === 1 ? l10n.t('Send to {0}', names[0] ?? '') : l10n.t('Send to {0} sessions', names.length),
	sendWith: (name: string) => l10n.t('What should “{0}” do with it? (may stay empty)', name),
	nothingDropped: () => l10n.t('There was nothing in it that could be sent.'),
	noEditor: () => l10n.t('Open a file or select text first.'),
	untitled: () => l10n.t('From an untitled document'),
	pickSessions: () => l10n.t('Which sessions should get the prompt?'),
	noSession: () => l10n.t('No agent is running.'),
	waiting: (names: readonly string[]) =>
		names.length === 1
			? l10n.t('The prompt goes to “{0}” when it is idle', names[0] ?? '')
			: l10n.t('The prompt goes to each of {0} sessions when it is idle', names.length),
	refused: (name: string, why: string) => l10n.t('“{0}”: {1}', name, why),
	placeholder: () => l10n.t('What should it do?'),
	sendNow: () => l10n.t('Send now'),
	sendWhenIdle: () => l10n.t('Send when it is idle'),
	asCommand: () => l10n.t('Send as a command of the agent, where it begins with / or !'),
	history: () => l10n.t('sent before'),
	attach: () => l10n.t('Attach'),
	attachFile: () => l10n.t('Attach a File by Its Path'),
	paste: () => l10n.t('Paste with Line Breaks'),
	newLine: () => l10n.t('Line Break'),
};
