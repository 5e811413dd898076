/** The box at the top of a window: command palette, pick lists and input boxes. */
import type { Locator, Page } from 'playwright-core';
import { eventually } from './poll.ts';
import { exactly, shownText } from './text.ts';

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

	/** Waits for the box with this title; in a row of questions it ends with `(2/5)`. */
	async waitForTitle(title: string): Promise<void> {
		await eventually(async () => {
			const shown = await shownText(this.locator.locator('.quick-input-title'));
			if (shown !== title) throw new Error(`The title is "${shown}", not "${title}"`);
		});
	}

	/** Waits for the question: in the words below the line, or in the line while nothing is typed. */
	async waitForQuestion(words: string): Promise<void> {
		await eventually(async () => {
			const shown = [await this.message(), await this.input.getAttribute('placeholder')].join(' ');
			if (!shown.includes(words)) throw new Error(`The box asks "${shown}", not "${words}"`);
		});
	}

	/** Everything that the entry with this label says. */
	async describe(label: string): Promise<string> {
		return shownText(this.#entry(label));
	}

	/** Labels of the entries that have a tick, in a list where several can be chosen. */
	async ticked(): Promise<string[]> {
		return this.locator.locator('.monaco-list-row:has([aria-checked=true]) .quick-input-list-row:first-child .label-name').allInnerTexts();
	}

	/** Changes the tick of an entry. */
	async tick(label: string): Promise<void> {
		await this.#entry(label).locator('.label-name').first().click();
	}

	/** Takes what is ticked, or the file that is named. */
	async ok(label = 'OK'): Promise<void> {
		await this.locator.locator('.monaco-button', { hasText: label }).click();
	}

	/** Presses a button of the box's title, or of its line, by its tooltip. */
	async pressButton(tooltip: string): Promise<void> {
		await this.locator.locator(`.action-label[aria-label^="${tooltip}"]`).first().click();
	}

	async append(text: string): Promise<void> {
		await this.input.focus();
		await this.#page.keyboard.press('End');
		await this.#page.keyboard.type(text);
	}

	#entry(label: string): Locator {
		return this.locator
			.locator('.monaco-list-row', {
				has: this.#page.locator('.quick-input-list-row:first-child .label-name', { hasText: exactly(label) }),
			})
			.first();
	}

	/** Everything the list shows, headings included. */
	async text(): Promise<string> {
		return shownText(this.locator.locator('.quick-input-list'));
	}

	/** Presses a button that shows on an entry when the pointer is over it. */
	async itemAction(label: string, action: string): Promise<void> {
		const row = this.#entry(label);
		await row.hover();
		await row.locator(`.action-label[aria-label^="${action}"]`).click();
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
