/** Which tmux can do what. */

/** Formats, exact targets and hooks as we use them came with 3.0. */
const OLDEST_SUPPORTED = 3.0;
/** `run-shell -d`, the timer inside the server that the streams live on. */
const OLDEST_STREAMING = 3.2;

/** `3.3a` is 3.3, `next-3.6` is 3.6; what carries no number (`master`, OpenBSD's) is taken for the newest. */
function numberOf(version: string): number {
	const match = /(?:^|next-)(\d+\.\d+)/.exec(version);
	return match?.[1] ? Number(match[1]) : Number.POSITIVE_INFINITY;
}

export function isSupported(version: string): boolean {
	return numberOf(version) >= OLDEST_SUPPORTED;
}

/** Terminal features (`-T`) and client flags (`attach-session -f`) came together. */
export function hasClientFlags(version: string): boolean {
	return numberOf(version) >= 3.2;
}

export function canStream(version: string): boolean {
	return numberOf(version) >= OLDEST_STREAMING;
}
