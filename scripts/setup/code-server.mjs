/** Brings code-server, the VS Code that npm has: each version with the Node it is made for, ready to run without a compiler. */
import { existsSync } from 'node:fs';
import { copyFile, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cached, cachedPath } from './cache.mjs';
import { ensureNode } from './node.mjs';
import { npm } from './npm.mjs';
import { step } from './progress.mjs';

/**
 * The VS Code versions the tests run on: the current one, and the oldest that package.json promises.
 * `pins` replaces dependencies that the older release takes from a git host or ships without a Linux binary.
 */
export const CODE_SERVERS = {
	current: { version: '4.139.1', vscode: '1.139', node: 24, pins: {} },
	oldest: { version: '4.105.1', vscode: '1.105', node: 22, pins: { '@parcel/watcher': '2.5.6', 'node-pty': '1.2.0-beta.15' } },
};

/** Native modules that would be compiled at install; what they do for us is little enough to do in JavaScript. */
const VSCODE_MODULES = 'node_modules/code-server/lib/vscode/node_modules';
const STAND_INS = [
	{ module: `${VSCODE_MODULES}/@vscode/spdlog`, file: 'spdlog.cjs' },
	{ module: `${VSCODE_MODULES}/@vscode/native-watchdog`, file: 'watchdog.cjs' },
	{ module: `${VSCODE_MODULES}/native-watchdog`, file: 'watchdog.cjs' },
	{ module: 'node_modules/argon2', file: 'argon2.cjs' },
];

async function editJson(file, edit) {
	const content = JSON.parse(await readFile(file, 'utf8'));
	edit(content);
	await writeFile(file, JSON.stringify(content, null, 2));
}

/** Changes a dependency in the manifest and drops it from the shrinkwrap, so that npm resolves it anew. */
async function pin(vscodeHome, pins) {
	await editJson(path.join(vscodeHome, 'package.json'), (manifest) => Object.assign(manifest.dependencies, pins));
	await editJson(path.join(vscodeHome, 'npm-shrinkwrap.json'), (lock) => {
		Object.assign(lock.packages[''].dependencies, pins);
		for (const name of Object.keys(pins)) delete lock.packages[`node_modules/${name}`];
	});
}

async function putStandIns(home) {
	for (const { module, file } of STAND_INS) {
		const manifest = path.join(home, module, 'package.json');
		if (!existsSync(manifest)) continue; // The two releases differ in names.
		const { main } = JSON.parse(await readFile(manifest, 'utf8'));
		await copyFile(path.join(import.meta.dirname, 'stand-ins', file), path.join(home, module, main));
	}
}

/** The links that code-server's own postinstall makes: `code` inside its terminals, and the opener of links. */
async function linkScripts(vscodeHome) {
	const system = process.platform === 'darwin' ? 'darwin' : 'linux';
	const links = { 'bin/remote-cli/code-server': `code-${system}.sh`, 'bin/helpers/browser.sh': `browser-${system}.sh` };
	for (const [link, script] of Object.entries(links)) {
		await rm(path.join(vscodeHome, link), { force: true });
		await symlink(script, path.join(vscodeHome, link));
	}
}

async function install(draft, { version, pins }, node) {
	const what = `Fetching code-server ${version}`;
	await writeFile(path.join(draft, 'package.json'), '{"private":true}');
	await npm(['install', '--ignore-scripts', `code-server@${version}`], { cwd: draft, node, what });
	const vscodeHome = path.join(draft, 'node_modules/code-server/lib/vscode');
	await pin(vscodeHome, pins);
	await npm(['install', '--omit=dev', '--ignore-scripts'], { cwd: vscodeHome, node, what });
	await putStandIns(draft);
	await linkScripts(vscodeHome);
}

/** `{ node, entry }`: run the entry with that Node. */
export async function ensureCodeServer(which = 'current') {
	const release = CODE_SERVERS[which];
	const node = await ensureNode(release.node);
	const folder = `code-server-${release.version}`;
	await cached(folder, (draft) =>
		step(`fetching code-server ${release.version} (VS Code ${release.vscode}, about 600 MB unpacked)`, () => install(draft, release, node)),
	);
	return { node, entry: path.join(cachedPath(folder), 'node_modules/code-server/out/node/entry.js') };
}
