/** Starts the browser, and keeps its pages away from everything but this machine. */
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

/** A size that shows a side bar, an editor and a terminal, and reads well in a README. */
const VIEWPORT = { width: 1280, height: 800 };

export function launchBrowser(executablePath: string): Promise<Browser> {
	return chromium.launch({
		executablePath,
		headless: true,
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
			'--no-first-run',
		],
	});
}

/** A profile of its own: VS Code keeps `globalState` in it, so that windows of one profile share theirs. */
export async function openProfile(browser: Browser, language?: string): Promise<BrowserContext> {
	const profile = await browser.newContext({ viewport: VIEWPORT, permissions: ['clipboard-read', 'clipboard-write'] });
	// Look-ups elsewhere fail at once instead of waiting for a network that may not be there.
	await profile.route(
		(url) => url.hostname !== '127.0.0.1',
		(route) => route.abort(),
	);
	// Where the workbench reads its display language from, before any of its scripts run.
	if (language) await profile.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = ${JSON.stringify(language)};`);
	return profile;
}
