/** The Responses API as Codex calls it. */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Block, codexReply, scenarioOf } from './scenarios.ts';

interface Item {
	readonly type?: string;
	readonly role?: string;
	readonly content?: readonly { readonly text?: string }[];
	readonly tools?: readonly Tool[];
}

interface Tool {
	readonly name?: string;
	readonly type?: string;
	readonly tools?: readonly Tool[];
}

export interface ResponsesRequest {
	readonly model?: string;
	readonly input?: readonly Item[];
	readonly tools?: readonly Tool[];
}

const short = () => randomUUID().replaceAll('-', '').slice(0, 20);

export async function answerResponses(request: ResponsesRequest, response: ServerResponse): Promise<void> {
	const items = request.input ?? [];
	const textOf = (item: Item | undefined) => (item?.content ?? []).map(({ text }) => text ?? '').join('\n');
	const asked = items.findLastIndex((item) => item.role === 'user' && scenarioOf(textOf(item)) !== undefined);
	const raw = JSON.stringify(items);
	const reply = codexReply({
		scenario: scenarioOf(textOf(items[asked])) ?? 'text',
		step: items.slice(asked + 1).filter(({ type }) => type?.endsWith('_output')).length,
		folder: /<cwd>([^<]+)<\/cwd>/.exec(raw)?.[1] ?? '/tmp',
		raw,
	});
	if (reply.kind === 'error') {
		response.writeHead(reply.status, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ error: { message: reply.message, type: reply.type } }));
		return;
	}
	response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
	let sequence = 0;
	const send = (type: string, data: object) =>
		!response.destroyed && response.write(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...data })}\n\n`);
	const base = { id: `resp_${short()}`, object: 'response', created_at: Math.floor(Date.now() / 1000), model: request.model };
	send('response.created', { response: { ...base, status: 'in_progress', output: [] } });
	if (reply.kind === 'drop') {
		await delay(300);
		response.destroy();
		return;
	}
	const output: object[] = [];
	for (const [index, block] of reply.blocks.entries()) {
		if (response.destroyed) return;
		output.push(await sendBlock(block, index, send, response, toolNames(request)));
	}
	const input = Math.round(raw.length / 4);
	const usage = {
		input_tokens: input,
		input_tokens_details: { cached_tokens: 0 },
		output_tokens: 20,
		output_tokens_details: { reasoning_tokens: 0 },
		total_tokens: input + 20,
	};
	send('response.completed', { response: { ...base, status: 'completed', output, usage } });
	response.end();
}

/** Codex offers its tools in the request or in an item of the input, one level nested. */
function toolNames(request: ResponsesRequest): ReadonlySet<string> {
	const flat = (tools: readonly Tool[] | undefined): string[] =>
		(tools ?? []).flatMap((tool) => [tool.name ?? tool.type ?? '', ...flat(tool.tools)]);
	return new Set([...flat(request.tools), ...(request.input ?? []).flatMap((item) => flat(item.tools))]);
}

type Send = (type: string, data: object) => void;

async function sendBlock(block: Block, index: number, send: Send, response: ServerResponse, tools: ReadonlySet<string>): Promise<object> {
	const place = { output_index: index };
	if (block.kind === 'tool' || block.kind === 'patch') {
		const item = callOf(block, tools);
		send('response.output_item.added', { ...place, item });
		send('response.output_item.done', { ...place, item });
		return item;
	}
	const id = `msg_${short()}`;
	send('response.output_item.added', { ...place, item: { type: 'message', id, role: 'assistant', status: 'in_progress', content: [] } });
	send('response.content_part.added', {
		...place,
		item_id: id,
		content_index: 0,
		part: { type: 'output_text', text: '', annotations: [] },
	});
	for (const word of block.text.match(/\S+\s*|\s+/g) ?? []) {
		if (response.destroyed) break;
		send('response.output_text.delta', { ...place, item_id: id, content_index: 0, delta: word });
		await delay(block.wordDelayMs ?? 1);
	}
	const item = {
		type: 'message',
		id,
		role: 'assistant',
		status: 'completed',
		content: [{ type: 'output_text', text: block.text, annotations: [] }],
	};
	send('response.output_text.done', { ...place, item_id: id, content_index: 0, text: block.text });
	send('response.output_item.done', { ...place, item });
	return item;
}

/** Newer models get one `exec` tool that runs a script with the others inside. */
function callOf(block: Extract<Block, { kind: 'tool' | 'patch' }>, tools: ReadonlySet<string>): object {
	const scripted = tools.has('exec') && !tools.has(block.kind === 'patch' ? 'apply_patch' : block.name);
	const call = { call_id: `call_${short()}`, status: 'completed' };
	const custom = (name: string, input: string) => ({ type: 'custom_tool_call', id: `ctc_${short()}`, ...call, name, input });
	if (block.kind === 'patch')
		return scripted ? custom('exec', `text(await tools.apply_patch(${JSON.stringify(block.text)}));`) : custom('apply_patch', block.text);
	if (scripted) return custom('exec', `text(await tools.${block.name}(${JSON.stringify(block.input)}));`);
	return { type: 'function_call', id: `fc_${short()}`, ...call, name: block.name, arguments: JSON.stringify(block.input) };
}
