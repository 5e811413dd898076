/** Activation: builds the supervisor, then the window that shows what it knows, and ties their ends to VS Code's. */
import { type ExtensionContext, env, version, window } from 'vscode';
import { DisposableList } from './base/disposable.ts';
import { listsNatives, socketsToObserve } from './sessions/sockets.ts';
import { Supervisor } from './sessions/supervisor.ts';
import { settings } from './ui/settings.ts';
import { ShoalWindow } from './ui/shoalWindow.ts';
import { appWords } from './ui/words/app.ts';

/** What other extensions and the in-host tests may use. */
export interface ShoalApi {
	readonly supervisor: Supervisor;
}

/** VS Code waits about five seconds for an extension to end. */
const DEACTIVATE_LIMIT_MS = 3000;

let running: Supervisor | undefined;

export function activate(context: ExtensionContext): ShoalApi {
	const parts = new DisposableList();
	context.subscriptions.push(parts);
	const log = parts.add(window.createOutputChannel(appWords.logName(), { log: true }));
	log.info(`Shoal ${context.extension.packageJSON.version}, VS Code ${version} (${env.appName}), Node ${process.version}`);

	const supervisor = parts.add(
		new Supervisor({
			sockets: socketsToObserve(process.env, settings.tmuxSockets()),
			natives: listsNatives(process.env),
			tmuxPath: settings.tmuxPath(),
			programOf: settings.programOf,
			hooks: settings.hooks(),
			worktreesFolder: settings.worktreesFolder,
			sessionLimit: settings.sessionLimit,
			storageFolder: context.globalStorageUri.fsPath,
			windowId: env.sessionId,
			logger: log,
		}),
	);
	running = supervisor;
	parts.add(new ShoalWindow(supervisor, context, log));
	supervisor.start().catch((error: unknown) => {
		log.error(`could not start: ${String(error)}`);
		void window.showErrorMessage(appWords.activationFailed(String(error)));
	});
	return { supervisor };
}

export function deactivate(): Promise<void> | undefined {
	return running?.shutdown(DEACTIVATE_LIMIT_MS);
}
