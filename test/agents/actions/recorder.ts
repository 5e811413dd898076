/** Stands before the loopback model and writes down what the agents sent it: the proof of what the model received. */
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ModelApi, startModelApi } from '../model/server.ts';

interface Part {
	readonly type?: string;
	readonly text?: string;
	/** What a tool gave back to Claude. */
	readonly content?: unknown;
}

interface Message {
	readonly role?: string;
	readonly content?: string | readonly Part[];
	/** What a tool gave back to Codex. */
	readonly output?: unknown;
}

interface Body {
	readonly tools?: readonly unknown[];
	/** Claude's conversation. */
	readonly messages?: readonly Message[];
	/** Codex's conversation. */
	readonly input?: readonly Message[];
}

export interface Recorder {
	readonly url: string;
	/** What the user said in the last conversation that was sent, one entry per prompt. */
	prompts(): readonly string[];
	/** How often exactly this text was said, in the last conversation sent. */
	times(text: string): number;
	/** What tools gave back in it, answers to questions included. */
	answers(): readonly string[];
	close(): Promise<void>;
}

export async function startRecorder(): Promise<Recorder> {
	const model: ModelApi = await startModelApi();
	const conversations: Body[] = [];
	const server: Server = createServer((incoming, outgoing) => {
		for (const stream of [incoming, outgoing]) stream.on('error', () => undefined);
		void bodyOf(incoming).then((body) => {
			const conversation = parse(body);
			// Agents ask small questions of their own, such as for a title: Claude without tools, Codex in words that begin like this.
			const own = promptsOf(conversation).some((prompt) => prompt.startsWith('Generate a concise, single-line task title'));
			if ((conversation.tools?.length || conversation.input) && !own) conversations.push(conversation);
			const { host: _, ...headers } = incoming.headers;
			const onward = request(`${model.url}${incoming.url}`, { method: incoming.method ?? 'GET', headers }, (reply) => {
				outgoing.writeHead(reply.statusCode ?? 500, reply.headers);
				reply.on('error', () => outgoing.destroy()).pipe(outgoing);
			});
			onward.on('error', () => outgoing.destroy());
			outgoing.on('close', () => onward.destroy());
			onward.end(body);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const prompts = () => promptsOf(conversations.at(-1) ?? {});
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		prompts,
		times: (text) => prompts().filter((prompt) => prompt === text).length,
		answers: () => answersOf(conversations.at(-1) ?? {}),
		close: async () => {
			await new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			});
			await model.close();
		},
	};
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of incoming) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}

function parse(body: Buffer): Body {
	try {
		return JSON.parse(body.toString('utf8')) as Body;
	} catch {
		return {};
	}
}

/** Agents add words of their own in tags; what has none was said by the user. */
function promptsOf({ messages, input }: Body): readonly string[] {
	return (messages ?? input ?? [])
		.filter(({ role }) => role === 'user')
		.flatMap(({ content = '' }) => (typeof content === 'string' ? [content] : content.map(({ text }) => text ?? '')))
		.filter((text) => text !== '' && !/^\s*<[a-z_-]+[ >]/i.test(text) && !/^# AGENTS\.md/.test(text));
}

function answersOf({ messages, input }: Body): readonly string[] {
	const parts = (messages ?? []).flatMap(({ content }) => (typeof content === 'string' ? [] : (content ?? [])));
	const results = parts.filter(({ type }) => type === 'tool_result').map(({ content }) => content);
	return [...results, ...(input ?? []).flatMap(({ output }) => output ?? [])].map((result) => JSON.stringify(result));
}
