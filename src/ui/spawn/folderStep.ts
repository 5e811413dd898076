/** Where the agent works: a folder of the workspace, or any other. */
import { type QuickPickItem, ThemeIcon, Uri, window, workspace } from 'vscode';
import { tildify } from '../paths.ts';
import { pick } from '../steps/inputs.ts';
import type { Step } from '../steps/reply.ts';
import { spawnWords } from '../words/spawn.ts';
import type { Draft } from './draft.ts';

type FolderItem = QuickPickItem & { readonly folder?: string };

export const folderStep: Step<Draft> = {
	ask: async (draft, frame) => {
		const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
		const items: FolderItem[] = folders.map(({ name, uri }) => ({
			label: name,
			description: tildify(uri.fsPath),
			iconPath: new ThemeIcon('folder'),
			folder: uri.fsPath,
		}));
		const other = draft.folder !== undefined && !items.some(({ folder }) => folder === draft.folder) && draft.folder;
		if (other) items.push({ label: tildify(other), iconPath: new ThemeIcon('folder'), folder: other });
		items.push({ label: spawnWords.browse(), iconPath: new ThemeIcon('folder-opened') });
		const active = items.find(({ folder }) => folder !== undefined && folder === (draft.folder ?? activeFolder()));
		const reply = await pick({ ...frame, title: spawnWords.title() }, { items, placeholder: spawnWords.pickFolder(), active });
		if (reply.kind !== 'value') return reply;
		const folder = reply.value.folder ?? (await browse(draft.folder ?? folders[0]?.uri.fsPath));
		// Whoever leaves the dialog is asked again.
		return folder === undefined ? folderStep.ask(draft, frame) : { kind: 'value', value: { ...draft, folder } };
	},
};

/** The workspace folder of the file in front. */
function activeFolder(): string | undefined {
	const { activeTextEditor } = window;
	return activeTextEditor && workspace.getWorkspaceFolder(activeTextEditor.document.uri)?.uri.fsPath;
}

async function browse(start: string | undefined): Promise<string | undefined> {
	const [folder] =
		(await window.showOpenDialog({
			canSelectFiles: false,
			canSelectFolders: true,
			openLabel: spawnWords.chooseFolder(),
			title: spawnWords.pickFolder(),
			...(start !== undefined && { defaultUri: Uri.file(start) }),
		})) ?? [];
	return folder?.scheme === 'file' ? folder.fsPath : undefined;
}
