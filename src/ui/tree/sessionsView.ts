/** The Sessions view and what goes with it: tree, row decorations, badge and status bar, and the pace of looking while it is shown. */
import { type TreeView, window, workspace } from 'vscode';
import { DisposableList } from '../../base/disposable.ts';
import type { Supervisor } from '../../sessions/supervisor.ts';
import { setContext } from '../contextKeys.ts';
import { detectInstaller } from '../installer.ts';
import { SessionStatusBar } from '../statusBar.ts';
import type { SessionTerminals } from '../terminal/terminals.ts';
import { SessionDecorations } from './decorations.ts';
import { selectedRow } from './selectedRow.ts';
import { SessionTree, type TreeNode } from './sessionTree.ts';

export class SessionsView extends DisposableList {
	readonly #view: TreeView<TreeNode>;

	constructor(supervisor: Supervisor, terminals: SessionTerminals) {
		super();
		const { sessions } = supervisor;
		const tree = this.add(new SessionTree({ list: sessions, workspaceRoots, terminals }));
		this.#view = this.add(window.createTreeView('shoal.sessions', { treeDataProvider: tree }));
		const statusBar = this.add(new SessionStatusBar({ list: sessions, workspaceRoots, view: this.#view }));
		this.add(window.registerFileDecorationProvider(this.add(new SessionDecorations(sessions))));
		this.add(terminals.onDidChangeOpen((id) => tree.refresh(id)));
		this.add(this.#view.onDidChangeVisibility(({ visible }) => supervisor.setPace(visible ? 'quick' : 'slow')));
		this.add(
			workspace.onDidChangeWorkspaceFolders(() => {
				tree.refresh();
				statusBar.update();
			}),
		);
		this.add(supervisor.onDidChangeAvailability(({ kind }) => setContext('shoal.tmux', kind)));
		this.add(supervisor.onDidChangeInstalled((agents) => setContext('shoal.agents', agents.length > 0 ? 'some' : 'none')));
		// A path that was set just now may name the agent that was missing.
		this.add(workspace.onDidChangeConfiguration((change) => change.affectsConfiguration('shoal.agents') && void supervisor.start()));
		setContext('shoal.installer', detectInstaller());
	}

	/** The row that is selected. */
	selection(): Promise<TreeNode | undefined> {
		return selectedRow(this.#view);
	}
}

function workspaceRoots(): readonly string[] {
	return (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}
