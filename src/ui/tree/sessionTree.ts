/** The tree of the Sessions view: groups by the chosen way of looking, rows below them; one change refreshes one row. */
import { type CancellationToken, EventEmitter, type TreeDataProvider, TreeItem } from 'vscode';
import { DisposableList } from '../../base/disposable.ts';
import type { Archive } from '../../sessions/archive.ts';
import { needsUser } from '../../sessions/attention.ts';
import type { RepoColour } from '../../sessions/repo/colours.ts';
import type { Session, SessionId } from '../../sessions/session.ts';
import type { SessionList } from '../../sessions/sessionList.ts';
import { activityWord } from '../words/state.ts';
import { arrange, type Group, placeOf, type Surroundings } from './arrangement.ts';
import { passes } from './filter.ts';
import { archivedItem, groupItem } from './groupRow.ts';
import type { ArchivedNode, GroupNode, SessionNode, TreeNode } from './nodes.ts';
import type { ViewState } from './viewState.ts';

const ARCHIVE: Group = { key: 'archive', kind: 'archive', groups: [], sessions: [] };

export interface SessionTreeOptions {
	readonly list: SessionList;
	readonly archive: Archive;
	readonly state: ViewState;
	readonly surroundings: () => Surroundings;
	readonly colourOf: (folder: string) => RepoColour | undefined;
	readonly rowOf: (session: Session) => TreeItem;
	readonly tooltipOf: (session: Session, token: CancellationToken) => Promise<TreeItem['tooltip']>;
}

export class SessionTree extends DisposableList implements TreeDataProvider<TreeNode> {
	readonly #options: SessionTreeOptions;
	readonly #groupNodes = new Map<string, GroupNode>();
	readonly #sessionNodes = new Map<SessionId, SessionNode>();
	readonly #archivedNodes = new Map<SessionId, ArchivedNode>();
	/** Where each row stands: a change that keeps its place refreshes the row alone. */
	readonly #placed = new Map<SessionId, string>();
	/** Made again only when a row has moved; undefined until somebody asks. */
	#groups: readonly Group[] | undefined;
	readonly #onDidChange = this.add(new EventEmitter<TreeNode | TreeNode[] | undefined>());
	readonly onDidChangeTreeData = this.#onDidChange.event;

