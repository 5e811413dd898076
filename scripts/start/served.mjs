/** Serves the stage by code-server, for any browser on this machine. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { CODE_SERVERS } from '../setup/code-server.mjs';
import { which } from '../setup/command.mjs';
import { ROOT } from '../setup/packages.mjs';
import { bold, say } from '../setup/progress.mjs';
import { CodeServer } from '../workbench/codeServer.ts';
import { linkExtension } from '../workbench/extensionsFolder.ts';
import { QUIET_SETTINGS } from '../workbench/settings.ts';

/** Asks the desktop, where there is one, to show an address. */
function openInBrowser(url) {
	const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
	if (!which(opener) || (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)) return;
	spawn(opener, [url], { stdio: 'ignore', detached: true })
		.on('error', () => undefined)
		.unref();
}

/** `closed` resolves only when the server ends by itself. */
export async function serve(stage, codeServer, { port, open }) {
	const home = path.join(stage.root, 'server');
	await linkExtension(path.join(home, 'extensions'), ROOT);
	const server = await CodeServer.start({ ...codeServer, home, port, settings: QUIET_SETTINGS, env: stage.env });
	const address = `${server.url}/?folder=${stage.folder}`;
	say(
		`Shoal runs in VS Code ${CODE_SERVERS.current.vscode} (code-server). Open it in a browser on this machine:\n\n    ${bold(address)}\n`,
	);
	if (open) openInBrowser(address);
	return { address, closed: server.exited, close: () => server.stop() };
}
