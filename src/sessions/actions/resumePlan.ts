/** What an automatic resume would do, session by session, before it does anything. */
import type { KnownAgent } from '../../agents/catalog.ts';
import { agents } from '../../agents/catalog.ts';
import type { JournalEntry } from '../../registry/journal.ts';
import { done, type Outcome } from '../outcome.ts';
import type { SessionId } from '../session.ts';
import { type ActionDesk, isStopped } from './context.ts';
import { findAgent } from './launch.ts';
import { isFolder } from './spawn.ts';

/** A session that dies this soon after Shoal brought it back did not die of its work. */
export const SOON_MS = 2 * 60_000;
/** The third time it is left alone until a person looks. */
const PARKED_AFTER = 3;

export interface ResumePlanEntry {
	readonly id: SessionId;
	readonly name: string;
	readonly folder: string;
	readonly kind: 'resumable' | 'folder-gone' | 'program-missing' | 'parked';
	/** Why the user paused it; a paused session is offered, not resumed by itself. */
	readonly pauseNote?: string;
}

export function resumePlan(desk: ActionDesk): Promise<Outcome<readonly ResumePlanEntry[]>> {
	return desk.attempt(async () => {
		const registry = await desk.context.registry();
		const entries: ResumePlanEntry[] = [];
		for (const { id } of desk.context.sessions.all.filter(isStopped)) {
			const record = registry.get(id);
			if (!record || !Object.hasOwn(agents, record.agent)) continue;
			const kind = await kindOf(desk, {
				folder: record.folder,
				agent: record.agent as KnownAgent,
				journal: await registry.journal.read(id),
			});
			const { name, folder, pause } = record;
			entries.push({ id, name, folder, kind, ...(pause && { pauseNote: pause.note }) });
		}
		return done(entries);
	});
}

async function kindOf(
	desk: ActionDesk,
	{ folder, agent, journal }: { readonly folder: string; readonly agent: KnownAgent; readonly journal: readonly JournalEntry[] },
): Promise<ResumePlanEntry['kind']> {
	if (!(await isFolder(folder))) return 'folder-gone';
	if ('kind' in (await findAgent(desk, agent))) return 'program-missing';
	return isParked(journal) ? 'parked' : 'resumable';
}

/** The last automatic resumes all ended soon; one by a person starts the count again. */
export function isParked(journal: readonly JournalEntry[]): boolean {
	let died = 0;
	for (const [index, entry] of journal.entries()) {
		if (entry.kind !== 'resumed') continue;
		const end = journal.slice(index + 1).find(({ kind }) => kind === 'stopped' || kind === 'resumed');
		const soon = end?.kind === 'stopped' && end.by !== 'user' && end.at - entry.at <= SOON_MS;
		died = entry.by === 'auto' && soon ? died + 1 : 0;
	}
	return died >= PARKED_AFTER;
}
