/** Which session a command is about: the argument it got from a row, or one picked from a list ordered by who needs the user most. */
import { type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import { attentionRank } from '../sessions/attention.ts';
import type { Session, SessionId } from '../sessions/session.ts';
import type { SessionList } from '../sessions/sessionList.ts';
import type { Supervisor } from '../sessions/supervisor.ts';
import { agentIcon } from './agentIcons.ts';
import { tildify } from './paths.ts';
import { rowText } from './tree/sessionNode.ts';
import { lifeWords } from './words/life.ts';
import { activityWord } from './words/state.ts';
import { viewWords } from './words/view.ts';

/** Rows pass their node, other callers the id; anything else is nobody's. */
export function sessionOf(target: unknown, list: SessionList): Session | undefined {
	if (typeof target === 'string') return list.get(target as SessionId);
	if (typeof target === 'object' && target !== null && 'id' in target && typeof target.id === 'string')
		return list.get(target.id as SessionId);
	return undefined;
}

type SessionItem = QuickPickItem & { readonly session?: Session };

export async function pickSession(list: SessionList, accept: (session: Session) => boolean = () => true): Promise<Session | undefined> {
	const sessions = byAttention(list, accept);
	if (sessions.length === 0) {
		await window.showInformationMessage(viewWords.noSession());
		return undefined;
	}
	const picked = await window.showQuickPick(withSeparators(sessions), {
		placeHolder: viewWords.pickSession(),
		matchOnDescription: true,
		matchOnDetail: true,
	});
	return picked?.session;
}

/** Several at once; empty where the user left or there is none. */
export async function pickSessions(
	list: SessionList,
	accept: (session: Session) => boolean,
	{ placeHolder, none }: { readonly placeHolder: string; readonly none: string },
): Promise<readonly Session[]> {
	const sessions = byAttention(list, accept);
	if (sessions.length === 0) {
		await window.showInformationMessage(none);
		return [];
	}
	const picked = await window.showQuickPick(withSeparators(sessions), { placeHolder, canPickMany: true, matchOnDescription: true });
	return (picked ?? []).flatMap(({ session }) => session ?? []);
}

function byAttention(list: SessionList, accept: (session: Session) => boolean): readonly Session[] {
	return list.all.filter(accept).sort((a, b) => attentionRank(a) - attentionRank(b) || a.name.localeCompare(b.name));
}

function withSeparators(sessions: readonly Session[]): SessionItem[] {
	const items: SessionItem[] = [];
	let heading = '';
	for (const session of sessions) {
		const word = activityWord(session);
		if (word !== heading) items.push({ label: word, kind: QuickPickItemKind.Separator });
		heading = word;
		items.push({
			label: session.name,
			description: rowText(session),
			detail: tildify(session.folder),
			iconPath: new ThemeIcon(agentIcon(session.agent)),
			session,
		});
	}
	return items;
}

/** The row of an archived session names it. */
export function archivedIdOf(target: unknown): SessionId | undefined {
	if (typeof target !== 'object' || target === null || !('kind' in target) || target.kind !== 'archived') return undefined;
	return 'id' in target && typeof target.id === 'string' ? (target.id as SessionId) : undefined;
}

export async function pickArchived(supervisor: Supervisor): Promise<SessionId | undefined> {
	const items = await archivedItems(supervisor);
	if (items.length === 0) return undefined;
	return (await window.showQuickPick(items, { placeHolder: lifeWords.pickArchived(), matchOnDetail: true }))?.id;
}

/** The one that is named, else those the user ticks. */
export async function pickManyArchived(supervisor: Supervisor, named: SessionId | undefined): Promise<readonly ArchivedItem[]> {
	const items = await archivedItems(supervisor);
	if (named !== undefined) return items.filter(({ id }) => id === named);
	if (items.length === 0) return [];
	return (await window.showQuickPick(items, { placeHolder: lifeWords.pickToDelete(), canPickMany: true, matchOnDetail: true })) ?? [];
}

export type ArchivedItem = QuickPickItem & { readonly id: SessionId };

/** Says so where there is nothing to pick from. */
async function archivedItems(supervisor: Supervisor): Promise<readonly ArchivedItem[]> {
	const archived = await (await supervisor.openRegistry()).listArchive();
	if (archived.length === 0) await window.showInformationMessage(lifeWords.archiveEmpty());
	return archived.map(({ id, name, agent, folder }) => ({ label: name, description: agent, detail: tildify(folder), id: id as SessionId }));
}
