/** The two command sequences that run inside the server and print for us: the ticker, which looks at intervals, and the doorbell, which is rung. */
import { quote } from './quoting.ts';
import type { StreamMark } from './stream.ts';
import { DEAD_OPTION, FORMAT_OPTION } from './traces.ts';

/** A client sends its command in one message of at most 16 KB. */
const LONGEST_SCRIPT = 15_800;
/** Bounds what a client keeps in memory for us while we are stopped and do not read. */
const MOST_UNITS = 120;
/** Listings per check that what is ours still stands: some ten seconds to half a minute. */
const UNITS_PER_CHECK = 32;
/** Between two listings that are rung for: a spinner in a title rings ten times a second. */
const RING_PAUSE_SECONDS = 0.2;

export interface Tempo {
	/** Between two listings. */
	readonly listMs: number;
	/** Between two looks for panes that died unannounced, which cost a twentieth of a listing. */
	readonly deadMs: number;
}

/**
 * A listing ends with its mark; one that is cut off has none and is dropped. A server does not exit while a client is connected,
 * so a stream must end with the last session: `list-panes` then fails, and with it the rest, also while we are stopped.
 */
function listing(mark: StreamMark): string {
	return `lsp -aF '${mark.row}#{E:${FORMAT_OPTION}}';${print(mark.listing)}`;
}

function print(text: string): string {
	return `display -p ${quote(text)}`;
}

/** `run-shell -d` without a command is a timer inside the server: no process, and no wake-up of ours. */
function pause(seconds: number): string {
	return `run -d${seconds}`;
}

export function tickerScript(mark: StreamMark, { listMs, deadMs }: Tempo): string {
	const looks = Math.max(Math.round(listMs / deadMs), 1);
	const dead = `lsp -af '#{E:${DEAD_OPTION}}' -F ${mark.alarm}`;
	const wait = pause(deadMs / 1000);
	const unit = [listing(mark), wait, ...Array.from({ length: looks - 1 }, () => `${dead};${wait}`)].join(';');
	return script(mark, unit);
}

export function doorbellScript(mark: StreamMark, channel: string): string {
	return script(mark, `wait-for ${channel};${listing(mark)};${pause(RING_PAUSE_SECONDS)}`);
}

/** As many units as fit, all in one argument: tmux also limits how many there may be. */
function script(mark: StreamMark, unit: string): string {
	const begin = `${print(mark.server)};${print(mark.check)}`;
	const end = print(mark.end);
	const parts = [begin];
	let length = begin.length + end.length;
	for (let units = 1; units <= MOST_UNITS; units++) {
		const part = units % UNITS_PER_CHECK === 0 ? `${unit};${print(mark.check)}` : unit;
		length += part.length + 1;
		if (length > LONGEST_SCRIPT) break;
		parts.push(part);
	}
	return [...parts, end].join(';');
}
