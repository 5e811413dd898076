/** Decides what an agent does from the last words of its sources: one owner per fact, the others complete it. Pure. */
import type { AgentKind } from '../../agents/adapter.ts';
import type { Reading } from '../../agents/signals.ts';
import type { Evidence } from '../session.ts';
import type { Memory } from './state.ts';

/** A dialog is announced before it is painted, so a screen that contradicts must have had time to follow. */
const SCREEN_LAG_MS = 1_500;
/** A program that printed within this time is at work, as far as anyone can tell. */
export const OUTPUT_MEANS_WORK_MS = 5_000;

/** Undefined: nothing speaks for any state, and what was known stays. */
export function verdict(agent: AgentKind, memory: Memory, now: number): Reading | undefined {
	switch (agent) {
		case 'claude':
			return claudeVerdict(memory);
		case 'codex':
			return codexVerdict(memory);
		case 'gemini':
		case 'opencode':
		case 'copilot':
			return titleThenScreen(memory);
		case 'other':
			return genericVerdict(memory, now);
	}
}

/** The status file decides; the screen tells what it can't: retries, and everything before there is a file. */
function claudeVerdict(memory: Memory): Reading | undefined {
	const { status, screen } = memory;
	if (!status) return currentScreen(memory);
	const seenSince = screen && screen.at >= status.at ? screen : undefined;
	if (status.activity === 'working' && seenSince?.activity === 'retrying') return seenSince;
	// To the file every dialog is the same; the screen tells an offer of the program from a menu of the user's.
	if (status.activity === 'needsAnswer' && seenSince?.activity === 'startDialog' && seenSince.confidence === 'certain') return seenSince;
	if (status.activity !== 'idle') return status;
	const failed = failedTurn(memory);
	if (failed) return failed;
	// A turn that is taken back leaves the failure before it on the screen; the transcript knows better where there is one.
	if (!memory.turn && seenSince?.activity === 'failed') return seenSince;
	if (seenSince && isAsking(seenSince) && seenSince.at - status.at > SCREEN_LAG_MS) return seenSince;
	return status;
}

/** The title decides work and blocking; what it leaves open is the screen's to say, and the rollout's why a turn failed. */
function codexVerdict(memory: Memory): Reading | undefined {
	const { title, screen } = memory;
	const seenSince = title && screen && screen.at >= title.at ? screen : undefined;
	if (title?.activity === 'needsApproval') {
		// The dialog is painted up to a second before the title follows.
		const dialog = screen && isAsking(screen) && screen.at >= title.at - SCREEN_LAG_MS ? screen : undefined;
		return dialog ?? title;
	}
	if (title) return seenSince && (seenSince.activity === 'retrying' || isAsking(seenSince)) ? seenSince : title;
	const shown = currentScreen(memory);
	return shown?.activity === 'idle' ? (failedTurn(memory) ?? shown) : shown;
}

function titleThenScreen(memory: Memory): Reading | undefined {
	const { title, screen } = memory;
	if (title && screen && screen.at >= title.at && isAsking(screen)) return screen;
	return title ?? currentScreen(memory);
}

/** A shell at its prompt is idle, a program that prints works; a silent program can be anything. */
function genericVerdict({ screen, outputAt, shellInFront }: Memory, now: number): Reading | undefined {
	if (screen?.activity === 'idle' && shellInFront) return screen;
	if (outputAt === undefined || shellInFront) return screen;
	if (now - outputAt < OUTPUT_MEANS_WORK_MS)
		return { source: 'process', activity: 'working', observation: 'the program prints', confidence: 'likely', at: outputAt };
	return { source: 'process', activity: 'unknown', observation: 'the program has been silent', confidence: 'none', at: outputAt };
}

/** A screen that was seen before the owner changed its word shows the past. */
function currentScreen({ screen, ownerChangedAt }: Memory): Reading | undefined {
	return screen && screen.at >= ownerChangedAt ? screen : undefined;
}

function isAsking({ decision, confidence }: Reading): boolean {
	return confidence === 'certain' && (decision?.kind === 'approval' || decision?.kind === 'plan' || decision?.kind === 'question');
}

function failedTurn({ turn }: Memory): Reading | undefined {
	if (turn?.phase !== 'failed') return undefined;
	return { source: 'transcript', activity: 'failed', observation: turn.error ?? 'the turn failed', confidence: 'certain', at: turn.at };
}

/** The verdict as evidence, with what spoke against it. */
export function evidenceOf(chosen: Reading, { status, title, screen }: Memory): Evidence {
	const others = [status, title, screen].filter((reading) => reading !== undefined);
	const disagrees = others
		.filter((reading) => reading.source !== chosen.source && reading.activity !== chosen.activity && reading.activity !== 'unknown')
		.map(plain);
	return { ...plain(chosen), ...(disagrees.length > 0 && { disagrees }) };
}

function plain({ source, observation, at, confidence }: Reading): Evidence {
	return { source: source === 'hook' ? 'process' : source, observation, at, confidence };
}
