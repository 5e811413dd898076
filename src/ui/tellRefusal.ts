/** Tells a person why an action was not carried out, with the button that helps. */
import { commands, window } from 'vscode';
import type { Refusal } from '../sessions/outcome.ts';
import { appWords } from './words/app.ts';
import { refusalText } from './words/outcome.ts';

export async function tellRefusal(refusal: Refusal): Promise<void> {
	const buttons: Record<string, () => unknown> = {};
	if (refusal.kind === 'program-missing') {
		const setting = `shoal.agents.${refusal.agent}.path`;
		buttons[appWords.openSettings()] = () => commands.executeCommand('workbench.action.openSettings', setting);
	}
	if (refusal.kind === 'failed') buttons[appWords.showLog()] = () => commands.executeCommand('shoal.showLog');
	const choice = await window.showErrorMessage(refusalText(refusal), ...Object.keys(buttons));
	if (choice) await buttons[choice]?.();
}
