/** Brings a stopped session back: same id, folder and name, and the same conversation where the agent can continue it. */
import { agents, type KnownAgent } from '../agents/catalog.ts';
import { findProgram } from '../agents/program.ts';
import type { SessionRecord } from '../registry/record.ts';
import type { Registry } from '../registry/registry.ts';
import type { TmuxServer } from '../tmux/server.ts';
import { done, type Outcome, type Refusal, refused } from './outcome.ts';
import type { Session, SessionId } from './session.ts';
import { isFolder } from './spawn.ts';

export interface ResumeContext {
	readonly server: TmuxServer;
	readonly registry: Registry;
	readonly programOf: (agent: KnownAgent) => string;
	readonly now: () => number;
	/** Holds the session as being made by us while the work lasts. */
	readonly while: <T>(work: () => Promise<T>) => Promise<T>;
}

export async function resume(session: Session, context: ResumeContext): Promise<Outcome<SessionId>> {
	const { registry, server } = context;
	const record = registry.get(session.id);
	if (!record) return refused({ kind: 'gone' });
	if (!(await isFolder(record.folder))) return refused({ kind: 'no-folder', folder: record.folder });
	const command = await commandFor(record, context);
	if ('kind' in command) return refused(command);

	// One run, one resume: of several windows that try, one wins.
	const claim = await registry.claim(record.id, 'resume', String(record.stop?.at ?? record.revision));
	if (claim.outcome === 'lost') return refused({ kind: 'elsewhere' });
	try {
		return await context.while(async () => {
			if (session.host.kind === 'tmux') await server.killSession(session.host.target);
			await server.newSession({ name: record.name, folder: record.folder, command, shoalId: record.id });
			await registry.journal.append(record.id, { kind: 'resumed', by: 'user' });
			await server.refresh('command');
			await claim.done();
			return done(session.id);
		});
	} catch (error) {
		await claim.release();
		throw error;
	}
}

async function commandFor(record: SessionRecord, { programOf }: ResumeContext): Promise<readonly [string, ...string[]] | Refusal> {
	if (!Object.hasOwn(agents, record.agent)) return [process.env.SHELL || '/bin/sh', '-l'];
	const kind = record.agent as KnownAgent;
	const agent = agents[kind];
	const program = await findProgram(programOf(kind));
	if (!program) return { kind: 'program-missing', agent: kind, program: programOf(kind), install: agent.install };
	const { conversationId } = record;
	return (conversationId && agent.resume?.({ program, conversationId })) || agent.launch({ program });
}
