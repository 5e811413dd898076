/** What the commands say that talk to an agent. */
import { l10n } from 'vscode';

export const talkWords = {
	nothingAsked: (name: string) => l10n.t('“{0}” asks nothing right now.', name),
	answered: (name: string) => l10n.t('Answered “{0}”.', name),
	answerUnverified: (name: string) => l10n.t('The answer was typed into “{0}”; it has not confirmed it yet.', name),
	byDefault: () => l10n.t('default'),
	answerInWords: () => l10n.t('Answer in Words…'),
	sendTo: (names: readonly string[]) =>
		names.length === 1 ? l10n.t('Send to {0}', names[0] ?? '') : l10n.t('Send to {0} sessions', names.length),
	sendPlaceholder: () => l10n.t('What should it do?'),
	sendThis: () => l10n.t('send'),
	sendWith: (name: string) => l10n.t('What should “{0}” do with it? (may stay empty)', name),
	nothingDropped: () => l10n.t('There was nothing in it that could be sent.'),
	noEditor: () => l10n.t('Open a file or select text first.'),
	untitled: () => l10n.t('From an untitled document'),
	interrupted: (name: string) => l10n.t('Interrupted “{0}”.', name),
	interruptUnverified: (name: string) => l10n.t('Esc was sent to “{0}”; it has not stopped yet.', name),
};
