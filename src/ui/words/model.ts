/** What is said of thoughts that a language model writes. */
import { l10n } from 'vscode';

export const modelWords = {
	noModel: () => l10n.t('VS Code has no language model.'),
	justification: () => l10n.t('To say in one sentence what a terminal session is doing, as turned on in Shoal’s settings.'),
	written: () => l10n.t('written by VS Code’s language model from the screen, not by the program itself'),
};
