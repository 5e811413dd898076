/** Reads Claude Code's transcript line by line into facts. Pure: lines in, facts out. */
import { asArray, asNumber, asObject, asText, asTime, type JsonObject, parseObject } from '../json.ts';
import { type AgentFact, usageOf } from '../signals.ts';
import { oneLine } from '../text.ts';
import { claudeCall } from './call.ts';

/** What the model can hold unless it says otherwise. */
const USUAL_LIMIT = 200_000;
const LARGE_LIMIT = 1_000_000;
/** Lines of these kinds are most of the file and hold nothing we show. */
const UNREAD =
	/^\{"(?:type":\s?"(?:api-request|file-history|attachment|mode"|permission-mode|atis|tools-used|last-prompt)|parentUuid":[^{]{0,80}"isSidechain":\s?(?:true|false),\s?"attachment")/;
const EDITING_TOOLS = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);
const DELEGATING_TOOLS = new Set(['Agent', 'Task']);
/** How much of a result is looked at for the note that a sub-agent goes on in the background. */
const LAUNCH_NOTE = 4_000;
const INTERRUPTED = /^\[Request interrupted by user/;

export interface ClaudeTranscript {
	readonly costUsd?: number | undefined;
	readonly model?: string | undefined;
	/** The message whose usage was last told: it is repeated on every line of the same message. */
	readonly usageOf?: string | undefined;
	/** The user named the conversation. */
	readonly ownTitle?: boolean;
	/** Sub-agents started and not yet back. */
	readonly delegated: readonly string[];
	/** Edits asked for and not yet done, by their ids: one that is refused changes nothing. */
	readonly editing: readonly string[];
}

export const emptyTranscript: ClaudeTranscript = { delegated: [], editing: [] };

export interface Step<S> {
	readonly state: S;
	readonly facts: readonly AgentFact[];
}

export function readClaudeLine(state: ClaudeTranscript, text: string, now: number): Step<ClaudeTranscript> {
	const line = UNREAD.test(text) ? undefined : parseObject(text);
	if (!line || line.isSidechain === true) return { state, facts: [] };
	const at = asTime(line.timestamp) ?? now;
	switch (line.type) {
		case 'assistant':
			return assistant(state, line, at);
		case 'user':
			return user(state, line, at);
		case 'ai-title':
		case 'custom-title':
			return titled(state, line, at);
		case 'queue-operation':
			return returned(state, asText(line.content) ?? '', at);
		case 'cost-state':
			return { state: { ...state, costUsd: asNumber(line.totalCostUSD) }, facts: [] };
		case 'system':
			return { state, facts: line.subtype === 'turn_duration' ? [{ kind: 'turn', phase: 'ended', at }] : [] };
		default:
			return { state, facts: [] };
	}
}

/** The user's own title stands above the one Claude makes up; both are written again and again. */
function titled(state: ClaudeTranscript, line: JsonObject, at: number): Step<ClaudeTranscript> {
	const custom = line.type === 'custom-title';
	const title = oneLine(asText(custom ? line.customTitle : line.aiTitle) ?? '');
	if (!title || (state.ownTitle && !custom)) return { state, facts: [] };
	return { state: custom ? { ...state, ownTitle: true } : state, facts: [{ kind: 'objective', text: title, at }] };
}

function assistant(state: ClaudeTranscript, line: JsonObject, at: number): Step<ClaudeTranscript> {
	const message = asObject(line.message);
	const blocks = asArray(message?.content)
		.map(asObject)
		.filter((block) => block !== undefined);
	const text = blocks.map((block) => asText(block.text) ?? '').join('\n');
	if (line.isApiErrorMessage === true) {
		const error = oneLine(text) ?? 'the API refused the request';
		return {
			state,
			facts: [
				{ kind: 'turn', phase: 'failed', error, at },
				{ kind: 'thought', text: error, source: 'transcript', at },
			],
		};
	}
	const facts: AgentFact[] = [];
	const thought = thoughtOf(blocks, text);
	if (thought) facts.push({ kind: 'thought', text: thought, source: 'transcript', at });
	const tools = blocks.filter(({ type }) => type === 'tool_use');
	const edits = tools.filter(({ name }) => EDITING_TOOLS.has(asText(name) ?? '')).map(({ id }) => asText(id) ?? '');
	for (const { id, name, input } of tools)
		facts.push({ kind: 'called', call: claudeCall(asText(id), asText(name) ?? '', asObject(input)), at });
	const delegations = tools.filter(({ name }) => DELEGATING_TOOLS.has(asText(name) ?? '')).map(({ id }) => asText(id) ?? '');
	const delegated = [...state.delegated, ...delegations];
	if (delegations.length > 0) facts.push({ kind: 'delegations', count: delegated.length, at });
	const counted = usageFact(state, message, at);
	return { state: { ...state, ...counted.state, delegated, editing: [...state.editing, ...edits] }, facts: [...facts, ...counted.facts] };
}

function thoughtOf(blocks: readonly JsonObject[], text: string): string | undefined {
	const tool = blocks.findLast(({ type }) => type === 'tool_use');
	if (!tool) return oneLine(text);
	const input = asObject(tool.input);
	const questions = asArray(input?.questions).map((question) => asText(asObject(question)?.question));
	const about =
		questions[0] ?? asText(input?.description) ?? asText(input?.command) ?? asText(input?.file_path) ?? asText(input?.pattern) ?? '';
	const name = asText(tool.name) ?? 'tool';
	return oneLine(questions[0] || asText(input?.description) ? about : `${name} ${about}`);
}

function usageFact(state: ClaudeTranscript, message: JsonObject | undefined, at: number): Step<Partial<ClaudeTranscript>> {
	const usage = asObject(message?.usage);
	const model = asText(message?.model);
	const id = asText(message?.id);
	if (!usage || !model || model === '<synthetic>' || id === state.usageOf) return { state: {}, facts: [] };
	const tokens = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'].reduce(
		(sum, name) => sum + (asNumber(usage[name]) ?? 0),
		0,
	);
	const limit = /\[1m\]|-1m\b/.test(model) || tokens > USUAL_LIMIT ? LARGE_LIMIT : USUAL_LIMIT;
	return {
		state: { model, usageOf: id },
		facts: [{ kind: 'usage', usage: usageOf(tokens, limit, { model, costUsd: state.costUsd }), at }],
	};
}

