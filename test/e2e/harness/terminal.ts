/** The terminal that shows in a window, in the panel or as an editor. Readable because the settings turn GPU drawing off. */
import type { Locator, Page } from 'playwright-core';
import { eventually } from './poll.ts';
import { shownText } from './text.ts';

export class Terminal {
	readonly #page: Page;

	constructor(page: Page) {
		this.#page = page;
	}

	get locator(): Locator {
		return this.#page.locator('.terminal-wrapper.active');
	}

	/** The screen as text, one line per row, without the blanks at the end of each. */
	async text(): Promise<string> {
		const rows = await this.locator.locator('.xterm-rows > div').allTextContents();
		return rows.map((row) => row.replaceAll('\u00a0', ' ').trimEnd()).join('\n');
	}

	/** Waits until the screen matches, and returns it. */
	waitFor(pattern: RegExp): Promise<string> {
		return eventually(async () => {
			const text = await this.text();
			if (!pattern.test(text)) throw new Error(`The terminal never matched ${pattern}; it shows:\n${text}`);
			return text;
		});
	}

	/** Types as a user does; `\n` is Enter. */
	async type(text: string): Promise<void> {
		await this.locator.locator('.xterm-screen').click();
		await this.#page.keyboard.type(text);
	}

	/** Drags the upper edge of the panel; a positive number makes it taller. */
	async growPanel(pixels: number): Promise<void> {
		const box = await this.#page.locator('.monaco-sash.horizontal:not(.disabled)').first().boundingBox();
		if (!box) throw new Error('The panel has no edge to drag.');
		const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
		await this.#page.mouse.move(x, y);
		await this.#page.mouse.down();
		await this.#page.mouse.move(x, y - pixels, { steps: 10 });
		await this.#page.mouse.up();
	}

	/** Names of the terminals in the panel: of all tabs, or of the only one. */
	async names(): Promise<string[]> {
		const tabs = await this.#page.locator('.terminal-tabs-entry .label-name').allInnerTexts();
		if (tabs.length > 0) return tabs.map((name) => name.trim());
		const single = this.#page.locator('.panel .single-terminal-tab');
		return (await single.isVisible()) ? [await shownText(single)] : [];
	}

	/** Names of the tabs in the editor area, terminals among them. */
	async editorTabs(): Promise<string[]> {
		return this.#page.locator('.tabs-container .tab .label-name').allInnerTexts();
	}

	async closeEditorTab(name: string): Promise<void> {
		const tab = this.#page.locator('.tabs-container .tab', { hasText: name });
		// The close button of a tab depends on its state; the middle button always closes it.
		await tab.click({ button: 'middle' });
		await tab.waitFor({ state: 'detached' });
	}
}
