/** The one place where signals become what a session shows: `(state, signal, now) → state`. Pure. */
import type { ToolCall } from '../../agents/call.ts';
import type { SignalSource } from '../../agents/signals.ts';
import { oneLine, redact } from '../../agents/text.ts';
import type { SignalContent } from '../../agents/watch/facts.ts';
import { completed } from './detail.ts';
import { nextRestAt, restOf, waitsForUser } from './rest.ts';
import { type ActivityState, type FusedThought, initialState, type Memory, nothingKnown, type ThoughtState } from './state.ts';
import { evidenceOf, OUTPUT_MEANS_WORK_MS, verdict } from './verdict.ts';

/** Time went by: what is due is due. */
export interface Tick {
	readonly kind: 'tick';
}

/** A thought older than this while the agent works is kept, but no longer what it does now. */
const HOLDING_MS = 30_000;
/** How much later than written a line of the transcript may come to us. */
const TRANSCRIPT_LAG_MS = 5_000;
/** Goes with the text, so that no view can show a model's sentence as the agent's own. */
const MODEL_MARK = '✦ ';
/** A title follows its dialog up to a second later. */
const ASKED_BEFORE_MS = 2_000;
/** More calls than this at once are not looked through for the one that is asked about. */
const MOST_CALLS = 32;

export function fuse(state: ActivityState, signal: SignalContent | Tick, now: number): ActivityState {
	const heard = hear(state, signal, now);
	return settle(heard === state ? state : judge(heard, now), now);
}

/** Puts the signal where it belongs; nothing is decided here. */
function hear(state: ActivityState, signal: SignalContent | Tick, now: number): ActivityState {
	const remember = (memory: Partial<Memory>): ActivityState => ({ ...state, memory: { ...state.memory, ...memory } });
	switch (signal.kind) {
		case 'tick':
			return state.agent === 'other' ? { ...state } : state;
		case 'identified':
			return identified(state, signal, now);
		case 'ended':
			return ended(state, signal.reason, signal.at);
		case 'output':
			return remember({ outputAt: signal.at, shellInFront: signal.shell });
		case 'reading':
			return hearReading(state, signal.reading);
		case 'silent':
			return silence(state, signal.source, signal.at);
		case 'turn':
			// A turn that begins or ends leaves no call open.
			return remember({
				calls: [],
				turn: { phase: signal.phase, at: signal.at, ...(signal.error !== undefined && { error: signal.error }) },
			});
		case 'thought':
			return { ...state, ...thinking(state, signal.text, signal.source, signal.at) };
		case 'objective':
			return hearObjective(state, signal.text, signal.at);
		case 'usage':
			return { ...state, usage: signal.usage };
		case 'delegations':
			return { ...state, delegations: signal.count };
		case 'backgroundShell':
			return { ...state, backgroundShell: signal.running };
		case 'conversation':
			return hearConversation(state, signal);
		case 'edit':
			return { ...state, lastEditAt: Math.max(state.lastEditAt ?? 0, signal.at) };
		case 'commit':
			return { ...state, lastCommitAt: signal.at };
		case 'called':
			return remember(heardCall(state.memory, signal.call));
		case 'returned':
			return remember({ calls: state.memory.calls.filter(({ id }) => id === undefined || !signal.ids.includes(id)) });
	}
}

/** A call without an id comes from a hook. */
function heardCall({ calls, hooked }: Memory, call: ToolCall): Partial<Memory> {
	return call.id === undefined ? { hooked: [...hooked, call].slice(-MOST_CALLS) } : { calls: [...calls, call].slice(-MOST_CALLS) };
}

/** Another program in the same place is another story; what was said before stays readable until it speaks. */
function identified(state: ActivityState, signal: Extract<SignalContent, { kind: 'identified' }>, now: number): ActivityState {
	const fresh = initialState(now);
	const same =
		signal.process !== undefined && signal.process.pid === state.process?.pid && signal.process.startTime === state.process.startTime;
	if (same && !state.ended) return state;
	const { outputAt, shellInFront } = state.memory;
	return {
		...fresh,
		agent: signal.agent,
		...(signal.process && { process: signal.process }),
		evidence: nothingKnown(signal.agent === 'other' ? 'no agent runs here' : 'the agent has not spoken yet', signal.at),
		...(state.thought && { thought: state.thought }),
		memory: { ...fresh.memory, ...(outputAt !== undefined && { outputAt }), shellInFront },
	};
}

