/** Activation: builds the parts in the order data flows and ties their ends to the window's. */
import { type ExtensionContext, env, version, window, workspace } from 'vscode';
import { DisposableList } from './base/disposable.ts';
import { socketsToObserve } from './sessions/sockets.ts';
import { Supervisor } from './sessions/supervisor.ts';
import { registerCommands } from './ui/commands.ts';
import { setContext } from './ui/contextKeys.ts';
import { SessionDecorations } from './ui/decorations.ts';
import { detectInstaller } from './ui/installer.ts';
import { words } from './ui/messages.ts';
import { tellRegistryNews } from './ui/registryNews.ts';
import { selectedRow } from './ui/selectedRow.ts';
import { SessionTree } from './ui/sessionTree.ts';
import { settings } from './ui/settings.ts';
import { SessionStatusBar } from './ui/statusBar.ts';
import { TabFile } from './ui/tabFile.ts';
import { TerminalMemory } from './ui/terminalMemory.ts';
import { registerTerminalProfile } from './ui/terminalProfile.ts';
import { SessionTerminals } from './ui/terminals.ts';

/** What other extensions and the in-host tests may use. */
export interface ShoalApi {
	readonly supervisor: Supervisor;
}

const DEACTIVATE_LIMIT_MS = 3000;

let running: Supervisor | undefined;

export function activate(context: ExtensionContext): ShoalApi {
	const parts = new DisposableList();
	context.subscriptions.push(parts);
	const log = parts.add(window.createOutputChannel(words.logName(), { log: true }));
	const extensionVersion: string = context.extension.packageJSON.version;
	log.info(`Shoal ${extensionVersion}, VS Code ${version} (${env.appName}), Node ${process.version}`);

	const supervisor = parts.add(
		new Supervisor({
			sockets: socketsToObserve(process.env, settings.tmuxSockets()),
			tmuxPath: settings.tmuxPath(),
			programOf: settings.programOf,
			storageFolder: context.globalStorageUri.fsPath,
			windowId: env.sessionId,
			logger: log,
		}),
	);
	running = supervisor;
	const { sessions } = supervisor;
	const workspaceRoots = () => (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);

	const terminals = parts.add(new SessionTerminals(supervisor, log));
	const tree = parts.add(new SessionTree({ list: sessions, workspaceRoots, terminals }));
	const view = parts.add(window.createTreeView('shoal.sessions', { treeDataProvider: tree, showCollapseAll: false }));
	const statusBar = parts.add(new SessionStatusBar({ list: sessions, workspaceRoots, view }));
	parts.add(window.registerFileDecorationProvider(parts.add(new SessionDecorations(sessions))));
	const commandContext = {
		supervisor,
		terminals,
		selection: () => selectedRow(view),
		log,
		logFolder: context.logUri.fsPath,
		extensionVersion,
	};
	parts.add(registerCommands(commandContext));
	parts.add(registerTerminalProfile(commandContext));
	const tabFile = new TabFile((context.storageUri ?? context.globalStorageUri).fsPath, log);
	void parts.add(new TerminalMemory(tabFile, terminals, sessions)).start();

	parts.add(terminals.onDidChangeOpen((id) => tree.refresh(id)));
	parts.add(view.onDidChangeVisibility(({ visible }) => supervisor.setPace(visible ? 'quick' : 'slow')));
	parts.add(
		workspace.onDidChangeWorkspaceFolders(() => {
			tree.refresh();
			statusBar.update();
		}),
	);
	parts.add(supervisor.onDidChangeAvailability(({ kind }) => setContext('shoal.tmux', kind)));
	setContext('shoal.installer', detectInstaller());
	parts.add(tellRegistryNews(supervisor));
	supervisor.start().catch((error: unknown) => {
		log.error(`could not start: ${String(error)}`);
		void window.showErrorMessage(words.activationFailed(String(error)));
	});
	return { supervisor };
}

/** VS Code waits about five seconds for this. */
export function deactivate(): Promise<void> | undefined {
	return running?.shutdown(DEACTIVATE_LIMIT_MS);
}
