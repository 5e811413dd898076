/** A second session like the first: its conversation forked where the agent can, else a new one in the same folder. */
import type { CommandLine } from '../../agents/adapter.ts';
import { agents, type KnownAgent } from '../../agents/catalog.ts';
import { type Outcome, refused } from '../outcome.ts';
import type { SessionId } from '../session.ts';
import type { ActionDesk } from './context.ts';
import { chosen, findAgent } from './launch.ts';
import { isFolder, startSession } from './spawn.ts';

export async function duplicate(desk: ActionDesk, id: SessionId): Promise<Outcome<SessionId>> {
	const session = desk.session(id);
	if (!session) return refused({ kind: 'gone' });
	const place = await desk.place();
	if ('kind' in place) return refused(place);
	const record = place.registry.get(id);
	if (!record) return refused({ kind: 'gone' });
	const { agent, folder, overrides } = record;
	if (!Object.hasOwn(agents, agent)) return refused({ kind: 'not-offered' });
	const kind = agent as KnownAgent;
	if (!(await isFolder(folder))) return refused({ kind: 'no-folder', folder });
	const found = await findAgent(desk, kind);
	if ('kind' in found) return refused(found);
	const request = { ...found, ...chosen(record) };
	const conversationId = session.conversation?.id ?? record.conversationId;
	const forked = conversationId === undefined ? undefined : agents[kind].fork?.({ ...request, conversationId });
	const start = (command: CommandLine, journal: string) =>
		startSession(desk, place, { kind, folder, name: undefined, command, journal, draft: { owner: id, ...(overrides && { overrides }) } });
	const outcome = await start(forked ?? agents[kind].launch(request), forked ? `forked from ${id}` : `like ${id}`);
	// Nothing was said yet, so there is nothing to fork.
	const hasNothing = outcome.kind === 'refused' && outcome.refusal.kind === 'ended-at-once' && forked !== undefined;
	return hasNothing && !session.conversation?.file ? start(agents[kind].launch(request), `like ${id}`) : outcome;
}
