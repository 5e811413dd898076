/** Turns answers of tmux into observations: one look at a time, each with its reason, and no doubtful answer ever changes the list. */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/event.ts';
import type { Logger } from '../base/logger.ts';
import { LOST, type TmuxClient } from './client.ts';
import { TmuxError } from './errors.ts';
import { type CompleteRecord, Foreground } from './foreground.ts';
import {
	FOREGROUND_FORMAT,
	groupSessions,
	hasRecords,
	joinRecords,
	PANE_FORMAT,
	parsePanes,
	parseServer,
	SERVER_FORMAT,
} from './formats.ts';
import type { DiscoveryReason } from './model.ts';
import { isAlive } from './process.ts';
import { commandText } from './quoting.ts';
import { Reaper } from './reaper.ts';
import type { Observation } from './server.ts';

/** Shorter than for commands: a list that is not there by now is not known, and the user is told so within seconds. */
const LISTING_LIMIT_MS = 2500;
/** A server that is about to exit takes no more clients, or drops them, for a few milliseconds. */
const EXIT_GRACE_MS = 1000;
const EXIT_STEP_MS = 25;
/** A stream that keeps contradicting the looks is right: what it says is newer. */
const MOST_LOOKS = 3;

/** A listing as a client printed it; the same text says the same. */
export interface RawListing {
	readonly panes: string;
	readonly server: string;
}

export type Via = 'streams' | 'polling';

export class Discovery implements Disposable {
	readonly #client: TmuxClient;
	readonly #logger: Logger;
	readonly #emitter: Emitter<Observation>;
	readonly #reaper = new Reaper();
	#observation: Observation = { kind: 'pending' };
	#fingerprint = '';
	readonly #foreground = new Foreground();
	/** Listings as they came that say what is known already, with and without the foreground. */
	readonly #settled = new Set<string>();
	#serverPid: number | undefined;
	#running: Promise<Observation> | undefined;
	#queued: Promise<Observation> | undefined;
	/** The last listing that a stream brought while a look was under way: which of the two is newer can't be told. */
	#overheard: { readonly raw: RawListing; readonly reason: DiscoveryReason } | undefined;
	#disposed = false;
	via: Via = 'polling';
	serverVersion = '';

	constructor(client: TmuxClient, logger: Logger) {
		this.#client = client;
		this.#logger = logger;
		this.#emitter = new Emitter((error) => logger.error(`tmux: a listener failed: ${String(error)}`));
	}

	get observation(): Observation {
		return this.#observation;
	}

	get onDidObserve(): Event<Observation> {
		return this.#emitter.event;
	}

