/** One tmux server as the rest of Shoal sees it: discovery keeps the observation, the verbs act. */
import type { Event } from '../base/event.ts';
import type { Logger } from '../base/logger.ts';
import { TmuxClient } from './client.ts';
import { Discovery } from './discovery.ts';
import { Helper } from './helper.ts';
import type { DiscoveryReason, PaneTarget, SessionTarget, TmuxSocket } from './model.ts';
import type { AttachCommand, AttachOptions, CaptureOptions, NewSession, Observation, Pace, TmuxServer } from './server.ts';
import { clientEnvironment, socketArgs, socketPath } from './socket.ts';
import { Supervision } from './supervision.ts';
import * as verbs from './verbs.ts';
import { hasClientFlags } from './version.ts';

export interface LiveServerOptions {
	readonly socket: TmuxSocket;
	readonly tmuxPath: string;
	readonly logger: Logger;
	readonly env: NodeJS.ProcessEnv;
}

export class LiveServer implements TmuxServer {
	readonly socket: TmuxSocket;
	readonly #options: LiveServerOptions;
	readonly #env: Record<string, string>;
	readonly #helper: Helper;
	readonly #client: TmuxClient;
	readonly #discovery: Discovery;
	readonly #supervision: Supervision;
	#started = false;

	constructor(options: LiveServerOptions) {
		this.socket = options.socket;
		this.#options = options;
		this.#env = clientEnvironment(options.env);
		this.#helper = new Helper(this.#env);
		this.#client = new TmuxClient(this.#helper, options.tmuxPath, options.socket);
		this.#discovery = new Discovery(this.#client, options.logger);
		this.#supervision = new Supervision({
			helper: this.#helper,
			client: this.#client,
			discovery: this.#discovery,
			logger: options.logger,
			socketPath: socketPath(options.socket, options.env),
		});
	}

	get observation(): Observation {
		return this.#discovery.observation;
	}

	get onDidObserve(): Event<Observation> {
		return this.#discovery.onDidObserve;
	}

	start(): void {
		if (this.#started) return;
		this.#started = true;
		this.#supervision.start();
	}

	setPace(pace: Pace): void {
		this.#supervision.setPace(pace);
	}

	async refresh(reason: DiscoveryReason): Promise<Observation> {
		const observation = await this.#discovery.look(reason, true);
		if (this.#started) this.#supervision.handleObservation(observation);
		return observation;
	}

	newSession(spec: NewSession): Promise<SessionTarget & PaneTarget> {
		return verbs.newSession(this.#client, spec);
	}

	killSession(target: SessionTarget): Promise<void> {
		return verbs.killSession(this.#client, target);
	}

	renameSession(target: SessionTarget, name: string): Promise<void> {
		return verbs.renameSession(this.#client, target, name);
	}

	setUserOption(target: SessionTarget, option: string, value: string, onlyIfUnset = false): Promise<string> {
		return verbs.setUserOption(this.#client, target, { name: option, value, onlyIfUnset });
	}

	capture(paneIds: readonly string[], options: CaptureOptions = {}): Promise<ReadonlyMap<string, string>> {
		return verbs.capture(this.#client, paneIds, options);
	}

	paste(target: PaneTarget, text: string, options?: { readonly enter?: boolean }): Promise<void> {
		return verbs.paste(this.#client, target, text, options?.enter === true);
	}

	sendKeys(target: PaneTarget, keys: readonly string[], options?: { readonly shown?: readonly string[] }): Promise<void> {
		return verbs.sendKeys(this.#client, target, { keys, shown: options?.shown ?? [] });
	}

	detachClients(target: SessionTarget): Promise<number> {
		return verbs.detachClients(this.#client, target);
	}

	attachCommand(target: SessionTarget, options?: AttachOptions): AttachCommand {
		const { serverVersion } = this.#discovery;
		const command = verbs.attachCommand(target, { ignoreSize: options?.ignoreSize === true, flags: hasClientFlags(serverVersion) });
		const features = hasClientFlags(serverVersion) ? ['-T', '256,RGB'] : [];
		const args = ['-u', ...features, ...socketArgs(this.socket), ...command];
		return { file: this.#options.tmuxPath, args, env: this.#env };
	}

	claimSize(clientPid: number): Promise<void> {
		return verbs.claimSize(this.#client, clientPid);
	}

	dispose(): void {
		const farewell = this.#supervision.dispose();
		this.#discovery.dispose();
		this.#helper.dispose(farewell);
	}
}
