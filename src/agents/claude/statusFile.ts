/** Claude Code's status file, `sessions/<pid>.json`: who speaks, what it says, and whether it still may. Pure. */
import { asNumber, asText, parseObject } from '../json.ts';
import type { Reading } from '../signals.ts';

export interface ClaudeStatus {
	readonly pid: number;
	readonly sessionId: string;
	readonly folder: string;
	/** As `/proc/<pid>/stat` has it; guards against a pid that was used again. */
	readonly procStart: string | undefined;
	/** Absent for the first moments, and for sessions that other programs drive. */
	readonly status: string | undefined;
	readonly waitingFor: string | undefined;
	readonly statusAt: number | undefined;
	readonly name: string | undefined;
	readonly interactive: boolean;
}

const FILE = /^(\d+)\.json$/;

/** The pid a file of the folder speaks for. Key files lie beside the status files and must never be opened. */
export function pidOfStatusFile(name: string): number | undefined {
	const pid = FILE.exec(name)?.[1];
	return pid === undefined ? undefined : Number(pid);
}

/** Undefined for a half-written file: it is written in place. */
export function parseStatus(text: string): ClaudeStatus | undefined {
	const file = parseObject(text);
	const pid = asNumber(file?.pid);
	const sessionId = asText(file?.sessionId);
	if (!file || pid === undefined || !sessionId) return undefined;
	const procStart = file.procStart;
	return {
		pid,
		sessionId,
		folder: asText(file.cwd) ?? '',
		procStart: typeof procStart === 'number' ? String(procStart) : asText(procStart),
		status: asText(file.status),
		waitingFor: asText(file.waitingFor),
		statusAt: asNumber(file.statusUpdatedAt) ?? asNumber(file.updatedAt),
		name: asText(file.name),
		interactive: (asText(file.kind) ?? 'interactive') === 'interactive',
	};
}

export function readingOfStatus(status: ClaudeStatus, now: number): Reading | undefined {
	const { status: word, waitingFor } = status;
	const at = Math.min(status.statusAt ?? now, now);
	const reading = (activity: Reading['activity'], observation: string): Reading => ({
		source: 'status-file',
		activity,
		observation,
		confidence: 'certain',
		at,
	});
	switch (word) {
		case 'busy':
			return reading('working', 'status file says busy');
		case 'idle':
			return reading('idle', 'status file says idle');
		case 'shell':
			return reading('idle', 'status file says idle with a background shell');
		case 'waiting':
			return reading(
				waitingFor === 'permission prompt' ? 'needsApproval' : 'needsAnswer',
				`status file says waiting for ${waitingFor ?? 'the user'}`,
			);
		default:
			return undefined;
	}
}
