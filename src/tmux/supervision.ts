/** Chooses how a server is followed and follows it through its lives: streams, spawned listings, waiting for a server, trying again. */
import type { Disposable } from '../base/disposable.ts';
import type { Logger } from '../base/logger.ts';
import type { TmuxClient } from './client.ts';
import type { Discovery } from './discovery.ts';
import type { Helper } from './helper.ts';
import type { DiscoveryReason, ServerIdentity } from './model.ts';
import { commandArgs } from './quoting.ts';
import { pokeServer } from './reaper.ts';
import type { Tempo } from './scripts.ts';
import type { Observation, Pace } from './server.ts';
import { SocketWatch } from './socketwatch.ts';
import { Streams } from './streams.ts';
import { CHECK_FORMAT, type Check, isUsable, joinCommands, leaveCommands, type Member, newMember, parseCheck } from './traces.ts';
import { canStream } from './version.ts';

/** Something prints and somebody looks: output shows within a quarter of a second, at 0.6 % of a core for 100 sessions. */
const LIVELY: Tempo = { listMs: 250, deadMs: 250 };
/** Somebody looks at resting sessions: only an exit, which may come unannounced, must show within a quarter of a second. */
const CALM: Tempo = { listMs: 1000, deadMs: 250 };
/** Nobody looks: what tmux announces still comes at once. */
const SLOW: Tempo = { listMs: 3000, deadMs: 1000 };
/** How long after the last change sessions count as resting; longer than an agent is silent between two lines. */
const LIVELY_MS = 30_000;

/** One spawned listing a second costs 0.7 % of a core at 100 sessions. */
const POLL_MS = { quick: 1000, slow: 3000 } as const;
/** A ticker this much late is not merely busy. */
const SILENCE_MS = 1500;
/** A socket is there a moment before its server listens. */
const ARRIVAL_STEPS_MS = [20, 50, 100, 200, 400];
/** Tries at a server that can't be asked; a hung one is also heard from when its streams speak again. */
const RETRY_STEPS_MS = [500, 500, 1000, 1000, 2000, 5000];
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

/** Our place in one run of a server. */
interface Stay {
	readonly server: ServerIdentity;
	readonly member: Member;
	members: readonly string[];
	standing: string;
}

export class Supervision implements Disposable {
	readonly #options: SupervisionOptions;
	readonly #socketWatch: SocketWatch;
	#streams: Streams | undefined;
	#stay: Stay | undefined;
	#pace: Pace = 'quick';
	#lastChange = 0;
	#timer: NodeJS.Timeout | undefined;
	#connecting = false;
	#again: DiscoveryReason | undefined;
	#step = 0;
	#failures: number[] = [];
	#streamsAllowedAt = 0;
	#told = new Set<string>();
	#disposed = false;

