/** What 500 rows with 20 changes a second cost: our tree beside one that is filled anew on every change, through the same host. */
import { registerHooks } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import type { TreeDataProvider } from 'vscode';
import type { Session, SessionId } from '../../src/sessions/session.ts';
import { SessionList } from '../../src/sessions/sessionList.ts';
import { someSession } from '../unit/sessions/someSession.ts';
import { TreeHost } from './treeHost.ts';

registerHooks({
	resolve: (name, context, next) =>
		name === 'vscode' ? { url: new URL('./vscodeStub.ts', import.meta.url).href, shortCircuit: true } : next(name, context),
});
const { EventEmitter, TreeItem, TreeItemCollapsibleState } = await import('vscode');
const { SessionTree } = await import('../../src/ui/tree/sessionTree.ts');
const { ViewState } = await import('../../src/ui/tree/viewState.ts');
const { sessionItem } = await import('../../src/ui/tree/sessionNode.ts');

const ROWS = 500;
const CHANGES_PER_SECOND = 20;
/** One change in so many moves a row to another group; the others are new thoughts. */
const MOVES_ONE_IN = 10;
const SECONDS = Number(process.env.SHOAL_BENCH_SECONDS ?? 10);

const folders = ['/code/app', '/code/lib', '/elsewhere/site'];
const now = Date.now();

function agent(index: number, facts: Partial<Session> = {}): Session {
	return someSession(`agent-${index}`, {
		agent: index % 2 ? 'claude' : 'codex',
		folder: folders[index % folders.length] ?? '/',
		host: {
			kind: 'tmux',
			server: 'default',
			target: { server: { pid: 1, startTime: 1 }, sessionId: `$${index}`, created: 1 },
			paneId: `%${index}`,
			panePid: index,
		},
		activity: 'working',
		activitySince: now,
		thought: { text: 'Reads the tables of the tides', source: 'title', at: now, state: 'active' },
		...facts,
	});
}

const rowOf = (session: Session) => sessionItem(session, { isOpen: false, isUnseen: false, now });

type Node = { readonly group: string } | { readonly id: SessionId };

/** How a tree is written first: every change fills it anew. */
function naiveTree(list: SessionList): TreeDataProvider<Node> {
	const changed = new EventEmitter<undefined>();
	list.onDidChange(() => changed.fire(undefined));
	const groupOf = ({ activity, folder }: Session) => (activity === 'needsApproval' ? 'Needs You' : folder);
	const groups = () => [...new Set(list.all.map(groupOf))].sort();
	return {
		onDidChangeTreeData: changed.event,
		getChildren: (node) => {
			if (!node) return groups().map((group) => ({ group }));
			if (!('group' in node)) return [];
			return list.all
				.filter((session) => groupOf(session) === node.group)
				.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
				.map(({ id }) => ({ id }));
		},
		getTreeItem: (node) => {
			const session = 'id' in node ? list.get(node.id) : undefined;
			return session ? rowOf(session) : new TreeItem('group' in node ? node.group : '', TreeItemCollapsibleState.Expanded);
		},
	};
}

function ourTree(list: SessionList): TreeDataProvider<unknown> {
	const silent = { get: (_key: string, fallback?: unknown) => fallback, update: async () => undefined };
	return new SessionTree({
		list,
		archive: { size: 0, onDidChange: () => ({ dispose() {} }), list: async () => [] } as never,
		state: new ViewState(silent as never),
		surroundings: () => ({ roots: ['/code/app', '/code/lib'], repositoryOf: () => undefined }),
		colourOf: () => undefined,
		rowOf,
		tooltipOf: async () => undefined,
	}) as TreeDataProvider<unknown>;
}

interface Cost {
	readonly cpuMs: number;
	readonly rows: number;
	readonly kilobytes: number;
}

/** CPU of this process per second, less what making the changes takes by itself. */
async function measure<T>(tree: ((list: SessionList) => TreeDataProvider<T>) | undefined): Promise<Cost> {
	const list = new SessionList();
	const sessions = Array.from({ length: ROWS }, (_, index) => agent(index));
	list.replace(sessions);
	const host = tree && new TreeHost(tree(list));
	await host?.open();
	globalThis.gc?.();
	const before = process.cpuUsage();
	for (let change = 0; change < CHANGES_PER_SECOND * SECONDS; change += 1) {
		const index = (change * 37) % ROWS;
		const asks = change % MOVES_ONE_IN === 0;
		sessions[index] = agent(index, {
			activity: asks ? 'needsApproval' : 'working',
			thought: { text: `Step ${change} of its work`, source: 'title', at: now + change, state: 'active' },
		});
		list.replace(sessions);
		await delay(1000 / CHANGES_PER_SECOND);
	}
	await host?.settled();
	const { user, system } = process.cpuUsage(before);
	return {
		cpuMs: (user + system) / 1000 / SECONDS,
		rows: (host?.rows ?? 0) / SECONDS,
		kilobytes: (host?.bytes ?? 0) / 1000 / SECONDS,
	};
}

await measure(ourTree);
const [nothing, ours, naive] = [await measure(undefined), await measure(ourTree), await measure(naiveTree)];
const line = (name: string, { cpuMs, rows, kilobytes }: Cost) =>
	console.log(
		`${name.padEnd(28)} ${cpuMs.toFixed(1).padStart(7)} ms CPU/s (${(cpuMs / 10).toFixed(2)} % of a core)  ${rows.toFixed(0).padStart(6)} rows/s  ${kilobytes.toFixed(0).padStart(6)} KB/s`,
	);
console.log(`${ROWS} rows, ${CHANGES_PER_SECOND} changes a second, ${SECONDS} s each`);
line('the changes alone', nothing);
line('our tree', ours);
line('filled anew on every change', naive);
const own = (cost: Cost) => Math.max(cost.cpuMs - nothing.cpuMs, 0.01);
console.log(
	`the tree's own share: ${own(ours).toFixed(1)} against ${own(naive).toFixed(1)} ms/s, ${(own(naive) / own(ours)).toFixed(1)} times less`,
);
