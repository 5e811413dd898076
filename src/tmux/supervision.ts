/** Chooses how a server is followed and follows it through its lives: streams, spawned listings, waiting for a server, trying again. */
import type { Disposable } from '../base/disposable.ts';
import type { Logger } from '../base/logger.ts';
import type { TmuxClient } from './client.ts';
import type { Discovery } from './discovery.ts';
import type { Helper } from './helper.ts';
import { isSameServer, Membership } from './membership.ts';
import type { DiscoveryReason, ServerIdentity } from './model.ts';
import { commandArgs } from './quoting.ts';
import type { Tempo } from './scripts.ts';
import type { Observation, Pace } from './server.ts';
import { SocketWatch } from './socketwatch.ts';
import { Streams } from './streams.ts';
import type { Check } from './traces.ts';
import { canStream } from './version.ts';

/** Something prints and somebody looks: output shows within a quarter of a second, at 1 % of a core for 100 sessions. */
const LIVELY: Tempo = { intervalMs: 250, foregroundEvery: 1 };
/** Somebody looks at resting sessions. A program that changes without printing anything shows within seconds. */
const CALM: Tempo = { intervalMs: 1000, foregroundEvery: 4 };
/** Nobody looks: what tmux announces, and the end of a process, still come at once. */
const SLOW: Tempo = { intervalMs: 3000, foregroundEvery: 2 };
/** How long after the last change sessions count as resting; longer than an agent is silent between two lines. */
const LIVELY_MS = 10_000;

/** One spawned listing a second costs 0.7 % of a core at 100 sessions. */
const POLL_MS = { quick: 1000, slow: 3000 } as const;
/** A ticker this much late is not merely busy. */
const SILENCE_MS = 1500;
/** A socket is there a moment before its server listens. */
const ARRIVAL_STEPS_MS = [20, 50, 100, 200, 400];
/** Tries at a server that can't be asked; a hung one is also heard from when its streams speak again. */
const RETRY_STEPS_MS = [500, 500, 1000, 1000, 2000];
const LONGEST_RETRY_MS = 5000;
/** Streams that break this often on a server that lives are left alone for a while. */
const STREAM_FAILURES = 3;
const STREAM_FAILURE_WINDOW_MS = 60_000;
const STREAM_PAUSE_MS = 300_000;

export interface SupervisionOptions {
	readonly helper: Helper;
	readonly client: TmuxClient;
	readonly discovery: Discovery;
	readonly logger: Logger;
	readonly socketPath: string;
}

export class Supervision implements Disposable {
	readonly #options: SupervisionOptions;
	readonly #socketWatch: SocketWatch;
	readonly #membership: Membership;
	#streams: Streams | undefined;
	#pace: Pace = 'quick';
	#lastChange = 0;
	#timer: NodeJS.Timeout | undefined;
	#connecting = false;
	#again: DiscoveryReason | undefined;
	#step = 0;
	#failures: number[] = [];
	#streamsAllowedAt = 0;
	#puttingBack = false;
	#told = new Set<string>();
	#disposed = false;

