/** Reads what a streaming client prints, however it is cut into chunks: listings ended by a mark, alarms and checks. */
import { randomBytes } from 'node:crypto';
import type { RawListing } from './discovery.ts';
import { joinRecords } from './formats.ts';
import { CHECK_FORMAT } from './traces.ts';

/** Which server speaks, once at the beginning: a client stays with one all its life. */
const SERVER = 's';
/** Ends a listing, with the second it was made in. */
const LISTING = 'l';
/** A pane is dead and its exit not reaped. */
const ALARM = 'd';
const CHECK = 'c';
/** The last command of the script ran: the stream ended as planned. */
const END = 'e';

/** 200 sessions take 40 KB; a client that prints this much without a mark is broken. */
const LONGEST_LISTING = 16 * 1024 * 1024;

export interface StreamEvents {
	onListing(listing: RawListing): void;
	onAlarm(): void;
	onCheck(line: string): void;
}

/** What marks the lines of one run of a stream. It is random, so nothing that a pane, name or folder holds can be taken for it. */
export class StreamMark {
	readonly text = randomBytes(4).toString('hex');
	/** Begins each record. A word of its own, so that a search for the marks does not stop at every record. */
	readonly row = randomBytes(4).toString('hex');
	readonly server = `${this.text}${SERVER}\t#{pid}\t#{start_time}`;
	readonly listing = `${this.text}${LISTING}\t%s`;
	readonly alarm = `${this.text}${ALARM}`;
	readonly check = `${this.text}${CHECK}\t${CHECK_FORMAT}`;
	readonly end = `${this.text}${END}`;
}

export class StreamParser {
	readonly #mark: string;
	readonly #row: string;
	readonly #events: StreamEvents;
	#text = '';
	#server: string | undefined;
	#complete = false;

	constructor(mark: StreamMark, events: StreamEvents) {
		this.#mark = mark.text;
		this.#row = mark.row;
		this.#events = events;
	}

	/** The script ran to its end. */
	get complete(): boolean {
		return this.#complete;
	}

	/** What was printed since the last mark: the complaint of a client that broke off. */
	get rest(): string {
		return this.#text.slice(0, 500).trim();
	}

	handleData(chunk: string): void {
		// A mark may be cut between two chunks, so the search begins a little before the new text.
		let from = Math.max(this.#text.length - this.#mark.length, 0);
		this.#text += chunk;
		for (;;) {
			const at = this.#text.indexOf(this.#mark, from);
			if (at < 0) break;
			const end = this.#text.indexOf('\n', at);
			if (end < 0) break;
			const before = this.#text.slice(0, at);
			const line = this.#text.slice(at + this.#mark.length, end);
			this.#text = this.#text.slice(end + 1);
			from = 0;
			this.#handleMark(before, line);
		}
		if (this.#text.length > LONGEST_LISTING) this.#text = '';
	}

	#handleMark(before: string, line: string): void {
		const rest = line.slice(2);
		switch (line[0]) {
			case SERVER:
				this.#server = rest;
				break;
			case LISTING:
				if (this.#server !== undefined) {
					this.#events.onListing({ panes: joinRecords(before, this.#row), server: `${this.#server}\t${rest}` });
				}
				break;
			case ALARM:
				this.#events.onAlarm();
				break;
			case CHECK:
				this.#events.onCheck(rest);
				break;
			case END:
				this.#complete = true;
				break;
		}
	}
}
