/** The two command sequences that run inside the server and print for us: the ticker, which looks at intervals, and the doorbell, which is rung. */
import { FOREGROUND_FORMAT } from './formats.ts';
import { quote } from './quoting.ts';
import type { StreamMark } from './stream.ts';
import { FORMAT_OPTION } from './traces.ts';

/** A client sends its command in one message of at most 16 KB. */
const LONGEST_SCRIPT = 15_800;
/** Bounds what a client keeps in memory for us while we are stopped and do not read. */
const MOST_UNITS = 120;
/** Listings per check that what is ours still stands: some ten seconds to half a minute. */
const UNITS_PER_CHECK = 32;
/** Between two listings that are rung for: a burst of changes costs ten listings a second at most, and delays the last by this much. */
const RING_PAUSE_SECONDS = 0.1;

/**
 * A listing ends with its mark; one that is cut off has none and is dropped. A server does not exit while a client is connected,
 * so a stream must end with the last session: `list-panes` then fails, and with it the rest, also while we are stopped.
 */
function listing(mark: StreamMark, foreground: boolean): string {
	const format = `${mark.row}#{E:${FORMAT_OPTION}}${foreground ? FOREGROUND_FORMAT : ''}`;
	return `lsp -aF ${quote(format)};${print(mark.listing)}`;
}

function print(text: string): string {
	return `display -p ${quote(text)}`;
}

/** `run-shell -d` without a command is a timer inside the server: no process, and no wake-up of ours. */
function pause(seconds: number): string {
	return `run -d${seconds}`;
}

export interface Tempo {
	readonly intervalMs: number;
	/** One listing in this many asks for command and folder. */
	readonly foregroundEvery: number;
}

export function tickerScript(mark: StreamMark, { intervalMs, foregroundEvery }: Tempo): string {
	return script(mark, (unit) => `${listing(mark, unit % foregroundEvery === 0)};${pause(intervalMs / 1000)}`);
}

export function doorbellScript(mark: StreamMark, channel: string): string {
	return script(mark, () => `wait-for ${channel};${listing(mark, true)};${pause(RING_PAUSE_SECONDS)}`);
}

/** As many units as fit, all in one argument: tmux also limits how many there may be. */
function script(mark: StreamMark, unit: (index: number) => string): string {
	const begin = `${print(mark.server)};${print(mark.check)}`;
	const end = print(mark.end);
	const parts = [begin];
	let length = begin.length + end.length;
	for (let index = 0; index < MOST_UNITS; index++) {
		const part = (index + 1) % UNITS_PER_CHECK === 0 ? `${unit(index)};${print(mark.check)}` : unit(index);
		length += part.length + 1;
		if (length > LONGEST_SCRIPT) break;
		parts.push(part);
	}
	return [...parts, end].join(';');
}
