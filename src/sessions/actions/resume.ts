/** Brings a stopped session back: same id, folder and name, and the same conversation where the agent can continue it. */
import type { CommandLine } from '../../agents/adapter.ts';
import { agents, type KnownAgent } from '../../agents/catalog.ts';
import type { SessionRecord } from '../../registry/record.ts';
import { TmuxError } from '../../tmux/errors.ts';
import { done, type Outcome, type Refusal, refused } from '../outcome.ts';
import type { Session, SessionId } from '../session.ts';
import { type ActionDesk, isStopped, type Place } from './context.ts';
import { lastWords } from './firstMoments.ts';
import { holderOf } from './holder.ts';
import { chosen, findAgent } from './launch.ts';
import { limitRefusal } from './limits.ts';
import { isParked } from './resumePlan.ts';
import { isFolder } from './spawn.ts';

export interface ResumeOptions {
	/** `auto`: Shoal does it by itself, which it gives up for a session that keeps dying. */
	readonly by?: 'user' | 'auto';
}

export async function resume(desk: ActionDesk, id: SessionId, { by = 'user' }: ResumeOptions = {}): Promise<Outcome<SessionId>> {
	const session = desk.session(id);
	if (!session) return refused({ kind: 'gone' });
	if (!isStopped(session)) return refused({ kind: 'not-stopped' });
	const place = await desk.place();
	if ('kind' in place) return refused(place);
	const record = place.registry.get(id);
	if (!record) return refused({ kind: 'gone' });
	if (!(await isFolder(record.folder))) return refused({ kind: 'no-folder', folder: record.folder });
	if (by === 'auto' && isParked(await place.registry.journal.read(id))) return refused({ kind: 'parked' });
	const over = limitRefusal(desk.context.sessions.all, desk.context.sessionLimit());
	if (over) return refused(over);
	const commands = await commandsFor(desk, record);
	if ('kind' in commands) return refused(commands);

	// One run, one resume: of several windows that try, one wins.
	const claim = await place.registry.claim(record.id, 'resume', String(record.stop?.at ?? record.revision));
	if (claim.outcome === 'lost') return refused({ kind: 'elsewhere' });
	let outcome: Outcome<SessionId> | undefined;
	try {
		outcome = await desk.while(id, 'spawned', () => bringBack(desk, place, { session, record, commands, by }));
		return outcome;
	} finally {
		await (outcome?.kind === 'done' ? claim.done() : claim.release());
	}
}

interface Comeback {
	readonly session: Session;
	readonly record: SessionRecord;
	/** The first that does not end at once is the one. */
	readonly commands: readonly CommandLine[];
	readonly by: 'user' | 'auto';
}

async function bringBack(
	desk: ActionDesk,
	{ server, registry }: Place,
	{ session, record, commands, by }: Comeback,
): Promise<Outcome<SessionId>> {
	const { id } = session;
	if (session.host.kind === 'tmux') await server.killSession(session.host.target);
	let output = '';
	for (const command of commands) {
		const env = record.overrides?.env;
		const made = await server
			.newSession({ name: record.name, folder: record.folder, command, shoalId: record.id, ...(env && { env }) })
			.catch((error: unknown) => {
				if (error instanceof TmuxError && error.reason === 'duplicate-name') return undefined;
				throw error;
			});
		if (!made) return refused(takenBy(desk, record.name));
		const words = await lastWords(desk, server, { ...made, id });
		if (words === undefined) {
			await registry.journal.append(id, { kind: 'resumed', by });
			await server.refresh('command');
			return done(id);
		}
		output = words;
		await server.killSession(made).catch(() => undefined);
	}
	await server.refresh('command');
	await registry.update(id, (current) => ({
		...current,
		lifecycle: 'stopped',
		stop: { cause: 'ended', at: desk.context.now(), detail: output, reported: true },
	}));
	// Both entries: that it was tried, and that it did not last.
	await registry.journal.append(id, { kind: 'resumed', by });
	await registry.journal.append(id, { kind: 'stopped', by: 'outside', why: 'ended-at-once', text: output });
	return refused({ kind: 'ended-at-once', output });
}

function takenBy(desk: ActionDesk, name: string): Refusal {
	const by = desk.context.sessions.all.find((session) => session.name === name && session.host.kind === 'tmux');
	return { kind: 'name-taken', name, ...(by && { by: holderOf(by) }) };
}

async function commandsFor(desk: ActionDesk, record: SessionRecord): Promise<readonly CommandLine[] | Refusal> {
	if (!Object.hasOwn(agents, record.agent)) return [[process.env.SHELL || '/bin/sh', '-l']];
	const kind = record.agent as KnownAgent;
	const found = await findAgent(desk, kind);
	if ('kind' in found) return found;
	const request = { ...found, ...chosen(record) };
	const { conversationId } = record;
	if (!conversationId) return [agents[kind].launch(request)];
	const again = agents[kind].resume?.({ ...request, conversationId });
	if (!again) return [agents[kind].launch(request)];
	// Closed before its first prompt it has nothing to go back to, and ends without a word. Claude takes the id for a new conversation,
	// and refuses to where there is one by that id: nothing can be lost.
	return kind === 'claude' ? [again, agents[kind].launch({ ...request, conversationId })] : [again];
}
