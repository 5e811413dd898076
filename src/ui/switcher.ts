/** The list of all sessions by attention, with buttons that act on one without leaving the list. It follows what happens while it is open. */
import { commands, type QuickInputButton, type QuickPick, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import { DisposableList } from '../base/disposable.ts';
import { attentionRank, isRunning, isWorking, needsUser } from '../sessions/attention.ts';
import type { Session, SessionId } from '../sessions/session.ts';
import type { SessionList } from '../sessions/sessionList.ts';
import { agentIcon } from './agentIcons.ts';
import { tildify } from './paths.ts';
import { rowText } from './tree/sessionNode.ts';
import { activityWord } from './words/state.ts';
import { viewWords } from './words/view.ts';

type SessionItem = QuickPickItem & { readonly id?: SessionId };

interface ActionButton extends QuickInputButton {
	readonly command: string;
	/** Leads to another box or a tab, so that the list has to go. */
	readonly closes: boolean;
}

export interface SwitcherOptions {
	readonly list: SessionList;
	readonly isUnseen: (id: SessionId) => boolean;
	readonly onDidChoose: (session: Session) => void;
}

export function showSwitcher(options: SwitcherOptions): void {
	const { list, onDidChoose } = options;
	const box = window.createQuickPick<SessionItem>();
	const parts = new DisposableList();
	parts.add(box);
	box.placeholder = viewWords.pickSession();
	box.matchOnDescription = true;
	box.matchOnDetail = true;
	fill(box, options);
	parts.add(list.onDidChange(() => fill(box, options)));
	parts.add(
		box.onDidTriggerItemButton(({ button, item }) => {
			const { command, closes } = button as ActionButton;
			if (closes) box.hide();
			void commands.executeCommand(command, item.id);
		}),
	);
	parts.add(
		box.onDidAccept(() => {
			const id = box.activeItems[0]?.id;
			const session = id && list.get(id);
			box.hide();
			if (session) onDidChoose(session);
		}),
	);
	parts.add(box.onDidHide(() => parts.dispose()));
	box.show();
}

/** What the user has moved to stays under the cursor while the list changes around it. */
function fill(box: QuickPick<SessionItem>, { list, isUnseen }: SwitcherOptions): void {
	const active = box.activeItems[0]?.id;
	const rank = (session: Session) => attentionRank(session) - (isUnseen(session.id) ? DONE_BEFORE_WORKING : 0);
	const sessions = list.all.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
	const items: SessionItem[] = [];
	let heading = '';
	for (const session of sessions) {
		const word = isUnseen(session.id) ? viewWords.doneUnseen() : activityWord(session);
		if (word !== heading) items.push({ label: word, kind: QuickPickItemKind.Separator });
		heading = word;
		items.push(itemOf(session));
	}
	box.items = items.length > 0 ? items : [{ label: viewWords.noSession() }];
	const kept = items.find(({ id }) => id !== undefined && id === active);
	if (kept) box.activeItems = [kept];
}

/** Done and not looked at comes before those that work: there is something to read. */
const DONE_BEFORE_WORKING = 1.5;

function itemOf(session: Session): SessionItem {
	return {
		label: session.name,
		description: rowText(session),
		detail: tildify(session.folder),
		iconPath: new ThemeIcon(agentIcon(session.agent)),
		buttons: buttonsOf(session),
		id: session.id,
	};
}

function buttonsOf(session: Session): ActionButton[] {
	const { link } = viewWords;
	const button = (icon: string, tooltip: string, command: string, closes = true): ActionButton => ({
		iconPath: new ThemeIcon(icon),
		tooltip,
		command,
		closes,
	});
	if (!isRunning(session))
		return [button('debug-start', link.resume(), 'shoal.resume'), button('archive', link.archive(), 'shoal.archive', false)];
	if (session.host.kind !== 'tmux') return [];
	if (needsUser(session) && session.decision?.options.some(({ effect }) => effect === 'approve'))
		return [button('check', link.approve(), 'shoal.approve', false), button('close', link.reject(), 'shoal.reject', false)];
	if (needsUser(session)) return [button('comment-discussion', link.answer(), 'shoal.answer')];
	const send = button('send', link.send(), 'shoal.send');
	return isWorking(session) ? [send, button('debug-stop', link.interrupt(), 'shoal.interrupt', false)] : [send];
}
