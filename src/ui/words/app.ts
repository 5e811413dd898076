/** What Shoal says of itself: its log, its files, its start. */
import { l10n } from 'vscode';

export const appWords = {
	logName: () => 'Shoal',
	problem: (path: string, message: string) => l10n.t('Shoal can’t use a file of its registry: {0} ({1})', message, path),
	openFolder: () => l10n.t('Open Registry Folder'),
	openSettings: () => l10n.t('Open Settings'),
	openSession: (name: string) => l10n.t('Open “{0}”', name),
	resumeSession: (name: string) => l10n.t('Resume “{0}”', name),
	showLog: () => l10n.t('Show Log'),
	activationFailed: (message: string) => l10n.t('Shoal could not start: {0}', message),
};