	constructor(options: SessionTreeOptions) {
		super();
		this.#options = options;
		this.add(options.list.onDidChange(({ added, changed, removed }) => this.#handleChange([...added, ...changed], removed)));
		this.add(options.state.onDidChange(() => this.rearrange()));
		this.add(options.archive.onDidChange(() => this.rearrange()));
	}

	/** What decides the place of rows has changed. */
	rearrange(): void {
		for (const session of this.#options.list.all) this.#placed.set(session.id, this.#placeOf(session));
		this.#refill(this.#options.list.all);
	}

	refreshRows(ids: Iterable<SessionId>): void {
		const nodes = [...ids].flatMap((id) => this.#sessionNodes.get(id) ?? []);
		if (nodes.length > 0) this.#onDidChange.fire(nodes);
	}

	/** Whether any row can be seen: the filter may have left none. */
	get isEmpty(): boolean {
		return this.#arranged().length === 0;
	}

	async getChildren(node?: TreeNode): Promise<TreeNode[]> {
		if (!node) return this.#arranged().map(({ key }) => this.#groupNode(key));
		if (node.kind !== 'group') return [];
		// Asked for only where it is open. The event that says so gets lost while VS Code fills the tree anew.
		if (this.#options.state.isCollapsed(node.key, false)) this.#options.state.setCollapsed(node.key, false);
		if (node.key === ARCHIVE.key) return this.#archived();
		const group = this.#group(node.key);
		return group ? [...group.groups.map(({ key }) => this.#groupNode(key)), ...group.sessions.map(({ id }) => this.nodeOf(id))] : [];
	}

	getParent(node: TreeNode): TreeNode | undefined {
		if (node.kind === 'archived') return this.#groupNode(ARCHIVE.key);
		const holds = (group: Group) =>
			node.kind === 'group' ? group.groups.some(({ key }) => key === node.key) : group.sessions.some(({ id }) => id === node.id);
		const parent = this.#allGroups().find(holds);
		return parent && this.#groupNode(parent.key);
	}

	getTreeItem(node: TreeNode): TreeItem {
		if (node.kind === 'archived') return archivedItem(node.session);
		if (node.kind === 'session') {
			const session = this.#options.list.get(node.id);
			return session ? this.#options.rowOf(session) : new TreeItem('');
		}
		const group = this.#group(node.key);
		const { state, archive, colourOf } = this.#options;
		return group ? groupItem(group, { state, archived: archive.size, colourOf }) : new TreeItem('');
	}

	async resolveTreeItem(item: TreeItem, node: TreeNode, token: CancellationToken): Promise<TreeItem> {
		const session = node.kind === 'session' ? this.#options.list.get(node.id) : undefined;
		if (session) item.tooltip = await this.#options.tooltipOf(session, token);
		return item;
	}

	nodeOf(id: SessionId): SessionNode {
		return known(this.#sessionNodes, id, () => ({ kind: 'session', id }));
	}

	#handleChange(present: readonly Session[], removed: readonly Session[]): void {
		for (const { id } of removed) {
			this.#sessionNodes.delete(id);
			this.#placed.delete(id);
		}
		const moved = present.filter((session) => this.#settle(session));
		if (moved.length + removed.length === 0) this.refreshRows(present.map(({ id }) => id));
		else this.#refill(present);
	}

	/** Rows have moved: only the groups that hold others now are filled again, where the groups themselves are the same. */
	#refill(present: readonly Session[]): void {
		const before = this.#groups;
		this.#groups = undefined;
		const after = this.#arranged();
		if (!before || outline(before) !== outline(after)) {
			this.#onDidChange.fire(undefined);
			return;
		}
		const members = new Map(flat(before).map((group) => [group.key, memberIds(group)]));
		const touched = flat(after).filter((group) => members.get(group.key) !== memberIds(group));
		this.#onDidChange.fire(touched.map(({ key }) => this.#groupNode(key)));
		this.refreshRows(present.map(({ id }) => id));
	}

	/** Notes where the row stands now; true where that is another place than before. */
	#settle(session: Session): boolean {
		const place = this.#placeOf(session);
		if (this.#placed.get(session.id) === place) return false;
		this.#placed.set(session.id, place);
		return true;
	}

	#placeOf(session: Session): string {
		return `${this.#isShown(session)}\n${placeOf(session, this.#options.surroundings())}`;
	}

	#isShown(session: Session): boolean {
		const { filter } = this.#options.state;
		return filter === '' || passes(session, filter, activityWord(session));
	}

	#arranged(): readonly Group[] {
		if (this.#groups) return this.#groups;
		const { list, state, archive, surroundings } = this.#options;
		const groups = arrange(
			list.all.filter((session) => this.#isShown(session)),
			state.mode,
			surroundings(),
		);
		// An archive alone would keep the welcome page from showing.
		this.#groups = archive.size > 0 && state.filter === '' && list.size > 0 ? [...groups, ARCHIVE] : groups;
		return this.#groups;
	}

	async #archived(): Promise<ArchivedNode[]> {
		const sessions = await this.#options.archive.list();
		return sessions.map((session) => known(this.#archivedNodes, session.id, () => ({ kind: 'archived', id: session.id, session })));
	}

	#allGroups(): readonly Group[] {
		return flat(this.#arranged());
	}

	#group(key: string): Group | undefined {
		return this.#allGroups().find((group) => group.key === key);
	}

	#groupNode(key: string): GroupNode {
		return known(this.#groupNodes, key, () => ({ kind: 'group', key }));
	}
}

function flat(groups: readonly Group[]): readonly Group[] {
	return groups.flatMap((group) => [group, ...group.groups]);
}

/** Which groups there are, and where. */
function outline(groups: readonly Group[]): string {
	return flat(groups)
		.map(({ key }) => key)
		.join('\n');
}

/** Who is in a group and who of them waits: what its own row counts. */
function memberIds({ sessions }: Group): string {
	return sessions.map((session) => `${session.id} ${needsUser(session)}`).join('\n');
}

function known<K, V>(map: Map<K, V>, key: K, make: () => V): V {
	const found = map.get(key) ?? make();
	map.set(key, found);
	return found;
}
