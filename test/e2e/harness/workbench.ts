/** One VS Code window in a browser page, as a user sees it. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { ActivityBar } from './activityBar.ts';
import { Dialog, Notifications, StatusBar } from './messages.ts';
import { QuickInput } from './quickInput.ts';
import { Terminal } from './terminal.ts';
import { PROJECT_ROOT } from './tools.ts';
import { Tree } from './tree.ts';

/** The first window of a fresh server loads some 20 MB of scripts. */
const LOAD_LIMIT_MS = 60_000;
/** Any single click or wait; the page objects poll within it. */
const ACTION_LIMIT_MS = 15_000;

export class Workbench {
	readonly page: Page;
	readonly activityBar: ActivityBar;
	readonly quickInput: QuickInput;
	readonly statusBar: StatusBar;
	readonly notifications: Notifications;
	readonly dialog: Dialog;
	readonly terminal: Terminal;

	private constructor(page: Page) {
		this.page = page;
		this.activityBar = new ActivityBar(page);
		this.quickInput = new QuickInput(page);
		this.statusBar = new StatusBar(page);
		this.notifications = new Notifications(page);
		this.dialog = new Dialog(page);
		this.terminal = new Terminal(page);
	}

	/** Opens a window on a folder, or an empty one. */
	static async open(profile: BrowserContext, serverUrl: string, folder: string | undefined): Promise<Workbench> {
		const page = await profile.newPage();
		page.setDefaultTimeout(ACTION_LIMIT_MS);
		// Leaving a window with a terminal may ask whether to leave.
		page.on('dialog', (dialog) => dialog.accept().catch(() => undefined));
		const query = new URLSearchParams(folder === undefined ? { ew: 'true' } : { folder });
		await page.goto(`${serverUrl}/?${query}`, { waitUntil: 'domcontentloaded' });
		const workbench = new Workbench(page);
		await workbench.#loaded();
		return workbench;
	}

	/** A view by the name it shows, such as `Sessions` or `Files Explorer`. */
	tree(name: string): Tree {
		return new Tree(this.page, name);
	}

	/** Moves the edge between the sidebar and the editors. */
	async dragSidebar(pixels: number): Promise<void> {
		const box = await this.page.locator('.part.sidebar').boundingBox();
		if (!box) throw new Error('There is no sidebar.');
		const [x, y] = [box.x + box.width + 1, box.y + box.height / 2];
		await this.page.mouse.move(x, y);
		await this.page.mouse.down();
		await this.page.mouse.move(x + pixels, y, { steps: 10 });
		await this.page.mouse.up();
	}

	/** What `Developer: Reload Window` does. */
	async reload(): Promise<void> {
		await this.page.reload({ waitUntil: 'domcontentloaded' });
		await this.#loaded();
	}

	/** Reloads by the command, so that the workbench saves which editors are open before it goes. */
	async reloadInOrder(): Promise<void> {
		await this.page.evaluate('globalThis.isOld = true');
		await this.quickInput.command('Developer: Reload Window');
		await this.page.waitForFunction('!globalThis.isOld');
		await this.#loaded();
	}

	/** Saves a picture of the window in out/screenshots and returns its path. */
	async screenshot(name: string): Promise<string> {
		const folder = path.join(PROJECT_ROOT, 'out/screenshots');
		await mkdir(folder, { recursive: true });
		const file = path.join(folder, `${name.replace(/[^\w-]+/g, '-')}.png`);
		await this.page.screenshot({ path: file });
		return file;
	}

	/** Leaves the workbench before the page ends: the server then ends this window's extension host at once, not after a grace time. */
	async close(): Promise<void> {
		if (this.page.isClosed()) return;
		await this.page.goto('about:blank');
		await this.page.close();
	}

	/** The workbench marks the moment when it has restored its views and editors; a click before that may be undone by the restoring. */
	async #loaded(): Promise<void> {
		await this.page.waitForFunction(`performance.getEntriesByName('code/didStartWorkbench').length > 0`, undefined, {
			timeout: LOAD_LIMIT_MS,
		});
	}
}
