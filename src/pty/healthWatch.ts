/** Follows the health of one client: notes since when something waits, and looks again only while it does. */
import type { Disposable } from '../base/disposable.ts';
import { judgeHealth, type PtyHealth } from './health.ts';

// Soon enough for a tooltip.
const CHECK_MS = 250;

export interface HealthWatchOptions {
	readonly burstSince: () => number | undefined;
	readonly onChange: (health: PtyHealth) => void;
}

export class HealthWatch implements Disposable {
	readonly #options: HealthWatchOptions;
	#health: PtyHealth = 'healthy';
	#connected = true;
	#startingSince: number | undefined = performance.now();
	#stalledSince: number | undefined;
	#refusing = false;
	#timer: NodeJS.Timeout | undefined;

	constructor(options: HealthWatchOptions) {
		this.#options = options;
		this.#lookAgain();
	}

	get health(): PtyHealth {
		return this.#health;
	}

	handleFirstScreen(): void {
		this.#startingSince = undefined;
	}

	handleOutput(): void {
		if (this.#timer === undefined && this.#options.burstSince() !== undefined) this.#check();
	}

	handleInput(waitingBytes: number, refused: boolean): void {
		if (refused) this.#refusing = true;
		// Before the first screen input waits for us, not for the client.
		if (waitingBytes > 0 && this.#startingSince === undefined) this.#stalledSince ??= performance.now();
		if (refused || this.#stalledSince !== undefined) this.#check();
	}

	handleProgress(waitingBytes: number): void {
		this.#refusing = false;
		this.#stalledSince = waitingBytes > 0 ? performance.now() : undefined;
	}

	/** The client is gone. */
	dispose(): void {
		this.#connected = false;
		clearTimeout(this.#timer);
		this.#check();
	}

	#check(): void {
		const load = {
			connected: this.#connected,
			startingSince: this.#startingSince,
			stalledSince: this.#stalledSince,
			burstSince: this.#options.burstSince(),
			refusing: this.#refusing,
		};
		const waits = (load.startingSince ?? load.stalledSince ?? load.burstSince) !== undefined;
		if (load.connected && (waits || load.refusing)) this.#lookAgain();
		const health = judgeHealth(load, performance.now());
		if (health === this.#health) return;
		this.#health = health;
		this.#options.onChange(health);
	}

	#lookAgain(): void {
		this.#timer ??= setTimeout(() => {
			this.#timer = undefined;
			this.#check();
		}, CHECK_MS);
	}
}
