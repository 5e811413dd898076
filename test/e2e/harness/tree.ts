/** A tree view: its rows as data, and what can be done with one. */
import type { Locator, Page } from 'playwright-core';
import { Menu } from './menu.ts';
import { eventually } from './poll.ts';
import { exactly, shownText } from './text.ts';

export interface Row {
	readonly label: string;
	readonly description: string;
	/** Name of the codicon, as in `ThemeIcon`; empty without one. */
	readonly icon: string;
	/** The first letter that a file decoration puts at the end of the row; empty without one. */
	readonly badge: string;
	/** The second one. */
	readonly mark: string;
	readonly level: number;
	readonly expanded: boolean | undefined;
	readonly selected: boolean;
	/** What a screen reader says. */
	readonly spoken: string;
}

/** The part of the DOM that `readRow` needs; the project is type-checked without the browser's types. */
interface Element {
	readonly textContent: string | null;
	readonly classList: Iterable<string>;
	querySelector(selector: string): Element | null;
	getAttribute(name: string): string | null;
}
declare function getComputedStyle(element: Element, pseudo: string): { readonly content: string };

/** Runs inside the page. */
function readRows(rows: Element[]): Row[] {
	return rows.map((row) => {
		const text = (selector: string) => row.querySelector(selector)?.textContent ?? '';
		const iconClasses = [...(row.querySelector('.custom-view-tree-node-item-icon')?.classList ?? [])];
		const label = row.querySelector('.monaco-icon-label');
		// A decoration's badge is no element: a style sheet made at run time draws it after the label.
		const drawn = label ? getComputedStyle(label, '::after').content : 'none';
		const expanded = row.getAttribute('aria-expanded');
		return {
			label: text('.label-name'),
			description: text('.label-description'),
			icon: iconClasses.find((name) => name.startsWith('codicon-') && !name.startsWith('codicon-modifier'))?.slice('codicon-'.length) ?? '',
			badge: drawn.startsWith('"') ? drawn.slice(1, 2) : '',
			mark: drawn.startsWith('"') ? drawn.slice(2, -1) : '',
			level: Number(row.getAttribute('aria-level')),
			expanded: expanded === null ? undefined : expanded === 'true',
			selected: row.getAttribute('aria-selected') === 'true',
			spoken: row.getAttribute('aria-label') ?? '',
		};
	});
}

export class Tree {
	readonly #page: Page;
	readonly name: string;

	/** `name` is the view's own: "Sessions", or "Files Explorer". */
	constructor(page: Page, name: string) {
		this.#page = page;
		this.name = name;
	}

	get locator(): Locator {
		return this.#page.locator(`[role=tree][aria-label^="${this.name}"]`);
	}

	/** Only rows that are scrolled into view exist. */
	rows(): Promise<Row[]> {
		return this.locator.locator('[role=treeitem]').evaluateAll(readRows);
	}

	async labels(): Promise<string[]> {
		return (await this.rows()).map(({ label }) => label);
	}

	/** The row with exactly this label. */
	row(label: string): Locator {
		return this.locator.locator('[role=treeitem]', { has: this.#page.locator('.label-name', { hasText: exactly(label) }) });
	}

	/** Waits until there is a row with this label that also satisfies the check. */
	waitForRow(label: string, accept: (row: Row) => boolean = () => true): Promise<Row> {
		return eventually(async () => {
			const rows = await this.rows();
			const found = rows.find((row) => row.label === label && accept(row));
			if (!found) throw new Error(`No such row "${label}" in ${this.name}; rows now: ${JSON.stringify(rows)}`);
			return found;
		});
	}

	waitForNoRow(label: string): Promise<void> {
		return this.row(label).waitFor({ state: 'detached' });
	}

	/** One click selects a row and runs its command. */
	async click(label: string): Promise<void> {
		await this.row(label).click();
	}

	async contextMenu(label: string): Promise<Menu> {
		return Menu.open(this.#page, this.row(label));
	}

	/** Chooses from a row's menu, as soon as it offers the item: VS Code gathers changes of rows, so that they come a moment late. */
	async menuAction(label: string, item: string): Promise<void> {
		await eventually(async () => {
			const menu = await this.contextMenu(label);
			if ((await menu.items()).includes(item)) return menu.choose(item);
			await menu.close();
			throw new Error(`The menu of "${label}" does not offer "${item}"`);
		});
	}

	/** Presses a button that shows on a row when the pointer is over it. */
	async inlineAction(label: string, action: string): Promise<void> {
		await this.row(label).hover();
		await this.row(label).locator(`.actions .action-label[aria-label^="${action}"]`).click();
	}

	/** Presses a button in the view's header. */
	async titleAction(action: string): Promise<void> {
		// A container with a single view puts the buttons into its own header.
		const header = this.#page.locator(`.pane-header[aria-label^="${this.name}"], .sidebar .composite.title`);
		await header.first().hover();
		await header.locator(`.action-label[aria-label^="${action}"]`).first().click();
	}

	/** What the view says above its rows; empty when it says nothing. */
	async message(): Promise<string> {
		return shownText(this.#page.locator('.sidebar .tree-explorer-viewlet-tree-view .message:visible'));
	}

	/** Drops data onto a row, as when it was dragged there from outside the view. */
	async drop(label: string, type: string, data: string): Promise<void> {
		const transfer = await this.#page.evaluateHandle(
			`(() => { const transfer = new DataTransfer(); transfer.setData(${JSON.stringify(type)}, ${JSON.stringify(data)}); return transfer; })()`,
		);
		for (const event of ['dragenter', 'dragover', 'drop']) await this.row(label).dispatchEvent(event, { dataTransfer: transfer });
		await transfer.dispose();
	}

	/** The text of the welcome content that an empty view shows, or '' when it shows none. */
	async welcome(): Promise<string> {
		return shownText(this.#page.locator('.sidebar .welcome-view-content:visible'));
	}
}
