/** What Shoal says of itself: its log, its files, its start. */
import { l10n } from 'vscode';

export const appWords = {
	logName: () => 'Shoal',
	missedAtStart: (names: readonly string[]) =>
		names.length === 1
			? l10n.t('The session “{0}” ended while no window was open. It can be resumed.', names[0] ?? '')
			: l10n.t('{0} sessions ended while no window was open: {1}. They can be resumed.', names.length, names.join(', ')),
	problem: (path: string, message: string) => l10n.t('Shoal can’t use a file of its registry: {0} ({1})', message, path),
	openFolder: () => l10n.t('Open Registry Folder'),
	openSettings: () => l10n.t('Open Settings'),
	showLog: () => l10n.t('Show Log'),
	activationFailed: (message: string) => l10n.t('Shoal could not start: {0}', message),
};
