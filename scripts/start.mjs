/**
 * `npm start`: builds the extension and shows it in a real VS Code on a demo folder, until Ctrl-C or until the window is closed.
 * Options: --browser (do not look for a desktop VS Code), --no-open, --port N, --check (start, see that it answers, and end).
 */
import { parseArgs } from 'node:util';
import { ensureCodeServer } from './setup/code-server.mjs';
import { run, tail } from './setup/command.mjs';
import { underToolsNode } from './setup/node.mjs';
import { ensurePackages, ROOT } from './setup/packages.mjs';
import { dim, main, SetupError, say } from './setup/progress.mjs';
import { ensureTmux } from './setup/tmux.mjs';

function parseOptions() {
	const { values } = parseArgs({
		options: {
			browser: { type: 'boolean', default: false },
			'no-open': { type: 'boolean', default: false },
			port: { type: 'string', default: '0' },
			check: { type: 'boolean', default: false },
		},
	});
	const port = Number(values.port);
	if (!Number.isInteger(port) || port < 0 || port > 65535) throw new SetupError(`--port takes a number up to 65535, not "${values.port}".`);
	return { port, check: values.check, browser: values.browser || values.check, open: !values['no-open'] && !values.check };
}

async function build() {
	const { ok, output } = await run(process.execPath, ['esbuild.mjs'], { cwd: ROOT });
	if (!ok) throw new SetupError(`The build failed:\n${tail(output, 30)}`);
}

/** Resolves with the first signal that asks to end. Later ones are heard and ignored: the clearing is under way. */
function askedToEnd() {
	return new Promise((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve);
	});
}

async function answers(address) {
	const response = await fetch(address);
	if (!response.ok || !(await response.text()).includes('vscode-workbench-web-configuration')) {
		throw new SetupError(`The workbench does not answer at ${address} (status ${response.status}).`);
	}
}

function tellOf(stage) {
	for (const agent of stage.standIns) say(`${agent} is not installed here: a scripted stand-in answers to its name.`);
	say(`The demo's tmux server: tmux -S ${stage.socket} ls`);
	say(dim('Ctrl-C ends it all.'));
}

await main(async () => {
	await underToolsNode(import.meta.url);
	const options = parseOptions();
	await ensurePackages();
	await ensureTmux();
	await build();
	// Only now: these need the packages and the Node that have just been seen to.
	const [{ Stage }, { findDesktop, openDesktop }, { serve }] = await Promise.all([
		import('../demo/stage.mjs'),
		import('./start/desktop.mjs'),
		import('./start/served.mjs'),
	]);
	const desktop = options.browser ? undefined : await findDesktop();
	const codeServer = desktop ? undefined : await ensureCodeServer('current');
	const asked = askedToEnd();
	const stage = await Stage.set();
	let view;
	try {
		view = desktop ? await openDesktop(desktop, stage) : await serve(stage, codeServer, options);
		if (desktop) say(`Shoal runs in ${desktop}. Close its window to end.`);
		tellOf(stage);
		if (options.check) return await answers(view.address);
		const first = await Promise.race([asked.then(() => 'asked'), view.closed.then(() => 'closed')]);
		if (first === 'closed' && !desktop) throw new SetupError('code-server has ended by itself.');
	} finally {
		say('\nClearing the demo …');
		await view?.close();
		await stage.clear();
	}
	return 0;
});
