/** What the commands say that talk to an agent. */
import { l10n } from 'vscode';

export const talkWords = {
	nothingAsked: (name: string) => l10n.t('“{0}” asks nothing right now.', name),
	answered: (name: string) => l10n.t('Answered “{0}”.', name),
	answerUnverified: (name: string) => l10n.t('The answer was typed into “{0}”; it has not confirmed it yet.', name),
	byDefault: () => l10n.t('default'),
	answerInWords: () => l10n.t('Answer in Words…'),
	interrupted: (name: string) => l10n.t('Interrupted “{0}”.', name),
	interruptUnverified: (name: string) => l10n.t('Esc was sent to “{0}”; it has not stopped yet.', name),
};