function user(state: ClaudeTranscript, line: JsonObject, at: number): Step<ClaudeTranscript> {
	const content = asObject(line.message)?.content;
	const blocks = asArray(content)
		.map(asObject)
		.filter((block) => block !== undefined);
	const text = asText(content) ?? blocks.map((block) => asText(block.text) ?? '').join('\n');
	if (INTERRUPTED.test(text))
		return {
			state: { ...state, delegated: [], editing: [] },
			facts: [{ kind: 'turn', phase: 'interrupted', at }, ...backFacts(state, [], at)],
		};
	const returns = blocks.filter(({ type }) => type === 'tool_result');
	const results = returns.map(({ tool_use_id: id }) => asText(id));
	const done = returns.filter(({ is_error: failed }) => failed !== true).map(({ tool_use_id: id }) => asText(id));
	// A background sub-agent's call returns at once; that it is done comes later, as a notice with the same id.
	const launched = /async_launched|Async agent launched|"status":\s?"(?:running|launched)"/.test(
		JSON.stringify([line.toolUseResult ?? '', content]).slice(0, LAUNCH_NOTE),
	);
	const back = notified(text);
	const delegated = state.delegated.filter((id) => !(results.includes(id) && !launched) && !back.includes(id));
	const facts: AgentFact[] = [...backFacts(state, delegated, at)];
	const ids = results.filter((id) => id !== undefined);
	if (ids.length > 0) facts.push({ kind: 'returned', ids, at });
	if (state.editing.some((id) => done.includes(id))) facts.push({ kind: 'edit', at });
	if (results.length === 0 && text !== '' && line.isMeta !== true) facts.push({ kind: 'turn', phase: 'started', at });
	return { state: { ...state, delegated, editing: state.editing.filter((id) => !results.includes(id)) }, facts };
}

function backFacts(state: ClaudeTranscript, rest: readonly string[], at: number): readonly AgentFact[] {
	return state.delegated.length === rest.length ? [] : [{ kind: 'delegations', count: rest.length, at }];
}

/** The notice that a background sub-agent is done, as it is put in line. */
function returned(state: ClaudeTranscript, text: string, at: number): Step<ClaudeTranscript> {
	const done = notified(text);
	const delegated = state.delegated.filter((id) => !done.includes(id));
	return { state: { ...state, delegated }, facts: backFacts(state, delegated, at) };
}

function notified(text: string): readonly string[] {
	return [...text.matchAll(/<tool-use-id>([^<]+)<\/tool-use-id>/g)].map((match) => match[1] ?? '');
}
