/** Reads Codex's rollout line by line into facts. Pure: lines in, facts out. */
import { questionsIn, toolCall } from '../call.ts';
import type { Step } from '../claude/transcript.ts';
import { asArray, asNumber, asObject, asText, asTime, type JsonObject, parseObject } from '../json.ts';
import { type AgentFact, usageOf } from '../signals.ts';
import { errorLine, oneLine } from '../text.ts';
import { editsOfPatch, PATCH_TOOL } from './patch.ts';

/** What the model can hold where the rollout does not say. */
const USUAL_LIMIT = 192_000;
const UNREAD = /"type":\s?"(?:world_state|token_usage_record|reasoning|thread_settings_applied)"/;
/** What a tool printed can be long; that it is over stands at the line's beginning. */
const OUTPUT = /"type":\s?"(?:function_call_output|custom_tool_call_output)".*?"call_id":\s?"([^"]+)"/;
const LINE_BEGINNING = 400;

export interface CodexRollout {
	readonly model?: string | undefined;
	readonly limit: number;
}

export const emptyRollout: CodexRollout = { limit: USUAL_LIMIT };

export function readCodexLine(state: CodexRollout, text: string, now: number): Step<CodexRollout> {
	const beginning = text.slice(0, LINE_BEGINNING);
	const returned = OUTPUT.exec(beginning)?.[1];
	if (returned) return { state, facts: [{ kind: 'returned', ids: [returned], at: now }] };
	const line = UNREAD.test(beginning) ? undefined : parseObject(text);
	const payload = asObject(line?.payload);
	if (!line || !payload) return { state, facts: [] };
	const at = asTime(line.timestamp) ?? now;
	switch (line.type) {
		case 'turn_context':
			return { state: { ...state, model: asText(payload.model) ?? state.model }, facts: [] };
		case 'event_msg':
			return event(state, payload, at);
		case 'response_item':
			return { state, facts: call(payload, at) };
		default:
			return { state, facts: [] };
	}
}

function event(state: CodexRollout, payload: JsonObject, at: number): Step<CodexRollout> {
	switch (payload.type) {
		case 'task_started':
			return {
				state: { ...state, limit: asNumber(payload.model_context_window) ?? state.limit },
				facts: [{ kind: 'turn', phase: 'started', at }],
			};
		case 'task_complete':
			return { state, facts: completed(payload, at) };
		case 'turn_aborted':
			return { state, facts: [{ kind: 'turn', phase: 'interrupted', at }] };
		case 'token_count':
			return tokens(state, asObject(payload.info), at);
		case 'thread_name_updated': {
			const name = oneLine(asText(payload.thread_name) ?? asText(payload.name) ?? '');
			return { state, facts: name ? [{ kind: 'objective', text: name, at }] : [] };
		}
		case 'item_completed':
			return { state, facts: item(asObject(payload.item), at) };
		default:
			return { state, facts: [] };
	}
}

function completed(payload: JsonObject, at: number): readonly AgentFact[] {
	const failure = asObject(payload.error);
	if (!failure) return [{ kind: 'turn', phase: 'ended', at }];
	const error = errorLine(asText(failure.message) ?? '') ?? 'the turn failed';
	return [
		{ kind: 'turn', phase: 'failed', error, at },
		{ kind: 'thought', text: error, source: 'transcript', at },
	];
}

function tokens(state: CodexRollout, info: JsonObject | undefined, at: number): Step<CodexRollout> {
	const used = asNumber(asObject(info?.last_token_usage)?.total_tokens);
	const limit = asNumber(info?.model_context_window) ?? state.limit;
	if (used === undefined) return { state, facts: [] };
	return { state: { ...state, limit }, facts: [{ kind: 'usage', usage: usageOf(used, limit, { model: state.model }), at }] };
}

function item(done: JsonObject | undefined, at: number): readonly AgentFact[] {
	// A change that was refused or failed is told of too.
	if (done?.type === 'FileChange') return (done.status ?? 'completed') === 'completed' ? [{ kind: 'edit', at }] : [];
	if (done?.type !== 'AgentMessage') return [];
	const text = asArray(done.content)
		.map((part) => asText(asObject(part)?.text) ?? '')
		.join('\n');
	const thought = oneLine(text);
	return thought ? [{ kind: 'thought', text: thought, source: 'transcript', at }] : [];
}

/** A tool that begins: its command says what goes on until it ends. */
function call(payload: JsonObject, at: number): readonly AgentFact[] {
	if (payload.type !== 'function_call' && payload.type !== 'custom_tool_call') return [];
	const name = asText(payload.name) ?? 'tool';
	const id = asText(payload.call_id);
	const input = parseObject(asText(payload.arguments) ?? '');
	const command = asText(input?.cmd) ?? asText(input?.command);
	const edits = editsOfPatch(command ?? asText(payload.input) ?? '');
	const question = asText(asObject(asArray(input?.questions)[0])?.question);
	const files = [...new Set(edits.map(({ file }) => file))].join(', ');
	const thought = oneLine(files ? `Edit ${files}` : command || question || name);
	// A patch comes as a command of its own or inside a shell's; either way it is the edit that is asked about.
	const made =
		edits.length > 0
			? { id, tool: PATCH_TOOL, edits }
			: { id, tool: name, command, purpose: asText(input?.justification), questions: questionsIn(input) };
	return [
		...(thought ? [{ kind: 'thought' as const, text: thought, source: 'transcript' as const, at }] : []),
		{ kind: 'called', call: toolCall(made), at },
	];
}
