/** Which tmux can do what. */

/** Formats, exact targets and hooks as we use them came with 3.0. */
const OLDEST_SUPPORTED = numberOf('3.0');
/** `run-shell -d`, the timer inside the server that the streams live on. */
const OLDEST_STREAMING = numberOf('3.2');

/** Terminal features (`-T`) and client flags (`attach-session -f`) came together. */
const OLDEST_WITH_FLAGS = numberOf('3.2');

/** In an order in which 3.10 follows 3.9. `next-3.6` is 3.6; what carries no number (`master`, OpenBSD's) is taken for the newest. */
function numberOf(version: string): number {
	const [, major, minor] = /^(?:next-)?(\d+)\.(\d+)/.exec(version) ?? [];
	return major && minor ? Number(major) * 1000 + Number(minor) : Number.POSITIVE_INFINITY;
}

export function isSupported(version: string): boolean {
	return numberOf(version) >= OLDEST_SUPPORTED;
}

export function hasClientFlags(version: string): boolean {
	return numberOf(version) >= OLDEST_WITH_FLAGS;
}

export function canStream(version: string): boolean {
	return numberOf(version) >= OLDEST_STREAMING;
}
