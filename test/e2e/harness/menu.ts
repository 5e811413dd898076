/** A context menu. */
import type { Locator, Page } from 'playwright-core';
import { exactly } from './text.ts';

/** A menu ignores the mouse for its first 100 ms, so that the click that opens it does not also choose; nothing tells when it is ready. */
const MENU_DEAF_MS = 200;

/** A row that moves away under the click opens no menu: the caller tries again. */
const OPEN_MS = 2_000;

export class Menu {
	readonly #page: Page;

	private constructor(page: Page) {
		this.#page = page;
	}

	/** Right-clicks, and returns when the menu listens. */
	static async open(page: Page, target: Locator): Promise<Menu> {
		await target.click({ button: 'right' });
		const menu = new Menu(page);
		await menu.locator.waitFor({ timeout: OPEN_MS });
		await page.waitForTimeout(MENU_DEAF_MS);
		return menu;
	}

	get locator(): Locator {
		return this.#page.locator('.context-view .monaco-menu');
	}

	/** What can be chosen, in order; without separators. */
	async items(): Promise<string[]> {
		const labels = await this.locator.locator('.action-menu-item .action-label').allInnerTexts();
		return labels.map((label) => label.trim()).filter((label) => label !== '');
	}

	/** Chooses the item with exactly this label. */
	async choose(label: string): Promise<void> {
		const item = this.#page.locator('.action-label', { hasText: exactly(label) });
		await this.locator.locator('.action-menu-item', { has: item }).click();
		await this.locator.waitFor({ state: 'detached' });
	}

	async close(): Promise<void> {
		await this.#page.keyboard.press('Escape');
		await this.locator.waitFor({ state: 'detached' });
	}
}
