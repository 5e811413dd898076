/** Reads GitHub Copilot's event log line by line into facts. Pure: lines in, facts out. */
import { asNumber, asObject, asText, asTime, parseObject } from '../json.ts';
import { type AgentFact, usageOf } from '../signals.ts';
import { oneLine } from '../text.ts';

/** What the model can hold; the log does not say. */
const USUAL_LIMIT = 128_000;

export function readCopilotLine(text: string, now: number): readonly AgentFact[] {
	const line = parseObject(text);
	const data = asObject(line?.data);
	if (!line || !data) return [];
	const at = asTime(line.timestamp) ?? now;
	switch (line.type) {
		case 'user.message':
		case 'assistant.turn_start':
			return [{ kind: 'turn', phase: 'started', at }];
		case 'assistant.turn_end':
			return [{ kind: 'turn', phase: 'ended', at }];
		case 'abort':
			return [{ kind: 'turn', phase: 'interrupted', at }];
		case 'assistant.message':
			return thought(asText(data.content) ?? '', at);
		case 'tool.execution_start': {
			const input = asObject(data.arguments);
			return thought(asText(input?.description) ?? asText(input?.command) ?? asText(data.toolName) ?? '', at);
		}
		case 'session.usage_record': {
			const usage = asObject(data.usage);
			const tokens = asNumber(usage?.inputTokens);
			return tokens === undefined ? [] : [{ kind: 'usage', usage: usageOf(tokens, USUAL_LIMIT, { model: asText(usage?.model) }), at }];
		}
		default:
			return [];
	}
}

function thought(text: string, at: number): readonly AgentFact[] {
	const line = oneLine(text);
	return line ? [{ kind: 'thought', text: line, source: 'transcript', at }] : [];
}
