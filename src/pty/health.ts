/** How well an attached client keeps up, judged from what waits and for how long. Pure; time comes in. */

export type PtyHealth = 'healthy' | 'degraded' | 'overloaded' | 'disconnected';

export interface Load {
	readonly connected: boolean;
	/** Since when the first screen is awaited. */
	readonly startingSince: number | undefined;
	/** Since when input waits without any of it being taken. */
	readonly stalledSince: number | undefined;
	/** Since when a burst of output is held back. */
	readonly burstSince: number | undefined;
	/** Whether input had to be refused and still waits. */
	readonly refusing: boolean;
}

// A first screen takes 3 ms; a loaded machine takes a hundred times that.
const SLOW_START_MS = 2_000;
// A key without effect for a quarter of a second is felt; two seconds without any progress is a client that does not read.
const STALL_FELT_MS = 250;
const STALL_STUCK_MS = 2_000;
// A build log is over within a second or two; what lasts longer is a flood.
const BURST_FELT_MS = 1_000;
const BURST_FLOOD_MS = 10_000;

export function judgeHealth(load: Load, now: number): PtyHealth {
	if (!load.connected) return 'disconnected';
	const lasts = (since: number | undefined, limitMs: number) => since !== undefined && now - since >= limitMs;
	if (load.refusing || lasts(load.stalledSince, STALL_STUCK_MS) || lasts(load.burstSince, BURST_FLOOD_MS)) return 'overloaded';
	if (lasts(load.startingSince, SLOW_START_MS) || lasts(load.stalledSince, STALL_FELT_MS) || lasts(load.burstSince, BURST_FELT_MS)) {
		return 'degraded';
	}
	return 'healthy';
}