function ended(state: ActivityState, reason: 'exited' | 'pane-dead', at: number): ActivityState {
	const { decision: _, waitingSince: __, process: ___, ...rest } = state;
	return {
		...rest,
		ended: reason,
		activity: 'unknown',
		evidence: {
			source: 'process',
			observation: reason === 'exited' ? 'the agent has ended' : 'the pane is dead',
			at,
			confidence: 'certain',
		},
		since: at,
		delegations: 0,
		backgroundShell: false,
		memory: { ownerChangedAt: at, shellInFront: state.memory.shellInFront, calls: [], hooked: [] },
	};
}

function hearReading(state: ActivityState, reading: Extract<SignalContent, { kind: 'reading' }>['reading']): ActivityState {
	const { memory } = state;
	switch (reading.source) {
		case 'status-file': {
			// A turn that begins wipes out how the last one ended, before the transcript says so.
			const { turn, ...rest } = memory;
			const keep = turn && !(reading.activity === 'working' && turn.at <= reading.at) ? { turn } : {};
			return { ...state, memory: { ...rest, ...keep, status: reading, ownerChangedAt: reading.at } };
		}
		case 'title':
			return { ...state, memory: { ...memory, title: reading, ownerChangedAt: reading.at } };
		case 'screen':
			// Captures can come back in another order than they were asked for.
			return memory.screen && memory.screen.at > reading.at ? state : { ...state, memory: { ...memory, screen: reading } };
		case 'transcript':
		case 'process':
		case 'hook':
		case 'model':
			return state;
	}
}

/** A source that falls silent proves nothing: its word is dropped, the state stays until another source speaks. */
function silence(state: ActivityState, source: SignalSource, at: number): ActivityState {
	const { status, title, ...rest } = state.memory;
	const kept = { ...(source !== 'status-file' && status && { status }), ...(source !== 'title' && title && { title }) };
	return { ...state, memory: { ...rest, ...kept, ownerChangedAt: at } };
}

function hearObjective(state: ActivityState, text: string, at: number): ActivityState {
	const clean = redact(text);
	return state.objective?.text === clean ? state : { ...state, objective: { text: clean, changedAt: at } };
}

function hearConversation(state: ActivityState, signal: Extract<SignalContent, { kind: 'conversation' }>): ActivityState {
	const { id, file, name } = signal;
	const conversation = { id, ...(file !== undefined && { file }), ...(name !== undefined && { name }) };
	if (state.conversation?.id === signal.id) return { ...state, conversation };
	const { turn: _, ...kept } = state.memory;
	const memory: Memory = { ...kept, calls: [], hooked: [] };
	const { objective: __, usage: ___, ...rest } = state;
	// The first conversation heard of is the one all that is known belongs to; a later one starts afresh.
	return state.conversation ? { ...rest, conversation, delegations: 0, memory } : { ...state, conversation };
}

/** What the agent writes is closer to the truth than what of it fits on the screen. */
function thinking(state: ActivityState, text: string, source: SignalSource, at: number): { thought?: FusedThought } {
	const plain = oneLine(redact(text));
	const line = source === 'model' && plain ? `${MODEL_MARK}${plain}` : plain;
	const before = state.thought;
	if (!line) return {};
	// What it says itself stands above what is written about it.
	if (source === 'model' && before && before.source !== 'model') return {};
	// The same words from the agent itself: only where they come from is better known.
	if (before?.text === line) return source === 'transcript' && before.source === 'screen' ? { thought: { ...before, source, at } } : {};
	// A line is read some time after it was written; meanwhile the screen may have shown the words before it.
	const overtaken = source === 'transcript' && before?.source === 'screen' ? TRANSCRIPT_LAG_MS : 0;
	if (before && at < before.at - overtaken) return {};
	const { turn } = state.memory;
	const saidThisTurn = before?.source === 'transcript' && !(turn?.phase === 'started' && turn.at > before.at);
	if (source === 'screen' && saidThisTurn && !state.ended) return {};
	return { thought: { text: line, state: 'active', source: source === 'hook' ? 'process' : source, at, seq: (before?.seq ?? 0) + 1 } };
}

