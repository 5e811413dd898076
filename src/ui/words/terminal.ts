/** What a session's tab says when there is nothing more to show. */
import { l10n } from 'vscode';

export const terminalWords = {
	terminalEnded: (name: string) => l10n.t('The session “{0}” has ended. Press Enter to close this tab.', name),
	terminalDetached: (name: string) => l10n.t('Detached; “{0}” lives on. Press Enter to attach again.', name),
	terminalServerGone: () => l10n.t('The tmux server has ended, and its sessions with it. Press Enter to try again.'),
	terminalFailed: (message: string) => l10n.t('The terminal could not attach: {0}. Press Enter to try again.', message),
};
