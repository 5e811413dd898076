/** The Sessions view and what goes with it: tree, row decorations, badge and status bar, and the pace of looking while it is shown. */

import { type CancellationToken, type TreeItem, type TreeView, window, workspace } from 'vscode';
import { DisposableList, toDisposable } from '../../base/disposable.ts';
import type { Session, SessionId } from '../../sessions/session.ts';
import type { Supervisor } from '../../sessions/supervisor.ts';
import { setContext } from '../contextKeys.ts';
import { detectInstaller } from '../installer.ts';
import type { Memory } from '../memory.ts';
import { SessionStatusBar } from '../statusBar.ts';
import type { SessionTerminals } from '../terminal/terminals.ts';
import type { Unseen } from '../unseen.ts';
import { groupWords } from '../words/groups.ts';
import type { Surroundings, ViewMode } from './arrangement.ts';
import { isHere } from './arrangement.ts';
import { SessionDecorations } from './decorations.ts';
import { type Dropped, SessionDropTarget } from './dropping.ts';
import { focusedRows } from './focusedRows.ts';
import type { TreeNode } from './nodes.ts';
import { selectedRow } from './selectedRow.ts';
import { rowAge, sessionItem } from './sessionNode.ts';
import { SessionTree } from './sessionTree.ts';
import { sessionTooltip } from './tooltip.ts';
import { ViewState } from './viewState.ts';

/** Ages are shown in minutes: looked at twice in each, none is far off. */
const AGE_CHECK_MS = 30_000;

export interface SessionsViewOptions {
	readonly supervisor: Supervisor;
	readonly terminals: SessionTerminals;
	readonly unseen: Unseen;
	readonly memory: Memory;
	readonly onDidDrop: (session: Session, dropped: Dropped) => Promise<void>;
}

export class SessionsView extends DisposableList {
	readonly #options: SessionsViewOptions;
	readonly #state: ViewState;
	readonly #tree: SessionTree;
	readonly #view: TreeView<TreeNode>;
	/** The age each row was last drawn with. */
	readonly #ages = new Map<SessionId, string | undefined>();

	constructor(options: SessionsViewOptions) {
		super();
		this.#options = options;
		const { supervisor, terminals, unseen, memory, onDidDrop } = options;
		const { sessions: list, archive, repositories } = supervisor;
		const colourOf = (folder: string) => repositories.colourOf(folder);
		this.#state = this.add(new ViewState(memory));
		this.#tree = this.add(
			new SessionTree({
				list,
				archive,
				state: this.#state,
				surroundings: () => this.#surroundings(),
				colourOf,
				rowOf: (session) => this.#row(session),
				tooltipOf: (session, token) => this.#tooltip(session, token),
			}),
		);
		const sessionOf = (node: TreeNode | undefined) => (node?.kind === 'session' ? list.get(node.id) : undefined);
		this.#view = this.add(
			window.createTreeView('shoal.sessions', {
				treeDataProvider: this.#tree,
				canSelectMany: true,
				showCollapseAll: true,
				dragAndDropController: new SessionDropTarget({ sessionOf, onDidDrop }),
			}),
		);
		const statusBar = this.add(
			new SessionStatusBar({ list, isHere: (session) => isHere(session, this.#surroundings()), view: this.#view }),
		);
		const decorations = this.add(new SessionDecorations({ list, isUnseen: (id) => unseen.has(id), colourOf }));
		this.add(window.registerFileDecorationProvider(decorations));
		const rearrange = () => {
			this.#tree.rearrange();
			decorations.refresh(list.all.map(({ id }) => id));
			statusBar.update();
		};
		this.add(workspace.onDidChangeWorkspaceFolders(rearrange));
		this.add(repositories.onDidChange(rearrange));
		this.add(terminals.onDidChangeOpen((id) => this.#tree.refreshRows([id])));
		this.add(
			unseen.onDidChange((ids) => {
				this.#tree.refreshRows(ids);
				decorations.refresh(ids);
			}),
		);
		this.add(this.#view.onDidCollapseElement(({ element }) => this.#remember(element, true)));
		this.add(this.#view.onDidExpandElement(({ element }) => this.#remember(element, false)));
		this.add(this.#view.onDidChangeVisibility(({ visible }) => supervisor.setPace(visible ? 'quick' : 'slow')));
		this.add(supervisor.onDidChangeAvailability(({ kind }) => setContext('shoal.tmux', kind)));
		this.add(supervisor.onDidChangeInstalled((agents) => setContext('shoal.agents', agents.length > 0 ? 'some' : 'none')));
		// A path that was set just now may name the agent that was missing.
		this.add(workspace.onDidChangeConfiguration((change) => change.affectsConfiguration('shoal.agents') && void supervisor.start()));
		setContext('shoal.installer', detectInstaller());
		this.add(
			list.onDidChange(() => {
				if (this.#state.filter !== '') this.#tellFilter();
			}),
		);
		const timer = setInterval(() => this.#refreshAges(), AGE_CHECK_MS).unref();
		this.add(toDisposable(() => clearInterval(timer)));
	}

	/** The session whose row has the focus, and the rows selected with it. */
	async focused(): Promise<readonly unknown[]> {
		const [row, selected] = await focusedRows(this.#view);
		return row?.kind === 'session' ? [row, selected] : [];
	}

	/** The row that is selected. */
	selection(): Promise<TreeNode | undefined> {
		return selectedRow(this.#view);
	}

	setMode(mode: ViewMode): void {
		this.#state.setMode(mode);
	}

	get filter(): string {
		return this.#state.filter;
	}

	/** Says above the rows that some are hidden, and by what. */
	setFilter(filter: string): void {
		this.#state.setFilter(filter.trim());
		this.#tellFilter();
	}

	#tellFilter(): void {
		const { filter } = this.#state;
		this.#view.message = filter === '' ? '' : this.#tree.isEmpty ? groupWords.nothingFound(filter) : groupWords.filtered(filter);
	}

	#surroundings(): Surroundings {
		const { repositories } = this.#options.supervisor;
		return { roots: workspaceRoots(), repositoryOf: (folder) => repositories.of(folder) };
	}

	#row(session: Session): TreeItem {
		const { terminals, unseen } = this.#options;
		const now = Date.now();
		this.#ages.set(session.id, rowAge(session, now));
		return sessionItem(session, { isOpen: terminals.isOpen(session.id), isUnseen: unseen.has(session.id), now });
	}

	async #tooltip(session: Session, token: CancellationToken): Promise<TreeItem['tooltip']> {
		const { supervisor, terminals, unseen } = this.#options;
		const [branch, screen] = await Promise.all([
			supervisor.repositories.branchOf(session.folder),
			supervisor.screenOf(session.id).catch(() => undefined),
		]);
		if (token.isCancellationRequested) return undefined;
		return sessionTooltip(session, { branch, screen, tab: terminals.healthOf(session.id), isUnseen: unseen.has(session.id) });
	}

	/** Time alone changes a row: only those whose words it changes are drawn again, and only while they can be seen. */
	#refreshAges(): void {
		if (!this.#view.visible) return;
		const now = Date.now();
		const { all } = this.#options.supervisor.sessions;
		this.#tree.refreshRows(all.filter((session) => rowAge(session, now) !== this.#ages.get(session.id)).map(({ id }) => id));
	}

	#remember(node: TreeNode, collapsed: boolean): void {
		if (node.kind === 'group') this.#state.setCollapsed(node.key, collapsed);
	}
}

function workspaceRoots(): readonly string[] {
	return (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}
