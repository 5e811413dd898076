/** What a window says to its user: status bar items, notifications, and modal dialogs. */
import type { Locator, Page } from 'playwright-core';
import { shownText } from './text.ts';

export class StatusBar {
	readonly #page: Page;

	constructor(page: Page) {
		this.#page = page;
	}

	/** The item whose shown text contains the words. Icons are no text. */
	item(words: string | RegExp): Locator {
		return this.#page.locator('.part.statusbar .statusbar-item', { hasText: words });
	}

	/** What the item says to a screen reader. */
	async spoken(words: string | RegExp): Promise<string> {
		return (await this.item(words).locator('a').first().getAttribute('aria-label')) ?? '';
	}
}

export class Notifications {
	readonly #page: Page;

	constructor(page: Page) {
		this.#page = page;
	}

	/** The toast that contains the words. */
	toast(words: string | RegExp): Locator {
		return this.#page.locator('.notifications-toasts .notification-list-item', { hasText: words });
	}

	/** The words of all toasts that show now. */
	async texts(): Promise<string[]> {
		return this.#page.locator('.notifications-toasts .notification-list-item .notification-list-item-message').allInnerTexts();
	}

	async press(words: string | RegExp, button: string): Promise<void> {
		const toast = this.toast(words);
		await toast.hover();
		await toast.locator('.monaco-button', { hasText: button }).click();
	}

	async dismiss(words: string | RegExp): Promise<void> {
		const toast = this.toast(words);
		await toast.hover();
		await toast.locator('.codicon-notifications-clear').click();
		await toast.waitFor({ state: 'detached' });
	}
}

export class Dialog {
	readonly #page: Page;

	constructor(page: Page) {
		this.#page = page;
	}

	get locator(): Locator {
		return this.#page.locator('.monaco-dialog-box');
	}

	/** Waits for the dialog and reads it. */
	async read(): Promise<{ readonly message: string; readonly detail: string; readonly buttons: string[] }> {
		await this.locator.waitFor();
		return {
			message: await shownText(this.locator.locator('.dialog-message-text')),
			detail: await shownText(this.locator.locator('.dialog-message-detail')),
			buttons: await this.locator.locator('.dialog-buttons .monaco-button').allInnerTexts(),
		};
	}

	async press(button: string): Promise<void> {
		await this.locator.locator('.monaco-button', { hasText: button }).click();
		await this.locator.waitFor({ state: 'detached' });
	}

	async cancel(): Promise<void> {
		await this.locator.waitFor();
		await this.#page.keyboard.press('Escape');
		await this.locator.waitFor({ state: 'detached' });
	}
}
