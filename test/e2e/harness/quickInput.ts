/** The box at the top of a window: command palette, pick lists and input boxes. */
import type { Locator, Page } from 'playwright-core';
import { eventually } from './poll.ts';
import { shownText } from './text.ts';

/** The palette opens at once or not at all. */
const PALETTE_MS = 1_500;

/** The palette filters as one types; what is not first after this long is not there. */
const SETTLE_MS = 2_000;

export class QuickInput {
	readonly #page: Page;

	constructor(page: Page) {
		this.#page = page;
	}

	get locator(): Locator {
		return this.#page.locator('.quick-input-widget:visible');
	}

	get input(): Locator {
		return this.locator.locator('.quick-input-filter input.input, .quick-input-filter textarea.input').first();
	}

	/** Runs a command by its full title in the palette, such as `View: Toggle Panel Visibility`. */
	async command(title: string): Promise<void> {
		await eventually(async () => {
			await this.openPalette(title);
			await this.#settleOn(title).catch(async (error: unknown) => {
				// What a window offers is fixed when the palette opens; a command that is enabled a moment later is in the next one.
				await this.cancel();
				throw error;
			});
		});
		await this.#page.keyboard.press('Enter');
	}

	/** The palette also offers commands with similar words: only the one that is meant may be first. */
	async #settleOn(title: string): Promise<void> {
		await eventually(async () => {
			const [first] = await this.items();
			if (first !== title) throw new Error(`The palette's first entry for "${title}" is "${first}"`);
		}, SETTLE_MS);
	}

	/** The titles the palette offers for these words. */
	async commandsMatching(words: string): Promise<string[]> {
		await this.openPalette(words);
		await this.locator.locator('.monaco-list-row').first().waitFor();
		const items = await this.items();
		await this.cancel();
		return items;
	}

	async openPalette(words: string): Promise<void> {
		await eventually(async () => {
			// A key pressed while the focus moves (a menu closes, a terminal opens) reaches nobody: press it again.
			if (!(await this.input.isVisible())) await this.#page.keyboard.press('F1');
			// Whatever takes the focus meanwhile closes the box again.
			await this.input.fill(`>${words}`, { timeout: PALETTE_MS });
		});
	}

	/** Labels of the entries, best first. */
	async items(): Promise<string[]> {
		return this.locator.locator('.monaco-list-row .quick-input-list-entry .quick-input-list-row:first-child .label-name').allInnerTexts();
	}

	/** The words an input box shows below its field: what it asks, or why an answer will not do. */
	async message(): Promise<string> {
		return shownText(this.locator.locator('.quick-input-message'));
	}

	/** Chooses an entry of a pick list by its label. */
	async choose(label: string): Promise<void> {
		await this.locator.locator('.monaco-list-row', { hasText: label }).first().click();
	}

	async fill(text: string): Promise<void> {
		await this.input.waitFor();
		await this.input.fill(text);
	}

	/** Fills an input box and presses Enter. */
	async answer(text: string): Promise<void> {
		await this.fill(text);
		await this.#page.keyboard.press('Enter');
	}

	async cancel(): Promise<void> {
		await this.#page.keyboard.press('Escape');
		await this.locator.waitFor({ state: 'hidden' });
	}
}