	constructor(options: SupervisionOptions) {
		this.#options = options;
		this.#membership = new Membership(options.client);
		this.#socketWatch = new SocketWatch(options.socketPath, () => {
			this.#step = 0;
			void this.#connect('reconnect');
		});
		options.discovery.onDidObserve((observation) => {
			if (observation.kind !== 'listed') return;
			const { reason } = observation.listing;
			if (reason === 'tick' || reason === 'push') this.#lastChange = Date.now();
		});
	}

	start(): void {
		void this.#socketWatch.start().then(() => this.#connect('startup'));
	}

	setPace(pace: Pace): void {
		this.#pace = pace;
		this.#adapt();
	}

	/** A look from outside may find a server that comes or goes before anything else tells of it. */
	handleObservation({ kind }: Observation): void {
		const waits = this.#streams === undefined && this.#timer === undefined;
		if (kind === 'absent' ? this.#streams !== undefined : waits) void this.#connect('reconnect');
	}

	/** The commands that take us out of the server, if we are in one. */
	dispose(): readonly string[] | undefined {
		this.#disposed = true;
		clearTimeout(this.#timer);
		this.#socketWatch.dispose();
		this.#streams?.dispose();
		const farewell = this.#membership.leave();
		return farewell && [...this.#options.client.argv, ...commandArgs(farewell)];
	}

	async #connect(reason: DiscoveryReason): Promise<void> {
		if (this.#connecting) {
			this.#again = reason;
			return;
		}
		this.#connecting = true;
		let next: DiscoveryReason | undefined = reason;
		try {
			while (next && !this.#disposed) {
				this.#again = undefined;
				await this.#follow(await this.#options.discovery.look(next, next === 'startup'));
				next = this.#again;
			}
		} catch (error) {
			// The server went away between two questions, or refused one.
			this.#options.logger.debug(`tmux: could not follow the server: ${String(error)}`);
			this.#retry();
		} finally {
			this.#connecting = false;
		}
	}

	async #follow(observation: Observation): Promise<void> {
		if (this.#disposed) return;
		this.#socketWatch.setAnxious(observation.kind !== 'listed');
		switch (observation.kind) {
			case 'pending':
				return;
			case 'absent': {
				this.#stopStreams();
				this.#membership.forget();
				this.#failures = [];
				this.#streamsAllowedAt = 0;
				clearTimeout(this.#timer);
				this.#timer = undefined;
				const step = this.#nextStep(ARRIVAL_STEPS_MS);
				if (step !== undefined && this.#socketWatch.exists) this.#schedule(step, 'reconnect');
				return;
			}
			case 'unobservable':
				this.#retry();
				return;
			case 'listed': {
				const { server, sessions } = observation.listing;
				if (this.#streams && this.#membership.isIn(server)) {
					this.#awaitTick();
					return;
				}
				this.#stopStreams();
				if (sessions.length > 0 && this.#mayStream()) await this.#startStreams(server);
				this.#step = 0;
				if (!this.#streams) this.#schedule(POLL_MS[this.#pace], 'tick');
			}
		}
	}

	#retry(): void {
		this.#schedule(this.#nextStep(RETRY_STEPS_MS) ?? LONGEST_RETRY_MS, 'reconnect');
	}

	#nextStep(steps: readonly number[]): number | undefined {
		return steps[this.#step++];
	}

	#mayStream(): boolean {
		if (Date.now() < this.#streamsAllowedAt) return false;
		const version = this.#options.discovery.serverVersion;
		if (canStream(version)) return true;
		this.#tellOnce(`tmux ${version} has no timers: sessions are listed once a second instead of pushed`);
		return false;
	}

	async #startStreams(server: ServerIdentity): Promise<void> {
		const { helper, client, discovery, logger } = this.#options;
		const joined = await this.#membership.join(server);
		if (this.#disposed) return;
		if (joined.kind === 'refused') {
			this.#tellOnce(`${joined.why}: sessions are listed once a second instead of pushed`);
			this.#streamsAllowedAt = Date.now() + STREAM_PAUSE_MS;
			return;
		}
		if (joined.lacking.length > 0)
			this.#tellOnce(`this tmux lacks hooks (${joined.lacking.join(', ')}): such changes show at the next look`);
		discovery.via = 'streams';
		this.#streams = new Streams(helper, client, {
			channel: joined.channel,
			tempo: this.#tempo(),
			events: {
				onListing: (listing, reason) => {
					if (!discovery.handleListing(listing, reason)) this.#putBack();
					if (reason !== 'tick') return;
					this.#adapt();
					this.#awaitTick();
				},
				onCheck: (check) => this.#handleCheck(check),
				onBroken: (complaint) => this.#handleBroken(server, complaint),
			},
		});
		logger.debug(`tmux: streaming from server ${server.pid} on channel ${joined.channel}`);
		this.#awaitTick();
	}

	#handleCheck(check: Check): void {
		if (this.#disposed) return;
		const verdict = this.#membership.handleCheck(check);
		if (verdict === 'removed') this.#putBack();
		if (verdict !== 'unwelcome') return;
		this.#stopStreams();
		void this.#connect('reconnect');
	}

	/** A configuration that is read again may clear hooks and options, ours among them. */
	#putBack(): void {
		if (this.#puttingBack || this.#disposed) return;
		this.#puttingBack = true;
		this.#options.logger.info('tmux: what is ours in the server was removed and is put back');
		this.#membership
			.putBack()
			.catch((error: unknown) => this.#options.logger.debug(`tmux: not put back: ${String(error)}`))
			.finally(() => {
				this.#puttingBack = false;
			});
	}

	/** The server's end, or a stream that this server does not bear: the look that follows tells. */
	#handleBroken(server: ServerIdentity, complaint: string): void {
		this.#stopStreams();
		if (this.#disposed) return;
		this.#options.logger.debug(`tmux: stream ended${complaint ? `: ${complaint}` : ''}`);
		void this.#options.discovery.look('reconnect', false).then((observation) => {
			if (observation.kind === 'listed' && observation.listing.sessions.length > 0 && isSameServer(observation.listing.server, server))
				this.#countFailure();
			return this.#connect('reconnect');
		});
	}

	#countFailure(): void {
		const now = Date.now();
		this.#failures = [...this.#failures.filter((at) => now - at < STREAM_FAILURE_WINDOW_MS), now];
		if (this.#failures.length < STREAM_FAILURES) return;
		this.#failures = [];
		this.#streamsAllowedAt = now + STREAM_PAUSE_MS;
		this.#options.logger.warn('tmux: streams break again and again, sessions are listed once a second for a while');
	}

	#stopStreams(): void {
		this.#streams?.dispose();
		this.#streams = undefined;
		this.#options.discovery.via = 'polling';
	}

	#tempo(): Tempo {
		if (this.#pace === 'slow') return SLOW;
		return Date.now() - this.#lastChange < LIVELY_MS ? LIVELY : CALM;
	}

	#adapt(): void {
		this.#streams?.setTempo(this.#tempo());
	}

	/** The streams speak by themselves; when they do not, somebody must ask why. */
	#awaitTick(): void {
		if (this.#streams) this.#schedule(this.#streams.tempo.intervalMs + SILENCE_MS, 'tick');
	}

	#schedule(delayMs: number, reason: DiscoveryReason): void {
		clearTimeout(this.#timer);
		if (this.#disposed) return;
		this.#timer = setTimeout(() => {
			this.#timer = undefined;
			// Heard from nobody for too long: if the server answers, the ticker is what hangs.
			this.#streams?.restart();
			void this.#connect(reason);
		}, delayMs);
	}

	#tellOnce(message: string): void {
		if (this.#told.has(message)) return;
		this.#told.add(message);
		this.#options.logger.info(`tmux: ${message}`);
	}
}
