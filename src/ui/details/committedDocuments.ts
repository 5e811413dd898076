/** Files as they are in the last commit, for VS Code's own diff editor. */
import { commands, Uri, workspace } from 'vscode';
import { type Disposable, DisposableList } from '../../base/disposable.ts';
import { type ChangedFile, committedText } from '../../sessions/folderChanges.ts';
import { detailsWords } from '../words/details.ts';

/** Not the git extension's own scheme: that knows only repositories of this window, and a session may be anywhere. */
const SCHEME = 'shoal-committed';

export function registerCommittedDocuments(): Disposable {
	const parts = new DisposableList();
	parts.add(
		workspace.registerTextDocumentContentProvider(SCHEME, {
			provideTextDocumentContent: async ({ path, query }) => (query === '' ? '' : ((await committedText(query, path)) ?? '')),
		}),
	);
	return parts;
}

export async function showCommittedDiff(root: string, { path, name, change, binary }: ChangedFile): Promise<void> {
	const file = Uri.file(path);
	if (binary && change !== 'removed') return void (await commands.executeCommand('vscode.open', file));
	const before = file.with({ scheme: SCHEME, query: root });
	// A file that is gone is compared with nothing.
	const after = change === 'removed' ? file.with({ scheme: SCHEME, query: '' }) : file;
	await commands.executeCommand('vscode.diff', before, after, detailsWords.diffTitle(name), { preview: true });
}
