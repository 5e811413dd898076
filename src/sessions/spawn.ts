/** Starts an agent in a new tmux session: a free name, a real folder, an existing program, or a refusal that says which was missing. */
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { agents, type KnownAgent } from '../agents/catalog.ts';
import { findProgram } from '../agents/program.ts';
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
	readonly program: string;
	readonly takenNames: ReadonlySet<string>;
	readonly willCreate: (id: SessionId) => void;
}

/** Names other tools make can race ours; past this many someone is making them faster than we can count. */
const NAME_TRIES = 20;

export async function spawn(request: SpawnRequest, context: SpawnContext): Promise<Outcome<SessionId>> {
	const { folder, agent: kind } = request;
	if (!(await isFolder(folder))) return refused({ kind: 'no-folder', folder });
	const agent = agents[kind];
	const program = await findProgram(context.program);
	if (!program) return refused({ kind: 'program-missing', agent: kind, program: context.program, install: agent.install });

	const id = newSessionId();
	context.willCreate(id);
	const command = agent.launch({ program, ...(request.firstPrompt && { firstPrompt: request.firstPrompt }) });
	const taken = new Set(context.takenNames);
	for (let attempt = 0; attempt < NAME_TRIES; attempt++) {
		const name = freeName(`${kind}-${basename(folder)}`, taken);
		try {
			await context.server.newSession({ name, folder, command, shoalId: id });
			await context.server.refresh('command');
			return done(id);
		} catch (error) {
			if (!(error instanceof TmuxError) || error.reason !== 'duplicate-name') throw error;
			taken.add(name);
		}
	}
	return refused({ kind: 'failed', message: `no free session name like ${kind}-${basename(folder)}` });
}

/** The wished name in characters every tmux version keeps as they are, numbered when taken. */
export function freeName(wish: string, taken: ReadonlySet<string>): string {
	const base =
		wish
			.normalize('NFKD')
			.replaceAll(/\p{M}+/gu, '')
			.replaceAll(/[^A-Za-z0-9_]+/g, '-')
			.replaceAll(/^-+|-+$/g, '') || 'session';
	if (!taken.has(base)) return base;
	for (let number = 2; ; number++) {
		if (!taken.has(`${base}-${number}`)) return `${base}-${number}`;
	}
}

async function isFolder(path: string): Promise<boolean> {
	try {
		return (await stat(path)).isDirectory();
	} catch {
		return false;
	}
}
