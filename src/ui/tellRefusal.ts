/** Tells a person why an action was not carried out, with the button that helps. */
import { commands, window } from 'vscode';
import type { Holder, Refusal } from '../sessions/outcome.ts';
import { appWords } from './words/app.ts';
import { refusalText } from './words/outcome.ts';

export interface Help {
	readonly label: string;
	readonly run: () => unknown;
}

export async function tellRefusal(refusal: Refusal): Promise<void> {
	const helps = helpFor(refusal);
	const choice = await window.showErrorMessage(refusalText(refusal), ...helps.map(({ label }) => label));
	await helps.find(({ label }) => label === choice)?.run();
}

/** What may be done about a refusal, the best first. */
export function helpFor(refusal: Refusal): readonly Help[] {
	switch (refusal.kind) {
		case 'program-missing':
			return [openSettings(`shoal.agents.${refusal.agent}.path`)];
		case 'name-taken':
		case 'issue-taken':
			return refusal.by ? [goTo(refusal.by)] : [];
		case 'limit':
			return [...(refusal.idlest ? [goTo(refusal.idlest)] : []), openSettings('shoal.sessionLimit')];
		case 'failed':
			return [{ label: appWords.showLog(), run: () => commands.executeCommand('shoal.showLog') }];
		default:
			return [];
	}
}

function openSettings(setting: string): Help {
	return { label: appWords.openSettings(), run: () => commands.executeCommand('workbench.action.openSettings', setting) };
}

/** What is stopped can't be opened, only resumed. */
function goTo({ id, name, running }: Holder): Help {
	return running
		? { label: appWords.openSession(name), run: () => commands.executeCommand('shoal.open', id) }
		: { label: appWords.resumeSession(name), run: () => commands.executeCommand('shoal.resume', id) };
}
