/** The column of icons at the side of a window, and the side bar that they open. */
import type { Locator, Page } from 'playwright-core';
import { shownText } from './text.ts';

export class ActivityBar {
	readonly #page: Page;

	constructor(page: Page) {
		this.#page = page;
	}

	/** The label is the title, with the badge's words after it when there is a badge. */
	item(title: string): Locator {
		return this.#page.locator(`.activitybar li.action-item:has(.action-label[aria-label^="${title}"])`);
	}

	/** Opens a view container; leaves it open when it is. */
	async open(title: string): Promise<void> {
		const item = this.item(title);
		await item.waitFor();
		// The icon toggles. The item takes the click and not its label, because a badge may lie over the label.
		if (!(await item.getAttribute('class'))?.split(' ').includes('checked')) await item.click();
		await this.#page.locator('.sidebar .composite.title h2', { hasText: title }).waitFor();
	}

	/** The number on the icon, or undefined when there is none. */
	async badge(title: string): Promise<string | undefined> {
		return (await shownText(this.item(title).locator('.badge-content:visible'))) || undefined;
	}
}
