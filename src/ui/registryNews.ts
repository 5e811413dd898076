/** Tells of files of the registry that can't be used. Each once. */
import { commands, window } from 'vscode';
import { type Disposable, DisposableList } from '../base/disposable.ts';
import type { Supervisor } from '../sessions/supervisor.ts';
import { appWords } from './words/app.ts';

export function tellRegistryNews(supervisor: Supervisor): Disposable {
	const parts = new DisposableList();
	void supervisor.openRegistry().then((registry) => {
		for (const problem of registry.problems) void tellProblem(problem);
		parts.add(registry.onDidFindProblem((problem) => void tellProblem(problem)));
	});
	return parts;
}

async function tellProblem({ path, message }: { readonly path: string; readonly message: string }): Promise<void> {
	const choice = await window.showWarningMessage(appWords.problem(path, message), appWords.openFolder());
	if (choice) await commands.executeCommand('shoal.openRegistryFolder');
}
