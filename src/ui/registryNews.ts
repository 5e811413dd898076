/** Tells what the registry found: sessions that ended while nobody looked, and files of it that can't be used. Each once. */
import { commands, window } from 'vscode';
import { type Disposable, DisposableList } from '../base/disposable.ts';
import type { Supervisor } from '../sessions/supervisor.ts';
import { appWords } from './words/app.ts';
import { viewWords } from './words/view.ts';

/** All sessions that a reboot took are found within moments of each other: one message tells of all. */
const GATHER_MS = 1000;

export function tellRegistryNews(supervisor: Supervisor): Disposable {
	const parts = new DisposableList();
	const missed: string[] = [];
	let timer: NodeJS.Timeout | undefined;
	parts.add({ dispose: () => clearTimeout(timer) });
	parts.add(
		supervisor.onDidMissAtStart(({ name }) => {
			missed.push(name);
			timer ??= setTimeout(() => {
				timer = undefined;
				void tellMissed(missed.splice(0));
			}, GATHER_MS);
		}),
	);
	void supervisor.openRegistry().then((registry) => {
		for (const problem of registry.problems) void tellProblem(problem);
		parts.add(registry.onDidFindProblem((problem) => void tellProblem(problem)));
	});
	return parts;
}

async function tellMissed(names: readonly string[]): Promise<void> {
	const choice = await window.showInformationMessage(appWords.missedAtStart(names), viewWords.showSessions());
	if (choice) await commands.executeCommand('shoal.sessions.focus');
}

async function tellProblem({ path, message }: { readonly path: string; readonly message: string }): Promise<void> {
	const choice = await window.showWarningMessage(appWords.problem(path, message), appWords.openFolder());
	if (choice) await commands.executeCommand('shoal.openRegistryFolder');
}