	/** An answer to this call may not come from a look that began before it, so one more is queued and shared by all who wait. */
	look(reason: DiscoveryReason, force: boolean): Promise<Observation> {
		if (!this.#running) {
			this.#running = this.#look(reason, force).finally(() => {
				this.#running = undefined;
			});
			return this.#running;
		}
		this.#queued ??= this.#running.then(() => {
			this.#queued = undefined;
			return this.look(reason, force);
		});
		return this.#queued;
	}

	/** A listing that a stream brought; false if it was damaged and changed nothing. */
	handleListing(raw: RawListing, reason: 'tick' | 'push'): boolean {
		if (isDamaged(raw)) {
			this.#logger.debug(`tmux: a damaged listing (${reason}) was dropped`);
			return false;
		}
		if (this.#running) this.#overheard = { raw, reason };
		else this.#accept(raw, reason, false);
		return true;
	}

	async #look(reason: DiscoveryReason, force: boolean): Promise<Observation> {
		const began = performance.now();
		try {
			this.#accept(await this.#undisputed(), reason, force);
		} catch (cause) {
			const error = cause instanceof TmuxError ? cause : new TmuxError('unobservable', String(cause), { cause });
			// A stream that spoke meanwhile proves the server well; whatever kept this look from it is our own trouble.
			if (this.#overheard && error.reason !== 'absent') this.#accept(this.#overheard.raw, this.#overheard.reason, force);
			else this.#handleFailure(error, force);
		}
		this.#overheard = undefined;
		this.#logger.debug(`tmux: looked (${reason}) in ${Math.round(performance.now() - began)} ms: ${this.#summary()}`);
		return this.#observation;
	}

	/** A listing with which no stream disagrees. */
	async #undisputed(): Promise<RawListing> {
		for (let looks = 1; ; looks++) {
			this.#overheard = undefined;
			const raw = await this.#ask();
			// Assigned while the answer was awaited.
			const overheard = this.#overheard as { readonly raw: RawListing } | undefined;
			if (!overheard || isSame(overheard.raw, raw)) return raw;
			if (looks === MOST_LOOKS) return overheard.raw;
		}
	}

	async #ask(): Promise<RawListing> {
		const deadline = performance.now() + EXIT_GRACE_MS;
		for (;;) {
			const [mark, row] = [randomBytes(9).toString('hex'), randomBytes(9).toString('hex')];
			try {
				const output = await this.#client.ask(
					[
						// A server may live without a session, where `list-panes` fails.
						['if-shell', '-F', '#{session_id}', commandText([['list-panes', '-a', '-F', `${row}${PANE_FORMAT}${FOREGROUND_FORMAT}`]])],
						['display-message', '-p', `${mark}\t${SERVER_FORMAT}`],
					],
					{ limitMs: LISTING_LIMIT_MS },
				);
				const at = output.lastIndexOf(`${mark}\t`);
				const raw = { panes: joinRecords(output.slice(0, Math.max(at, 0)), row), server: output.slice(at + mark.length + 1) };
				if (at < 0 || isDamaged(raw)) throw new TmuxError('unobservable', 'tmux gave no whole listing');
				return raw;
			} catch (error) {
				if (!(error instanceof TmuxError)) throw error;
				const exiting = error.reason === 'absent' ? this.#serverPid !== undefined && isAlive(this.#serverPid) : LOST.test(error.message);
				if (!exiting) throw error;
				if (performance.now() > deadline) throw new TmuxError('unobservable', `the server runs but can not be reached: ${error.message}`);
				await delay(EXIT_STEP_MS);
			}
		}
	}

	#accept(raw: RawListing, reason: DiscoveryReason, force: boolean): void {
		const stamp = parseServer(raw.server);
		if (this.#disposed || !stamp) return;
		const key = `${stamp.server.pid} ${stamp.server.startTime} ${this.via} ${raw.panes}`;
		if (this.#settled.has(key) && !force) return;
		const records = parsePanes(raw.panes);
		this.#serverPid = stamp.server.pid;
		if (stamp.version) this.serverVersion = stamp.version;
		const sessions = groupSessions(this.#foreground.complete(records).map((record) => markUnsettled(record, stamp.now)));
		const waits = records.some(({ activity, pane }) => activity >= stamp.now || (pane.dead && !pane.exit));
		this.#reaper.handleListing({ server: stamp.server, sessions });
		const fingerprint = JSON.stringify([this.via, stamp.server, sessions]);
		if (fingerprint !== this.#fingerprint) this.#settled.clear();
		if (!waits) this.#settled.add(key);
		if (fingerprint === this.#fingerprint && !force) return;
		this.#logger.trace(`tmux: listing changed (${reason}): ${sessions.length} sessions`);
		this.#publish({ kind: 'listed', listing: { server: stamp.server, sessions, at: Date.now(), reason }, via: this.via }, fingerprint);
	}

	#handleFailure(error: TmuxError, force: boolean): void {
		const absent = error.reason === 'absent';
		const fingerprint = absent ? 'absent' : `${error.reason} ${error.message}`;
		if (fingerprint === this.#fingerprint && !force) return;
		this.#settled.clear();
		if (absent) {
			this.#serverPid = undefined;
			this.#reaper.handleAbsence();
		}
		this.#publish(absent ? { kind: 'absent' } : { kind: 'unobservable', error }, fingerprint);
	}

	#publish(observation: Observation, fingerprint: string): void {
		if (this.#disposed) return;
		if (observation.kind !== this.#observation.kind && observation.kind === 'unobservable') {
			this.#logger.warn(`tmux: can not be observed, the list stays as it was: ${observation.error.message}`);
		}
		this.#fingerprint = fingerprint;
		this.#observation = observation;
		this.#emitter.fire(observation);
	}

	#summary(): string {
		const observation = this.#observation;
		switch (observation.kind) {
			case 'listed':
				return `${observation.listing.sessions.length} sessions`;
			case 'unobservable':
				return `unobservable, ${observation.error.message}`;
			case 'pending':
			case 'absent':
				return observation.kind;
		}
	}

	dispose(): void {
		this.#disposed = true;
		this.#reaper.dispose();
		this.#emitter.dispose();
	}
}

/** Apart from the foreground, for which not every listing asks. */
function isSame(a: RawListing, b: RawListing): boolean {
	if (a.panes === b.panes) return true;
	const [left, right] = [a, b].map(({ panes }) => JSON.stringify(parsePanes(panes).map(({ foreground: _, ...record }) => record)));
	return left === right;
}

/** Without our format in the server every pane is an empty line: that is no empty server. */
function isDamaged({ panes, server }: RawListing): boolean {
	return parseServer(server) === undefined || (panes !== '' && !hasRecords(panes));
}

/**
 * Activity stamps count whole seconds: until the second is over, more may be printed under the same numbers. The mark changes
 * once more when it is, so that whoever reads the screen at each change has read the last of it.
 */
function markUnsettled(record: CompleteRecord, now: number): CompleteRecord {
	if (record.activity < now) return record;
	return { ...record, pane: { ...record.pane, outputMark: `${record.pane.outputMark}~` } };
}