/** Reaches the verdict anew; without one, what was known stays. */
function judge(state: ActivityState, now: number): ActivityState {
	if (state.ended) return state;
	const chosen = verdict(state.agent, state.memory, now);
	if (!chosen) return state;
	const { activity } = chosen;
	const evidence = evidenceOf(chosen, state.memory);
	// A screen that can't be read proves nothing either.
	if (activity === 'unknown' && state.agent !== 'other' && state.activity !== 'unknown' && chosen.source === 'screen') return state;
	const changed = activity !== state.activity;
	return withDecision({ ...state, activity, evidence, since: changed ? Math.min(chosen.at, now) : state.since });
}

/** A decision is there while its dialog is, and gone the moment it is answered anywhere. */
function withDecision(state: ActivityState): ActivityState {
	const { decision: before, ...rest } = state;
	const asks = state.activity === 'needsApproval' || state.activity === 'needsAnswer' || state.activity === 'startDialog';
	if (!asks) return rest;
	const { screen, status, title } = state.memory;
	const since = status?.at ?? (title ? title.at - ASKED_BEFORE_MS : 0);
	const shown = screen && screen.at >= since ? screen.decision : undefined;
	if (!shown) return before && before.askedAt >= since ? state : rest;
	const decision = completed({ ...shown, askedAt: Math.max(state.since, since) }, state.memory);
	if (before?.fingerprint === decision.fingerprint) return { ...state, decision: { ...decision, askedAt: before.askedAt } };
	return { ...state, decision, ...(decision.kind === 'question' && wondering(state, decision.question, decision.askedAt)) };
}

/** A question stands before all the agent said: it is what the agent waits with. */
function wondering(state: ActivityState, question: string, askedAt: number): { thought?: FusedThought } {
	const { thought: before, ...rest } = state;
	const at = Math.max(askedAt, before?.at ?? 0);
	const asked = thinking(rest, question, 'screen', at).thought;
	return asked && asked.text !== before?.text ? { thought: { ...asked, seq: (before?.seq ?? 0) + 1 } } : {};
}

/** What follows from the activity and the clock: rest, the thought's state, and when to look again. */
function settle(state: ActivityState, now: number): ActivityState {
	const waits = waitsForUser(state.activity) && !state.ended;
	const waitingSince = waits ? (state.waitingSince ?? state.since) : undefined;
	const thought = state.thought && { ...state.thought, state: thoughtState(state, state.thought, waits, now) };
	const rest = restOf(waitingSince, thought?.state, now);
	const edited = state.lastEditAt !== undefined && state.lastEditAt > (state.lastCommitAt ?? 0);
	const due = [
		nextRestAt(waitingSince, now),
		thought?.state === 'active' ? thought.at + HOLDING_MS : undefined,
		state.agent === 'other' && state.activity === 'working' ? (state.memory.outputAt ?? now) + OUTPUT_MEANS_WORK_MS : undefined,
	].filter((at): at is number => at !== undefined && at > now);
	const { waitingSince: _, dueAt: __, ...base } = state;
	return {
		...base,
		...(thought && { thought }),
		rest,
		...(waitingSince !== undefined && { waitingSince }),
		commitCandidate: edited && state.activity === 'idle',
		...(due.length > 0 && { dueAt: Math.min(...due) }),
	};
}

function thoughtState(state: ActivityState, thought: FusedThought, waits: boolean, now: number): ThoughtState {
	if (waits) return 'sleeping';
	if (state.activity !== 'working' && state.activity !== 'retrying') return 'holding';
	return now - thought.at < HOLDING_MS ? 'active' : 'holding';
}
