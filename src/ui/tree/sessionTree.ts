/** The tree of the Sessions view: who needs the user, then this workspace, then the others; one change refreshes one row. */
import { EventEmitter, type TreeDataProvider, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { DisposableList } from '../../base/disposable.ts';
import { needsUser } from '../../sessions/attention.ts';
import { isInAny } from '../../sessions/scope.ts';
import type { Session, SessionId } from '../../sessions/session.ts';
import type { SessionList } from '../../sessions/sessionList.ts';
import type { SessionTerminals } from '../terminal/terminals.ts';
import { viewWords } from '../words/view.ts';
import { sessionItem, sessionTooltip } from './sessionNode.ts';

export type GroupKey = 'needsYou' | 'workspace' | 'elsewhere' | 'stopped';

/** The tree compares nodes by identity, so there is one object per group and per session id. */
export type TreeNode = { readonly kind: 'group'; readonly key: GroupKey } | { readonly kind: 'session'; readonly id: SessionId };

export interface SessionTreeOptions {
	readonly list: SessionList;
	readonly workspaceRoots: () => readonly string[];
	/** Which sessions have a tab, and how well it keeps up. */
	readonly terminals: Pick<SessionTerminals, 'isOpen' | 'healthOf'>;
}

export class SessionTree extends DisposableList implements TreeDataProvider<TreeNode> {
	readonly #options: SessionTreeOptions;
	readonly #groups: Record<GroupKey, TreeNode> = {
		needsYou: { kind: 'group', key: 'needsYou' },
		workspace: { kind: 'group', key: 'workspace' },
		elsewhere: { kind: 'group', key: 'elsewhere' },
		stopped: { kind: 'group', key: 'stopped' },
	};
	readonly #nodes = new Map<SessionId, TreeNode>();
	/** Where each row stands: a change that keeps its place refreshes the row alone. */
	readonly #placed = new Map<SessionId, string>();
	readonly #onDidChange = this.add(new EventEmitter<TreeNode | undefined>());
	readonly onDidChangeTreeData = this.#onDidChange.event;

	constructor(options: SessionTreeOptions) {
		super();
		this.#options = options;
		this.add(
			options.list.onDidChange(({ added, changed, removed }) => {
				for (const { id } of removed) {
					this.#nodes.delete(id);
					this.#placed.delete(id);
				}
				const moved = [...added, ...changed].filter((session) => this.#settle(session));
				if (moved.length + removed.length > 0) this.refresh();
				else for (const session of changed) this.refresh(session.id);
			}),
		);
	}

	refresh(id?: SessionId): void {
		this.#onDidChange.fire(id && this.#nodes.get(id));
	}

	getChildren(node?: TreeNode): TreeNode[] {
		if (node?.kind === 'session') return [];
		if (node) return this.#sorted(node.key).map((session) => this.nodeOf(session.id));
		return Object.values(this.#groups).filter((group) => group.kind === 'group' && this.#sorted(group.key).length > 0);
	}

	getParent(node: TreeNode): TreeNode | undefined {
		if (node.kind === 'group') return undefined;
		const session = this.#options.list.get(node.id);
		return session && this.#groups[this.#groupOf(session)];
	}

	getTreeItem(node: TreeNode): TreeItem {
		if (node.kind === 'group') return groupItem(node.key);
		const session = this.#options.list.get(node.id);
		if (!session) return new TreeItem('');
		return sessionItem(session, { isOpen: this.#options.terminals.isOpen(session.id) });
	}

	resolveTreeItem(item: TreeItem, node: TreeNode): TreeItem {
		const session = node.kind === 'session' ? this.#options.list.get(node.id) : undefined;
		if (session) item.tooltip = sessionTooltip(session, this.#options.terminals.healthOf(session.id));
		return item;
	}

	nodeOf(id: SessionId): TreeNode {
		const known = this.#nodes.get(id);
		if (known) return known;
		const node: TreeNode = { kind: 'session', id };
		this.#nodes.set(id, node);
		return node;
	}

	#groupOf(session: Session): GroupKey {
		if (needsUser(session)) return 'needsYou';
		if (session.lifecycle === 'stopped' || session.lifecycle === 'errored') return 'stopped';
		return isInAny(session.folder, this.#options.workspaceRoots()) ? 'workspace' : 'elsewhere';
	}

	/** Notes where the row stands now; true where that is another place than before. */
	#settle(session: Session): boolean {
		const place = `${this.#groupOf(session)}/${session.name}`;
		if (this.#placed.get(session.id) === place) return false;
		this.#placed.set(session.id, place);
		return true;
	}

	/** By name, as numbers read: stable while sessions change what they do. */
	#sorted(group: GroupKey): Session[] {
		return this.#options.list.all
			.filter((session) => this.#groupOf(session) === group)
			.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }) || a.createdAt - b.createdAt);
	}
}

function groupItem(key: GroupKey): TreeItem {
	const labels: Record<GroupKey, string> = {
		needsYou: viewWords.needsYou(),
		workspace: viewWords.thisWorkspace(),
		elsewhere: viewWords.elsewhere(),
		stopped: viewWords.stopped(),
	};
	const item = new TreeItem(labels[key], TreeItemCollapsibleState.Expanded);
	item.id = `group:${key}`;
	item.contextValue = 'group';
	return item;
}
