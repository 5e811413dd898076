/** Opens the stage in a desktop VS Code, when the machine has one that can open a window here. */
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run, which } from '../setup/command.mjs';
import { ROOT } from '../setup/packages.mjs';
import { say } from '../setup/progress.mjs';
import { QUIET_SETTINGS } from '../workbench/settings.ts';

const OLDEST = [1, 105];

function canShowWindows() {
	return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** Inside a remote window `code` only talks to that window, and code-server's `code` is such a one. WSL's starts a Windows program. */
function isRemoteShim(file) {
	const real = realpathSync(file);
	return Boolean(process.env.VSCODE_IPC_HOOK_CLI) || /remote-cli|code-server|^\/mnt\//.test(real);
}

/** The path of a desktop VS Code's command, or undefined. */
export async function findDesktop() {
	if (!canShowWindows()) return undefined;
	for (const name of ['code', 'code-insiders']) {
		const file = which(name);
		if (!file || isRemoteShim(file)) continue;
		const { ok, output } = await run(file, ['--version'], { timeout: 20_000 });
		const version = /^(\d+)\.(\d+)\.\d+/.exec(output);
		if (!ok || !version) continue;
		const [major, minor] = [Number(version[1]), Number(version[2])];
		if (major > OLDEST[0] || minor >= OLDEST[1]) return file;
		say(`${file} is VS Code ${version[0]}; Shoal needs ${OLDEST.join('.')} or newer.`);
	}
	return undefined;
}

/** Opens a window with a profile of its own; `closed` resolves when the user closes it. */
export async function openDesktop(code, stage) {
	const profile = path.join(stage.root, 'profile');
	await mkdir(path.join(profile, 'User'), { recursive: true });
	await writeFile(path.join(profile, 'User/settings.json'), JSON.stringify(QUIET_SETTINGS, null, '\t'));
	const child = spawn(
		code,
		[
			...['--new-window', '--wait', '--disable-workspace-trust', '--skip-welcome', '--skip-release-notes'],
			...[`--extensionDevelopmentPath=${ROOT}`, `--user-data-dir=${profile}`, `--extensions-dir=${path.join(stage.root, 'extensions')}`],
			stage.folder,
		],
		{ env: stage.env, stdio: 'ignore' },
	);
	const closed = new Promise((resolve) => {
		child.once('error', resolve);
		child.once('exit', resolve);
	});
	return { closed, close: async () => void child.kill('SIGTERM') };
}
