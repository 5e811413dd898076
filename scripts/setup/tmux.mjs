/** Sees to it that a tmux new enough for Shoal is on PATH. */
import { run, which } from './command.mjs';
import { SetupError } from './progress.mjs';
import { installCommand, installSystemPackage } from './system-packages.mjs';

const MINIMUM = [3, 0];

/** `tmux 3.3a` and `tmux next-3.6` have a number; a build from a branch has none and is taken as new. */
function tooOld(version) {
	const match = /(\d+)\.(\d+)/.exec(version);
	if (!match) return false;
	const [major, minor] = [Number(match[1]), Number(match[2])];
	return major < MINIMUM[0] || (major === MINIMUM[0] && minor < MINIMUM[1]);
}

/** The path of tmux; installs it when it is missing. */
export async function ensureTmux() {
	if (!which('tmux')) await installSystemPackage('tmux', 'tmux is not installed: Shoal needs it, and so do its tests.');
	const tmux = which('tmux');
	if (!tmux) throw new SetupError(`tmux is still not on PATH after its install. Try: ${installCommand('tmux')}`);
	const { ok, output } = await run(tmux, ['-V']);
	if (!ok) throw new SetupError(`${tmux} does not run: ${output.trim()}`);
	if (tooOld(output)) {
		throw new SetupError(
			`${output.trim()} (${tmux}) is too old: Shoal needs tmux ${MINIMUM.join('.')} or newer.\nUpgrade it: ${installCommand('tmux')}`,
		);
	}
	return tmux;
}
