/** Reads what a streaming client prints, however it is cut into chunks: listings ended by a mark, and checks. */
import { randomBytes } from 'node:crypto';
import type { RawListing } from './discovery.ts';
import { joinRecords } from './formats.ts';
import { CHECK_FORMAT } from './traces.ts';

/** Which server speaks, once at the beginning: a client stays with one all its life. */
const SERVER = 's';
/** Ends a listing, with the second it was made in. */
const LISTING = 'l';
const CHECK = 'c';
/** The last command of the script ran: the stream ended as planned. */
const END = 'e';

/** 200 sessions take 40 KB; a client that prints this much without a mark is broken. */
const LONGEST_LISTING = 16 * 1024 * 1024;

export interface StreamEvents {
	onListing(listing: RawListing): void;
	onCheck(line: string): void;
}

/** What marks the lines of one run of a stream. It is random, so nothing that a pane, name or folder holds can be taken for it. */
export class StreamMark {
	readonly text = randomBytes(4).toString('hex');
	/** Begins each record. A word of its own, so that a search for the marks does not stop at every record. */
	readonly row = randomBytes(4).toString('hex');
	readonly server = `${this.text}${SERVER}\t#{pid}\t#{start_time}`;
	readonly listing = `${this.text}${LISTING}\t%s`;
	readonly check = `${this.text}${CHECK}\t${CHECK_FORMAT}`;
	readonly end = `${this.text}${END}`;
}

export class StreamParser {
	readonly #mark: string;
	readonly #row: string;
	readonly #events: StreamEvents;
	#text = '';
	/** Up to here there is no mark. */
	#searched = 0;
	#server: string | undefined;
	#complete = false;

	constructor(mark: Pick<StreamMark, 'text' | 'row'>, events: StreamEvents) {
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
		this.#text += chunk;
		for (;;) {
			const at = this.#text.indexOf(this.#mark, this.#searched);
			const end = at < 0 ? -1 : this.#text.indexOf('\n', at);
			if (end < 0) {
				// A mark may be cut between two chunks, and so may the rest of its line.
				this.#searched = at < 0 ? Math.max(this.#text.length - this.#mark.length, 0) : at;
				break;
			}
			const before = this.#text.slice(0, at);
			const line = this.#text.slice(at + this.#mark.length, end);
			this.#text = this.#text.slice(end + 1);
			this.#searched = 0;
			this.#handleMark(before, line);
		}
		if (this.#text.length > LONGEST_LISTING) {
			this.#text = '';
			this.#searched = 0;
		}
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
			case CHECK:
				this.#events.onCheck(rest);
				break;
			case END:
				this.#complete = true;
				break;
		}
	}
}
