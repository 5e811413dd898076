/** "Spawn Claude in This Folder" in one step, and "Spawn Agent…", which asks for what is worth choosing. */
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { commands, ProgressLocation, Uri, window, workspace } from 'vscode';
import type { SpawnRequest } from '../../sessions/actions/spawn.ts';
import type { Session } from '../../sessions/session.ts';
import { requestOf } from '../spawn/draft.ts';
import { askWhatToSpawn } from '../spawn/spawnFlow.ts';
import { spawnWords } from '../words/spawn.ts';
import { type CommandContext, valueOrTell } from './context.ts';

export async function spawnClaude(context: CommandContext, target: unknown): Promise<void> {
	const session = await spawnClaudeIn(context, target);
	if (session) await context.terminals.open(session);
}

/** The new session, or undefined after the user was told why there is none. */
export async function spawnClaudeIn(context: CommandContext, target: unknown): Promise<Session | undefined> {
	if (!workspace.isTrusted) return tellUntrusted();
	const folder = await folderFor(target);
	return folder ? start({ agent: 'claude', folder }, 'Claude', context) : undefined;
}

export async function spawnAgent(context: CommandContext, target: unknown): Promise<void> {
	if (!workspace.isTrusted) return tellUntrusted();
	const folder = target instanceof Uri && target.scheme === 'file' ? await folderOf(target.fsPath) : undefined;
	const draft = await askWhatToSpawn(context, folder);
	const session = draft && (await start(requestOf(draft), draft.agent.displayName, context));
	if (session) await context.terminals.open(session);
}

async function start(request: SpawnRequest, name: string, { supervisor }: CommandContext): Promise<Session | undefined> {
	const progress = { location: ProgressLocation.Window, title: spawnWords.spawning(name) };
	const id = await valueOrTell(await window.withProgress(progress, () => supervisor.actions.spawn(request)));
	return id && supervisor.sessions.get(id);
}

/** A folder of the Explorer; else the active file's workspace folder; else the only one; else the user says. */
async function folderFor(target: unknown): Promise<string | undefined> {
	if (target instanceof Uri) return target.scheme === 'file' ? folderOf(target.fsPath) : undefined;
	const folders = workspace.workspaceFolders?.filter((folder) => folder.uri.scheme === 'file') ?? [];
	if (folders.length === 0) {
		await window.showInformationMessage(spawnWords.noFolder());
		return undefined;
	}
	const active = window.activeTextEditor && workspace.getWorkspaceFolder(window.activeTextEditor.document.uri);
	if (active?.uri.scheme === 'file') return active.uri.fsPath;
	if (folders.length === 1) return folders[0]?.uri.fsPath;
	return (await window.showWorkspaceFolderPick({ placeHolder: spawnWords.pickFolder() }))?.uri.fsPath;
}

async function folderOf(path: string): Promise<string> {
	const isFile = await stat(path).then(
		(stats) => stats.isFile(),
		() => false,
	);
	return isFile ? dirname(path) : path;
}

async function tellUntrusted(): Promise<undefined> {
	const choice = await window.showWarningMessage(spawnWords.notTrusted(), spawnWords.manageTrust());
	if (choice) await commands.executeCommand('workbench.trust.manage');
}