	constructor(options: SupervisionOptions) {
		this.#options = options;
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
	handleObservation(observation: Observation): void {
		const followed = this.#streams !== undefined || this.#timer !== undefined;
		if (observation.kind !== 'listed' || !followed) void this.#connect('reconnect');
	}

	/** The commands that take us out of the server, if we are in one. */
	dispose(): readonly string[] | undefined {
		this.#disposed = true;
		clearTimeout(this.#timer);
		this.#socketWatch.dispose();
		this.#streams?.dispose();
		const stay = this.#stay;
		if (!stay) return undefined;
		return [...this.#options.client.argv, ...commandArgs(leaveCommands(stay.member, stay.members))];
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
			this.#options.logger.error(`tmux: ${String(error)}`);
			this.#schedule(this.#nextStep(RETRY_STEPS_MS) ?? 5000, 'reconnect');
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
				this.#stay = undefined;
				clearTimeout(this.#timer);
				this.#timer = undefined;
				const step = this.#nextStep(ARRIVAL_STEPS_MS);
				if (step !== undefined && this.#socketWatch.exists) this.#schedule(step, 'reconnect');
				return;
			}
			case 'unobservable':
				this.#schedule(this.#nextStep(RETRY_STEPS_MS) ?? RETRY_STEPS_MS.at(-1) ?? 0, 'reconnect');
				return;
			case 'listed': {
				this.#step = 0;
				const { server, sessions } = observation.listing;
				if (this.#streams && this.#stay && isSame(this.#stay.server, server)) {
					this.#awaitTick();
					return;
				}
				this.#stopStreams();
				if (sessions.length > 0 && this.#mayStream()) await this.#startStreams(server);
				if (!this.#streams) this.#schedule(POLL_MS[this.#pace], 'tick');
			}
		}
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
		const stay = await this.#join(server);
		if (!stay || this.#disposed) return;
		const { helper, client, discovery, logger } = this.#options;
		discovery.via = 'streams';
		this.#streams = new Streams(helper, client, {
			channel: stay.member.channel,
			tempo: this.#tempo(),
			events: {
				onListing: (listing, reason) => {
					discovery.handleListing(listing, reason);
					if (reason !== 'tick') return;
					this.#adapt();
					this.#awaitTick();
				},
				onAlarm: () => pokeServer(server.pid),
				onCheck: (check) => this.#handleCheck(check),
				onBroken: (complaint) => this.#handleBroken(server, complaint),
			},
		});
		logger.debug(`tmux: streaming from server ${server.pid} on channel ${stay.member.channel}`);
		this.#awaitTick();
	}

	/** Puts what is ours into the server, or takes over what another window or a crash has left there. */
	async #join(server: ServerIdentity): Promise<Stay | undefined> {
		const check = parseCheck(await this.#askCheck([]));
		if (check.exitsUnattached) {
			this.#tellOnce('tmux is set to exit-unattached: sessions are listed once a second, as a stream would keep it alive');
			return undefined;
		}
		const known = this.#stay && isSame(this.#stay.server, server) ? this.#stay.member : undefined;
		const member = known ?? newMember(check.members);
		const joined = parseCheck(await this.#askCheck(joinCommands(member, check.members)));
		if (!isUsable(joined)) {
			this.#options.logger.warn('tmux: refuses our options, sessions are listed once a second');
			this.#streamsAllowedAt = Date.now() + STREAM_PAUSE_MS;
			return undefined;
		}
		if (joined.standing.includes('0'))
			this.#tellOnce(`this tmux lacks some hooks (${joined.standing}): those changes show at the next look`);
		this.#stay = { server, member, members: joined.members, standing: joined.standing };
		return this.#stay;
	}

	/** The check comes last; what a version refuses before it must not keep it from coming. */
	async #askCheck(commands: readonly (readonly string[])[]): Promise<string> {
		const output = await this.#options.client.ask([...commands, ['display-message', '-p', CHECK_FORMAT]]);
		return output.trimEnd().split('\n').at(-1) ?? '';
	}

	#handleCheck(check: Check): void {
		const stay = this.#stay;
		if (!stay || this.#disposed) return;
		stay.members = check.members;
		if (check.exitsUnattached) {
			this.#stopStreams();
			void this.#connect('reconnect');
		} else if (check.standing !== stay.standing || !check.members.includes(stay.member.entry)) {
			this.#options.logger.info('tmux: what is ours in the server was removed (a configuration read again?) and is put back');
			this.#join(stay.server).catch((error: unknown) => this.#options.logger.debug(`tmux: not put back: ${String(error)}`));
		}
	}

	/** The server's end, or a stream that this server does not bear: the look that follows tells. */
	#handleBroken(server: ServerIdentity, complaint: string): void {
		this.#stopStreams();
		if (this.#disposed) return;
		this.#options.logger.debug(`tmux: stream ended${complaint ? `: ${complaint}` : ''}`);
		void this.#options.discovery.look('reconnect', false).then((observation) => {
			if (observation.kind === 'listed' && observation.listing.sessions.length > 0 && isSame(observation.listing.server, server))
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
		if (this.#streams) this.#schedule(this.#streams.tempo.listMs + SILENCE_MS, 'tick');
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

function isSame(a: ServerIdentity, b: ServerIdentity): boolean {
	return a.pid === b.pid && a.startTime === b.startTime;
}
