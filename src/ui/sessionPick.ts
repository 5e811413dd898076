/** Which session a command is about: the argument it got from a row, or one picked from a list. */
import { type QuickPickItem, window } from 'vscode';
import type { Session, SessionId } from '../sessions/session.ts';
import type { SessionList } from '../sessions/sessionList.ts';
import type { Supervisor } from '../sessions/supervisor.ts';
import { activityWord, words } from './messages.ts';
import { tildify } from './sessionNode.ts';

/** Rows pass their node, a row's own command passes the id; anything else is nobody's. */
export function sessionOf(target: unknown, list: SessionList): Session | undefined {
	if (typeof target === 'string') return list.get(target as SessionId);
	if (typeof target === 'object' && target !== null && 'id' in target && typeof target.id === 'string')
		return list.get(target.id as SessionId);
	return undefined;
}

export async function pickSession(list: SessionList): Promise<Session | undefined> {
	const items = list.all.map((session): QuickPickItem & { session: Session } => ({
		label: session.name,
		description: activityWord(session),
		detail: session.thought?.text ?? session.folder,
		session,
	}));
	if (items.length === 0) {
		await window.showInformationMessage(words.noSession());
		return undefined;
	}
	const picked = await window.showQuickPick(items, { placeHolder: words.pickSession(), matchOnDescription: true, matchOnDetail: true });
	return picked?.session;
}

export async function pickArchived(supervisor: Supervisor): Promise<SessionId | undefined> {
	const archived = await (await supervisor.openRegistry()).listArchive();
	if (archived.length === 0) {
		await window.showInformationMessage(words.archiveEmpty());
		return undefined;
	}
	const items = archived.map(({ id, name, agent, folder }) => ({
		label: name,
		description: agent,
		detail: tildify(folder),
		id: id as SessionId,
	}));
	return (await window.showQuickPick(items, { placeHolder: words.pickArchived(), matchOnDetail: true }))?.id;
}
