/** The Messages API as Claude Code calls it, streaming or whole. */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Block, claudeReply, type Reply, scenarioOf } from './scenarios.ts';

interface Content {
	readonly type: string;
	readonly text?: string;
}

export interface MessagesRequest {
	readonly model?: string;
	readonly stream?: boolean;
	readonly system?: unknown;
	readonly tools?: readonly unknown[];
	readonly messages?: readonly { readonly role: string; readonly content: string | readonly Content[] }[];
}

const TITLE = JSON.stringify({ title: 'A loopback conversation', isNewTopic: true, name: 'a-loopback-conversation' });

export async function answerMessages(request: MessagesRequest, response: ServerResponse): Promise<void> {
	const reply: Reply = request.tools?.length ? claudeReply(turnOf(request)) : { kind: 'blocks', blocks: [{ kind: 'text', text: TITLE }] };
	switch (reply.kind) {
		case 'error':
			response.writeHead(reply.status, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ type: 'error', error: { type: reply.type, message: reply.message } }));
			return;
		case 'drop':
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			response.write(event('message_start', { message: message(request, 1) }));
			await delay(300);
			response.destroy();
			return;
		case 'blocks':
			if (request.stream) await stream(request, response, reply.blocks);
			else whole(request, response, reply.blocks);
	}
}

function textOf(content: string | readonly Content[]): string {
	return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('\n');
}

function turnOf(request: MessagesRequest) {
	const messages = request.messages ?? [];
	const asked = messages.findLastIndex(({ role, content }) => role === 'user' && scenarioOf(textOf(content)) !== undefined);
	const raw = JSON.stringify([request.system ?? '', messages]);
	return {
		scenario: scenarioOf(textOf(messages[asked]?.content ?? '')) ?? 'text',
		step: messages.slice(asked + 1).filter(({ role }) => role === 'assistant').length,
		folder: /working directory[^:]*: ?([^\\\n"]+)/i.exec(raw)?.[1]?.trim() ?? '/tmp',
		raw,
	};
}

function usage(request: MessagesRequest, output: number) {
	const size = Math.round(JSON.stringify(request.messages ?? []).length / 4);
	return { input_tokens: 7, cache_creation_input_tokens: 100, cache_read_input_tokens: size, output_tokens: output };
}

function message(request: MessagesRequest, output: number, content: readonly unknown[] = []) {
	const id = `msg_${randomUUID().replaceAll('-', '').slice(0, 20)}`;
	return {
		id,
		type: 'message',
		role: 'assistant',
		model: request.model,
		content,
		stop_reason: null,
		stop_sequence: null,
		usage: usage(request, output),
	};
}

function event(type: string, data: object): string {
	return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

function toolUse(block: Extract<Block, { kind: 'tool' }>) {
	return { type: 'tool_use', id: `toolu_${randomUUID().replaceAll('-', '').slice(0, 22)}`, name: block.name, input: {} };
}

function stopReason(list: readonly Block[]): string {
	return list.some(({ kind }) => kind === 'tool') ? 'tool_use' : 'end_turn';
}

function whole(request: MessagesRequest, response: ServerResponse, list: readonly Block[]): void {
	const content = list.map((block) =>
		block.kind === 'tool' ? { ...toolUse(block), input: block.input } : { type: 'text', text: block.text },
	);
	response.writeHead(200, { 'content-type': 'application/json' });
	response.end(JSON.stringify({ ...message(request, 10, content), stop_reason: stopReason(list) }));
}

async function stream(request: MessagesRequest, response: ServerResponse, list: readonly Block[]): Promise<void> {
	response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
	const send = (type: string, data: object) => !response.destroyed && response.write(event(type, data));
	send('message_start', { message: message(request, 1) });
	for (const [index, block] of list.entries()) {
		if (response.destroyed) return;
		if (block.kind === 'tool') {
			send('content_block_start', { index, content_block: toolUse(block) });
			send('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: JSON.stringify(block.input) } });
		} else {
			const thinking = block.kind === 'thinking';
			send('content_block_start', {
				index,
				content_block: thinking ? { type: 'thinking', thinking: '', signature: '' } : { type: 'text', text: '' },
			});
			for (const word of block.text.match(/\S+\s*|\s+/g) ?? []) {
				if (response.destroyed) return;
				send('content_block_delta', {
					index,
					delta: thinking ? { type: 'thinking_delta', thinking: word } : { type: 'text_delta', text: word },
				});
				await delay(('wordDelayMs' in block ? block.wordDelayMs : undefined) ?? 1);
			}
			if (thinking) send('content_block_delta', { index, delta: { type: 'signature_delta', signature: 'c2lnbmVk' } });
		}
		send('content_block_stop', { index });
	}
	send('message_delta', { delta: { stop_reason: stopReason(list), stop_sequence: null }, usage: usage(request, 20) });
	send('message_stop', {});
	response.end();
}
