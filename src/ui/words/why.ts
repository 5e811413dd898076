/** What "Why This State?" and "This Is Wrong" say. */
import { l10n } from 'vscode';

export const whyWords = {
	gone: () => l10n.t('That session is gone.'),
	because: () => l10n.t('Because:'),
	against: () => l10n.t('What spoke against it:'),
	asks: () => l10n.t('It asks:'),
	byDefault: () => l10n.t('(what Enter takes)'),
	also: () => l10n.t('What else is known:'),
	age: (seconds: number) => l10n.t('{0} s ago', seconds),
	recorded: (folder: string) =>
		l10n.t('Saved in {0}. Secrets that look like one are taken out; read it before you attach it to a report.', folder),
};
