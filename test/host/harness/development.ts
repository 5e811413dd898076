/** Makes a web workbench load extensions under development and run a test entry, as `--extensionDevelopmentPath` does on a desktop. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';

export interface Development {
	readonly extensions: readonly string[];
	readonly tests: string;
}

/**
 * A built workbench takes no such options from its address. It reads them from a configuration in its page, which a script
 * extends before the workbench sees it. Answering the page's request with a changed page does not work: the browser then
 * treats it as foreign and refuses its WebSocket.
 */
export async function injectDevelopment(page: Page, serverUrl: string, { extensions, tests }: Development): Promise<void> {
	const { host } = new URL(serverUrl);
	const uri = (file: string) => ({ scheme: 'vscode-remote', authority: host, path: file });
	const options = { extensions: extensions.map(uri), extensionTestsPath: uri(tests) };
	const script = await readFile(path.join(import.meta.dirname, 'development.browser.js'), 'utf8');
	await page.addInitScript({ content: `globalThis.shoalDevelopmentOptions = ${JSON.stringify(options)};\n${script}` });
}
