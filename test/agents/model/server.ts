/** The loopback model API that the real agents talk to in tests: on a free port of 127.0.0.1, with no way to the outside. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerMessages } from './anthropic.ts';
import { answerResponses } from './responses.ts';

export interface ModelApi {
	readonly url: string;
	close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	try {
		return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
	} catch {
		return {};
	}
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const path = (request.url ?? '').split('?')[0] ?? '';
	const body = await bodyOf(request);
	const json = (status: number, value: unknown) => {
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(JSON.stringify(value));
	};
	if (path.endsWith('/v1/messages')) return answerMessages(body, response);
	if (path.endsWith('/count_tokens')) return json(200, { input_tokens: 100 });
	if (path.endsWith('/responses')) return answerResponses(body, response);
	if (path.endsWith('/models')) return json(200, { object: 'list', data: [], has_more: false, models: [] });
	return json(request.method === 'HEAD' || path === '/' ? 200 : 404, {});
}

export async function startModelApi(): Promise<ModelApi> {
	const server: Server = createServer((request, response) => {
		// An agent that is interrupted or killed closes its connection: that ends the answer, nothing else.
		for (const stream of [request, response]) stream.on('error', () => undefined);
		answer(request, response).catch(() => response.destroy());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
