/** A page of the extension in an editor tab: two frames deep in the workbench's page. */
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { exactly } from './text.ts';

export class PanelPage {
	readonly #page: Page;
	readonly #title: string;

	/** `title` is how the tab's name begins. */
	constructor(page: Page, title: string) {
		this.#page = page;
		this.#title = title;
	}

	get tab(): Locator {
		return this.#page.locator(`.tab[data-resource-name^="${this.#title}"]`);
	}

	/** Only one page is in front in these tests. */
	get frame(): FrameLocator {
		return this.#page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
	}

	get main(): Locator {
		return this.frame.locator('main');
	}

	get heading(): Locator {
		return this.frame.locator('h1');
	}

	button(label: string): Locator {
		return this.frame.locator('button', { hasText: exactly(label) });
	}

	async press(label: string): Promise<void> {
		await this.button(label).click();
	}

	/** What was last told about an answer. */
	get notice(): Locator {
		return this.frame.locator('[role=status]');
	}
}
