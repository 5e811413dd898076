/** What can be done with an agent in a plain terminal: name the command that continues it elsewhere, or move it into tmux on request. */
import { adapterOf, agents, type KnownAgent } from '../../agents/catalog.ts';
import { done, type Outcome, type Refusal, refused } from '../outcome.ts';
import type { NativeHost, Session, SessionId } from '../session.ts';
import { shellWord } from '../shellWord.ts';
import type { ActionDesk } from './context.ts';
import { findAgent } from './launch.ts';
import { endTree, summaryOf, treeOf } from './processTree.ts';
import { startSession } from './spawn.ts';

/** A line for a person: goes to the folder and continues the conversation there. */
export function resumeLine(desk: ActionDesk, id: SessionId): Outcome<string> {
	const session = desk.session(id);
	if (!session) return refused({ kind: 'gone' });
	const adapter = adapterOf(session.agent);
	const conversationId = session.conversation?.id;
	const command = conversationId && adapter?.resume?.({ program: adapter.program, conversationId });
	if (!command) return refused({ kind: 'no-conversation' });
	return done(`cd ${shellWord(session.folder)} && ${command.map(shellWord).join(' ')}`);
}

/** Ends the agent politely where it is, and continues the same conversation in a tmux session of ours. */
export async function moveIntoTmux(desk: ActionDesk, id: SessionId): Promise<Outcome<SessionId>> {
	const session = desk.session(id);
	if (!session) return refused({ kind: 'gone' });
	if (session.host.kind !== 'native' || session.agent === 'other') return refused({ kind: 'not-offered' });
	const place = await desk.place();
	if ('kind' in place) return refused(place);
	const found = await findAgent(desk, session.agent);
	if ('kind' in found) return refused(found);
	const conversationId = session.conversation?.id;
	const command = conversationId && agents[session.agent].resume?.({ program: found.program, conversationId });
	// Without its conversation there is nothing to move: ending the agent would only lose it.
	if (!command) return refused({ kind: 'no-conversation' });
	const survivors = await endWhereItIs(desk, session, session.host);
	if (survivors) return refused(survivors);
	return startSession(desk, place, {
		kind: session.agent as KnownAgent,
		folder: session.folder,
		name: undefined,
		command,
		draft: { conversationId },
		journal: 'moved into tmux',
	});
}

async function endWhereItIs(desk: ActionDesk, { id }: Session, { pid, startTime }: NativeHost): Promise<Refusal | undefined> {
	if (!desk.processes.isAlive({ pid, startTime })) return { kind: 'gone' };
	const tree = await treeOf(desk.processes, [pid]);
	const left = await desk.while(id, 'stopped', () => endTree(desk.processes, tree));
	return left.length > 0 ? { kind: 'survivors', processes: left.map(summaryOf) } : undefined;
}
