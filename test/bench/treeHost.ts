/** What VS Code's extension host does with a tree: gathers changes, asks for what they touch, and sends the rows to the window as text. */
import { setTimeout as delay } from 'node:timers/promises';
import type { TreeDataProvider, TreeItem } from 'vscode';

/** As VS Code gathers them. */
const GATHER_MS = 200;

export class TreeHost<T> {
	readonly #provider: TreeDataProvider<T>;
	readonly #touched = new Set<T | undefined>();
	#timer: NodeJS.Timeout | undefined;
	#work: Promise<void> = Promise.resolve();
	rows = 0;
	bytes = 0;

	constructor(provider: TreeDataProvider<T>) {
		this.#provider = provider;
		provider.onDidChangeTreeData?.((change) => {
			for (const node of Array.isArray(change) ? change : [change]) this.#touched.add(node ?? undefined);
			this.#timer ??= setTimeout(() => this.#flush(), GATHER_MS);
		});
	}

	/** The whole tree once, as when the view is opened. */
	async open(): Promise<void> {
		await this.#show(undefined);
		this.rows = 0;
		this.bytes = 0;
	}

	async settled(): Promise<void> {
		await delay(GATHER_MS * 2);
		await this.#work;
	}

	#flush(): void {
		this.#timer = undefined;
		const nodes = this.#touched.has(undefined) ? [undefined] : [...this.#touched];
		this.#touched.clear();
		this.#work = this.#work.then(async () => {
			for (const node of nodes) await this.#show(node);
		});
	}

	async #show(node: T | undefined): Promise<void> {
		if (node !== undefined) {
			const item = await this.#provider.getTreeItem(node);
			this.#send(item);
			if (!item.collapsibleState) return;
		}
		for (const child of (await this.#provider.getChildren(node)) ?? []) await this.#show(child);
	}

	#send(item: TreeItem): void {
		this.rows += 1;
		this.bytes += JSON.stringify(item).length;
	}
}
