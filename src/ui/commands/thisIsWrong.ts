/** "This Is Wrong": saves a recording of the session and opens it for the user to read before it goes anywhere. */
import { Uri, window, workspace } from 'vscode';
import type { Session } from '../../sessions/session.ts';
import { whyWords } from '../words/why.ts';
import { type CommandContext, valueOrTell } from './context.ts';

export async function thisIsWrong(session: Session, { supervisor }: CommandContext): Promise<void> {
	const folder = await valueOrTell(await supervisor.actions.saveRecording(session.id));
	if (folder === undefined) return;
	await window.showTextDocument(await workspace.openTextDocument(Uri.joinPath(Uri.file(folder), 'screen.txt')));
	void window.showInformationMessage(whyWords.recorded(folder));
}
