/** What notices say, and their buttons. */
import { l10n } from 'vscode';

export const noticeWords = {
	open: () => l10n.t('Open'),
	snooze: () => l10n.t('Snooze Session'),
	approve: () => l10n.t('Approve'),
	reject: () => l10n.t('Reject'),
	answer: () => l10n.t('Answer…'),
	asks: (name: string, question: string) => l10n.t('{0}: {1}', name, question),
	failed: (name: string, why: string) => l10n.t('{0} failed: {1}', name, why),
	finished: (name: string, thought: string | undefined) =>
		thought ? l10n.t('{0} is done: {1}', name, thought) : l10n.t('{0} is done.', name),
};
