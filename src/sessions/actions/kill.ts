/** Ends sessions: what would end is shown first, exactly that is ended, and nothing of it lives on unnoticed. */
import type { ProcessFacts } from '../../agents/process/facts.ts';
import type { Registry } from '../../registry/registry.ts';
import type { TmuxServer } from '../../tmux/server.ts';
import { done, type Outcome, type ProcessSummary, refused } from '../outcome.ts';
import type { SessionId } from '../session.ts';
import type { ActionDesk, TmuxSession } from './context.ts';
import { type GitSummary, gitSummary } from './gitSummary.ts';
import { endTree, summaryOf, treeOf } from './processTree.ts';

export interface KillPreview {
	readonly processes: readonly (ProcessSummary & { readonly parentPid: number; readonly commandLine: string })[];
	/** Undefined where the folder is in no repository. */
	readonly unsavedWork?: GitSummary;
	/** Terminals attached to it, those of this window included. */
	readonly clients: number;
	/** Attached terminals beyond the ones that the caller says are its own. */
	readonly otherClients: number;
}

export function killPreview(desk: ActionDesk, id: SessionId, ownClients: number): Promise<Outcome<KillPreview>> {
	return desk.act(id, async (server, session) => {
		const processes = (await treeOf(desk.processes, await panePids(server, session))).map(summaryOf);
		const unsavedWork = await gitSummary(session.folder);
		const { clients } = session;
		return { processes, ...(unsavedWork && { unsavedWork }), clients, otherClients: Math.max(0, clients - ownClients) };
	});
}

export async function kill(desk: ActionDesk, id: SessionId, why?: string): Promise<Outcome> {
	return desk.actOutcome(id, (server, session) =>
		desk.while(id, 'killed', async () => {
			const registry = await desk.context.registry();
			const left = await endSession(desk, server, session);
			if (left.length > 0) return stillThere(desk, { registry, id, left, wanted: 'killed' });
			if (!registry.get(id)) return done();
			await registry.journal.append(id, { kind: 'killed', by: 'user', ...(why !== undefined && { why }) });
			await registry.update(id, (record) => ({
				...record,
				lifecycle: 'stopped',
				stop: { cause: 'killed', at: desk.context.now(), reported: true },
			}));
			await registry.archive(id);
			return done();
		}),
	);
}

/** Ends the agent and keeps everything needed to go on: record, folder and conversation. */
export async function stop(desk: ActionDesk, id: SessionId, why?: string): Promise<Outcome> {
	return desk.actOutcome(id, (server, session) => {
		if (session.lifecycle === 'stopped') return Promise.resolve(refused({ kind: 'not-running' }));
		return desk.while(id, 'stopped', async () => {
			const registry = await desk.context.registry();
			const conversationId = session.conversation?.id;
			const left = await endSession(desk, server, session);
			if (left.length > 0) return stillThere(desk, { registry, id, left, wanted: 'stopped' });
			if (!registry.get(id)) return done();
			await registry.update(id, (record) => ({
				...record,
				lifecycle: 'stopped',
				stop: { cause: 'stopped', at: desk.context.now(), reported: true },
				...(conversationId !== undefined && { conversationId }),
			}));
			await registry.journal.append(id, { kind: 'stopped', by: 'user', ...(why !== undefined && { why }) });
			return done();
		});
	});
}

/** The tree is known before the session goes: afterwards nobody could tell which processes were its own. */
export async function endSession(desk: ActionDesk, server: TmuxServer, session: TmuxSession): Promise<readonly ProcessFacts[]> {
	const tree = await treeOf(desk.processes, await panePids(server, session));
	// tmux proves the target in the same command; a session that is another one by now throws here, before any signal.
	await server.killSession(session.host.target);
	const left = await endTree(desk.processes, tree);
	await server.refresh('command');
	return left;
}

interface StillThere {
	readonly registry: Registry;
	readonly id: SessionId;
	readonly left: readonly ProcessFacts[];
	readonly wanted: 'killed' | 'stopped';
}

async function stillThere(desk: ActionDesk, { registry, id, left, wanted }: StillThere): Promise<Outcome> {
	const processes = left.map(summaryOf);
	if (registry.get(id)) {
		const names = processes.map(({ pid, name }) => `${name} (${pid})`).join(', ');
		await registry.update(id, (record) => ({ ...record, lifecycle: 'stopped', stop: { cause: wanted, at: desk.context.now() } }));
		await registry.recordError(id, `could not be ended: ${names}`);
		await registry.journal.append(id, { kind: 'error', by: 'auto', why: 'survivors', text: names });
	}
	return refused({ kind: 'survivors', processes });
}

/** First processes of all panes of the session; the pane of the agent is only one of them. */
export async function panePids(server: TmuxServer, { host }: TmuxSession): Promise<readonly number[]> {
	const observation = await server.refresh('command');
	if (observation.kind !== 'listed') return [host.panePid];
	const { listing } = observation;
	if (listing.server.pid !== host.target.server.pid || listing.server.startTime !== host.target.server.startTime) return [];
	const session = listing.sessions.find(({ id, created }) => id === host.target.sessionId && created === host.target.created);
	if (!session) return [];
	// A window that is linked into another session lives on there.
	const elsewhere = new Set(listing.sessions.filter((other) => other !== session).flatMap(({ panes }) => panes.map(({ id }) => id)));
	return session.panes.filter(({ dead, id }) => !dead && !elsewhere.has(id)).map(({ pid }) => pid);
}
