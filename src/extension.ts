/** Activation: builds the parts in the order data flows and ties their ends to the window's. */
import { type ExtensionContext, env, version, window } from 'vscode';
import { DisposableList } from './base/disposable.ts';
import { listsNatives, socketsToObserve } from './sessions/sockets.ts';
import { Supervisor } from './sessions/supervisor.ts';
import type { CommandContext } from './ui/commands/context.ts';
import { sendDropped } from './ui/commands/drop.ts';
import { registerCommands } from './ui/commands/table.ts';
import { KeptFile } from './ui/keptFile.ts';
import { registerModelThoughts } from './ui/languageModel.ts';
import { KeptMemory } from './ui/memory.ts';
import { Notices } from './ui/notices.ts';
import { tellRegistryNews } from './ui/registryNews.ts';
import { settings } from './ui/settings.ts';
import { TerminalMemory } from './ui/terminal/terminalMemory.ts';
import { registerTerminalProfile } from './ui/terminal/terminalProfile.ts';
import { SessionTerminals } from './ui/terminal/terminals.ts';
import { SessionsView } from './ui/tree/sessionsView.ts';
import { Unseen } from './ui/unseen.ts';
import { registerWhyDocuments } from './ui/whyState.ts';
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
	const extensionVersion: string = context.extension.packageJSON.version;
	const log = parts.add(window.createOutputChannel(appWords.logName(), { log: true }));
	log.info(`Shoal ${extensionVersion}, VS Code ${version} (${env.appName}), Node ${process.version}`);

	const supervisor = parts.add(
		new Supervisor({
			sockets: socketsToObserve(process.env, settings.tmuxSockets()),
			natives: listsNatives(process.env),
			tmuxPath: settings.tmuxPath(),
			programOf: settings.programOf,
			storageFolder: context.globalStorageUri.fsPath,
			windowId: env.sessionId,
			logger: log,
		}),
	);
	running = supervisor;
	const { sessions } = supervisor;

	const terminals = parts.add(new SessionTerminals(supervisor, log));
	const storage = (context.storageUri ?? context.globalStorageUri).fsPath;
	const memory = new KeptMemory(new KeptFile(storage, 'memory.json', log));
	const unseen = parts.add(new Unseen(sessions, terminals, memory));
	const view = parts.add(
		new SessionsView({ supervisor, terminals, unseen, memory, onDidDrop: (...dropped) => sendDropped(...dropped, commandContext) }),
	);
	const commandContext: CommandContext = {
		supervisor,
		terminals,
		view,
		memory,
		log,
		logFolder: context.logUri.fsPath,
		extensionVersion,
	};
	parts.add(registerCommands(commandContext));
	parts.add(registerTerminalProfile(commandContext));
	parts.add(new Notices(commandContext));
	parts.add(registerWhyDocuments(sessions));
	parts.add(registerModelThoughts(supervisor, log));
	parts.add(tellRegistryNews(supervisor));
	parts.add(new TerminalMemory(new KeptFile(storage, 'tabs.json', log), terminals, sessions)).start();

	supervisor.start().catch((error: unknown) => {
		log.error(`could not start: ${String(error)}`);
		void window.showErrorMessage(appWords.activationFailed(String(error)));
	});
	return { supervisor };
}

export function deactivate(): Promise<void> | undefined {
	return running?.shutdown(DEACTIVATE_LIMIT_MS);
}
