/** Starts an agent in a new tmux session: a free name, a real folder, an existing program, or a refusal that says which was missing. */
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { agents, type KnownAgent } from '../agents/catalog.ts';
import { findProgram } from '../agents/program.ts';
import { projectKey } from '../registry/paths.ts';
import type { Registry } from '../registry/registry.ts';
import { TmuxError } from '../tmux/errors.ts';
import type { TmuxServer } from '../tmux/server.ts';
import { done, type Outcome, refused } from './outcome.ts';
import { newSessionId, type SessionId } from './session.ts';

export interface SpawnRequest {
	readonly agent: KnownAgent;
	readonly folder: string;
	readonly firstPrompt?: string;
}

export interface SpawnContext {
	readonly server: TmuxServer;
	readonly registry: Registry;
	readonly program: string;
	readonly takenNames: readonly string[];
	/** Holds the session as being made by us while the work lasts. */
	readonly while: <T>(id: SessionId, work: () => Promise<T>) => Promise<T>;
}

/** Names other tools make can race ours; past this many someone is making them faster than we can count. */
const NAME_TRIES = 20;

export async function spawn(request: SpawnRequest, context: SpawnContext): Promise<Outcome<SessionId>> {
	const { folder, agent: kind, firstPrompt } = request;
	const { registry } = context;
	if (!(await isFolder(folder))) return refused({ kind: 'no-folder', folder });
	const agent = agents[kind];
	const program = await findProgram(context.program);
	if (!program) return refused({ kind: 'program-missing', agent: kind, program: context.program, install: agent.install });

	const id = newSessionId();
	const conversationId = kind === 'claude' ? randomUUID() : undefined;
	const command = agent.launch({ program, ...(firstPrompt && { firstPrompt }), ...(conversationId && { conversationId }) });
	return context.while(id, async () => {
		// The record is there before the session is: another window that sees the session first must not take it for somebody else's.
		const name = await registry.reserveName(kind, plainName(folder), context.takenNames);
		await registry.create({
			id,
			name,
			project: projectKey(folder),
			folder,
			agent: kind,
			lifecycle: 'starting',
			ownership: { session: 'created' },
			...(conversationId && { conversationId }),
		});
		try {
			await newNamedSession(name, folder, { ...context, id, kind, command });
		} catch (error) {
			await registry.delete(id);
			throw error;
		}
		await registry.journal.append(id, { kind: 'spawned', by: 'user', text: name });
		await context.server.refresh('command');
		return done(id);
	});
}

interface NamedSession extends Pick<SpawnContext, 'server' | 'registry' | 'takenNames'> {
	readonly id: SessionId;
	readonly kind: KnownAgent;
	readonly command: readonly [string, ...string[]];
}

/** A reserved name is free among what is known; a session made meanwhile outside Shoal may still have it. */
async function newNamedSession(wish: string, folder: string, session: NamedSession): Promise<void> {
	const taken = [...session.takenNames];
	let name = wish;
	for (let attempt = 1; ; attempt++) {
		try {
			await session.server.newSession({ name, folder, command: session.command, shoalId: session.id });
			return;
		} catch (error) {
			if (!(error instanceof TmuxError) || error.reason !== 'duplicate-name' || attempt === NAME_TRIES) throw error;
			taken.push(name);
			name = await session.registry.reserveName(session.kind, plainName(folder), taken);
		}
	}
}

/** The folder's name in characters that every tmux version keeps as they are. */
export function plainName(folder: string): string {
	return basename(folder)
		.normalize('NFKD')
		.replaceAll(/\p{M}+/gu, '')
		.replaceAll(/[^A-Za-z0-9_]+/g, '-')
		.replaceAll(/^-+|-+$/g, '');
}

export async function isFolder(path: string): Promise<boolean> {
	try {
		return (await stat(path)).isDirectory();
	} catch {
		return false;
	}
}
