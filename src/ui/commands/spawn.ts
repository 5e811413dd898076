/** "Spawn Claude in This Folder": one step where the folder is clear, one question where it is not. */
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { commands, ProgressLocation, Uri, window, workspace } from 'vscode';
import type { Session } from '../sessions/session.ts';
import type { CommandContext } from './commands.ts';
import { words } from './messages.ts';
import { tellRefusal } from './tellRefusal.ts';

export async function spawnClaude(context: CommandContext, target: unknown): Promise<void> {
	const session = await spawnInteractively(context, target);
	if (session) await context.terminals.open(session);
}

/** The new session, or undefined after the user was told why there is none. */
export async function spawnInteractively({ supervisor }: CommandContext, target: unknown): Promise<Session | undefined> {
	if (!workspace.isTrusted) return tellUntrusted();
	const folder = await folderFor(target);
	if (!folder) return undefined;
	const progress = { location: ProgressLocation.Window, title: words.spawning('Claude') };
	const outcome = await window.withProgress(progress, () => supervisor.actions.spawn({ agent: 'claude', folder }));
	if (outcome.kind === 'done') return supervisor.sessions.get(outcome.value);
	await tellRefusal(outcome.refusal);
	return undefined;
}

/** A folder of the Explorer; else the active file's workspace folder; else the only one; else the user says. */
async function folderFor(target: unknown): Promise<string | undefined> {
	if (target instanceof Uri) return target.scheme === 'file' ? folderOf(target.fsPath) : undefined;
	const folders = workspace.workspaceFolders?.filter((folder) => folder.uri.scheme === 'file') ?? [];
	if (folders.length === 0) {
		await window.showInformationMessage(words.noFolder());
		return undefined;
	}
	const active = window.activeTextEditor && workspace.getWorkspaceFolder(window.activeTextEditor.document.uri);
	if (active?.uri.scheme === 'file') return active.uri.fsPath;
	if (folders.length === 1) return folders[0]?.uri.fsPath;
	return (await window.showWorkspaceFolderPick({ placeHolder: words.pickFolder() }))?.uri.fsPath;
}

async function folderOf(path: string): Promise<string> {
	const isFile = await stat(path).then(
		(stats) => stats.isFile(),
		() => false,
	);
	return isFile ? dirname(path) : path;
}

async function tellUntrusted(): Promise<undefined> {
	const choice = await window.showWarningMessage(words.notTrusted(), words.manageTrust());
	if (choice) await commands.executeCommand('workbench.trust.manage');
}
