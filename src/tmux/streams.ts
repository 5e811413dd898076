/** Keeps the ticker and the doorbell running: each begins again when its script is through, and any other end is told once. */
import type { Disposable } from '../base/disposable.ts';
import type { TmuxClient } from './client.ts';
import type { RawListing } from './discovery.ts';
import type { Helper } from './helper.ts';
import { doorbellScript, type Tempo, tickerScript } from './scripts.ts';
import type { RunningStream, StreamSlot } from './shell.ts';
import { StreamMark, StreamParser } from './stream.ts';
import { type Check, parseCheck } from './traces.ts';

export interface StreamsEvents {
	onListing(listing: RawListing, reason: 'tick' | 'push'): void;
	onCheck(check: Check): void;
	onBroken(complaint: string): void;
}

export class Streams implements Disposable {
	readonly #ticker: Stream;
	readonly #doorbell: Stream;
	#tempo: Tempo;
	#over = false;

	constructor(helper: Helper, client: TmuxClient, options: { channel: string; tempo: Tempo; events: StreamsEvents }) {
		const { channel, events } = options;
		this.#tempo = options.tempo;
		const onBroken = (complaint: string) => {
			if (this.#over) return;
			this.dispose();
			events.onBroken(complaint);
		};
		const common = { onCheck: (line: string) => events.onCheck(parseCheck(line)), onBroken };
		this.#ticker = new Stream(helper, client, 3, {
			...common,
			script: (mark) => tickerScript(mark, this.#tempo),
			onListing: (listing) => events.onListing(listing, 'tick'),
		});
		this.#doorbell = new Stream(helper, client, 4, {
			...common,
			script: (mark) => doorbellScript(mark, channel),
			onListing: (listing) => events.onListing(listing, 'push'),
		});
	}

	get tempo(): Tempo {
		return this.#tempo;
	}

	setTempo(tempo: Tempo): void {
		if (tempo === this.#tempo) return;
		this.#tempo = tempo;
		this.#ticker.restart();
	}

	restart(): void {
		this.#ticker.restart();
		this.#doorbell.restart();
	}

	dispose(): void {
		this.#over = true;
		this.#ticker.dispose();
		this.#doorbell.dispose();
	}
}

interface StreamOptions {
	script(mark: StreamMark): string;
	onListing(listing: RawListing): void;
	onCheck(line: string): void;
	onBroken(complaint: string): void;
}

class Stream implements Disposable {
	readonly #helper: Helper;
	readonly #client: TmuxClient;
	readonly #slot: StreamSlot;
	readonly #options: StreamOptions;
	#running: RunningStream | undefined;
	#restarting = false;
	#over = false;

	constructor(helper: Helper, client: TmuxClient, slot: StreamSlot, options: StreamOptions) {
		this.#helper = helper;
		this.#client = client;
		this.#slot = slot;
		this.#options = options;
		this.#run();
	}

	/** The next run begins once the one before has ended. */
	restart(): void {
		this.#restarting = true;
		this.#running?.end();
	}

	dispose(): void {
		this.#over = true;
		this.#running?.end();
	}

	#run(): void {
		const mark = new StreamMark();
		const heed =
			<T extends unknown[]>(handle: (...args: T) => void) =>
			(...args: T) => {
				if (!this.#over) handle(...args);
			};
		const parser = new StreamParser(mark, {
			onListing: heed((listing) => this.#options.onListing(listing)),
			onCheck: heed((line) => this.#options.onCheck(line)),
		});
		this.#restarting = false;
		this.#running = this.#helper.stream(this.#slot, [...this.#client.argv, 'if-shell', '-F', '1', this.#options.script(mark)], {
			onData: (chunk) => parser.handleData(chunk),
			onEnd: () => {
				if (this.#over) return;
				if (parser.complete || this.#restarting) this.#run();
				else this.#options.onBroken(parser.rest);
			},
		});
	}
}
