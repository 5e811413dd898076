/** Runs an extension test entry in code-server: a fresh server, one window in a headless browser, and a strict view of how it ended. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { CodeServer } from '../../../scripts/workbench/codeServer.ts';
import { TEST_SETTINGS } from '../../../scripts/workbench/settings.ts';
import { launchBrowser, openProfile } from '../../e2e/harness/browser.ts';
import { findTools } from '../../e2e/harness/tools.ts';
import { type Development, injectDevelopment } from './development.ts';

/** The whole of the in-host tests; the suite's own limit is longer, so that this message comes first. */
const RUN_LIMIT_MS = 240_000;
const CRASH_POLL_MS = 500;
/** What a person needs of the extension host's own output. */
const OUTPUT_LINES = 15;

type End = { readonly kind: 'exit'; readonly code: number } | { readonly kind: 'crash' } | { readonly kind: 'timeout' };

/** The arguments that matter here; the others steer a desktop window (sandbox, updates, its profile), of which there is none. */
function parseArguments(args: readonly string[]): Development & { readonly folder: string | undefined } {
	const values = (name: string) =>
		args.filter((arg) => arg.startsWith(`--${name}=`)).map((arg) => path.resolve(arg.slice(name.length + 3)));
	const [tests] = values('extensionTestsPath');
	if (!tests) throw new Error('--extensionTestsPath is missing');
	return { extensions: values('extensionDevelopmentPath'), tests, folder: args.find((arg) => !arg.startsWith('-')) };
}

async function waitForEnd(server: CodeServer, exitCode: Promise<number>): Promise<End> {
	const over = new AbortController();
	const options = { signal: over.signal };
	const crash = async (): Promise<End> => {
		while (server.crashes.length === 0) await delay(CRASH_POLL_MS, undefined, options);
		return { kind: 'crash' };
	};
	const ends: Promise<End>[] = [
		exitCode.then((code) => ({ kind: 'exit', code })),
		crash(),
		delay(RUN_LIMIT_MS, undefined, options).then(() => ({ kind: 'timeout' })),
	];
	for (const end of ends) end.catch(() => undefined); // The losers of the race end by the abort.
	try {
		return await Promise.race(ends);
	} finally {
		over.abort();
	}
}

/** The workbench calls these two functions of its page when a test run prints and when it ends. */
async function listen(page: Page): Promise<{ readonly output: readonly string[]; readonly exitCode: Promise<number> }> {
	const output: string[] = [];
	const exit = Promise.withResolvers<number>();
	await page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => output.push(args.map(String).join(' ')));
	await page.exposeFunction('codeAutomationExit', (code: number) => exit.resolve(code));
	return { output, exitCode: exit.promise };
}

function explain(end: End, server: CodeServer, output: readonly string[]): number {
	if (end.kind === 'exit' && end.code === 0 && server.crashes.length === 0) return 0;
	console.error(output.slice(-OUTPUT_LINES).join('\n'));
	if (end.kind === 'timeout') console.error(`The in-host tests took longer than ${RUN_LIMIT_MS / 1000} s.`);
	if (server.crashes.length > 0) console.error(`The extension host crashed:\n${server.crashes.join('\n')}`);
	return 1;
}

/** Returns the exit code: 0 only when the workbench says so and no extension host has ended by itself. */
export async function runStandIn(args: readonly string[]): Promise<number> {
	const { folder, ...development } = parseArguments(args);
	const tools = findTools();
	const home = await mkdtemp(path.join(tmpdir(), 'shoal-code-'));
	const server = await CodeServer.start({ ...tools.codeServer, home, settings: TEST_SETTINGS, env: { HOME: home } });
	const browser = await launchBrowser(tools.browser);
	try {
		const page = await (await openProfile(browser)).newPage();
		const { output, exitCode } = await listen(page);
		await injectDevelopment(page, server.url, development);
		await page.goto(`${server.url}/?${new URLSearchParams(folder ? { folder } : { ew: 'true' })}`);
		const code = explain(await waitForEnd(server, exitCode), server, output);
		await page.goto('about:blank').catch(() => undefined);
		return code;
	} finally {
		await browser.close().catch(() => undefined);
		await server.stop();
		await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	}
}
