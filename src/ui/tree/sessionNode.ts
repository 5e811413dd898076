/** How a session looks as a row: icon, words and the flags its menus ask for. */
import { ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { isWorking, needsUser } from '../../sessions/attention.ts';
import type { Activity, Session } from '../../sessions/session.ts';
import { agentIcon } from '../agentIcons.ts';
import { shortPath } from '../paths.ts';
import { activityWord, askedWord } from '../words/state.ts';
import { ageWord, viewWords } from '../words/view.ts';
import { ageOf } from './age.ts';
import { sessionUri } from './decorations.ts';

export interface RowOptions {
	/** It has a tab in this window. */
	readonly isOpen: boolean;
	/** It finished a turn that nobody has looked at. */
	readonly isUnseen: boolean;
	readonly now: number;
}

export function sessionItem(session: Session, options: RowOptions): TreeItem {
	const item = new TreeItem(session.name, TreeItemCollapsibleState.None);
	const age = rowAge(session, options.now);
	const state = options.isUnseen ? viewWords.doneUnseen() : activityWord(session);
	item.id = session.id;
	item.resourceUri = sessionUri(session.id);
	item.description = [rowText(session), age, percent(session), where(session)].filter(Boolean).join(' · ');
	item.iconPath = icon(session);
	item.contextValue = flags(session, options.isOpen);
	// No arguments: VS Code forgets them when a row changes, and a click in that moment would find no command.
	item.command = { command: 'shoal.openSelected', title: '' };
	item.accessibilityInformation = { label: [session.name, state, item.description].filter(Boolean).join(', ') };
	return item;
}

/** What the session asks, thinks or runs, in a few words. */
export function rowText(session: Session): string {
	if (session.lifecycle === 'stopped') return shortPath(session.folder);
	// The state is known some tenths of a second before the dialog can be read.
	const asked = needsUser(session) ? (session.decision ? askedWord(session.decision) : activityWord(session)) : undefined;
	// Its own folder goes without saying.
	return (asked ?? session.thought?.text ?? session.command).replaceAll(`${session.folder}/`, '');
}

/** How long it has been so; a shell at its prompt is nothing to time. */
export function rowAge(session: Session, now: number): string | undefined {
	if (session.agent === 'other' || session.lifecycle !== 'live') return undefined;
	const age = ageOf(session.activitySince, now);
	return age && ageWord(age);
}

function percent({ usage, lifecycle }: Session): string | undefined {
	return usage && lifecycle === 'live' ? `${Math.round(usage.percent)} %` : undefined;
}

function where({ host }: Session): string | undefined {
	return host.kind === 'native' ? viewWords.outsideTmux() : undefined;
}

/** What the menus of the manifest ask for. */
function flags(session: Session, isOpen: boolean): string {
	const { decision } = session;
	const asks = needsUser(session) && decision !== undefined && decision.kind !== 'menu';
	return [
		'session',
		session.lifecycle,
		session.host.kind,
		session.agent !== 'other' && 'agent',
		isWorking(session) && 'working',
		asks && 'asked',
		asks && decision.options.some(({ effect }) => effect === 'approve') && 'approvable',
		session.clients > 0 && 'attached',
		isOpen && 'open',
	]
		.filter(Boolean)
		.join(' ');
}

/** Spins while it works, so that motion alone tells; the colour says whether a person is needed. */
function icon(session: Session): ThemeIcon {
	const name = agentIcon(session.agent);
	return new ThemeIcon(isWorking(session) ? `${name}~spin` : name, new ThemeColor(iconColor(session)));
}

function iconColor(session: Session): string {
	if (session.health === 'disconnected' || session.lifecycle === 'stopped') return 'disabledForeground';
	if (session.lifecycle === 'errored') return 'charts.red';
	const colors: Record<Activity, string> = {
		working: 'charts.blue',
		idle: 'charts.green',
		needsApproval: 'shoal.waiting',
		needsAnswer: 'shoal.waiting',
		startDialog: 'shoal.waiting',
		failed: 'charts.red',
		retrying: 'charts.yellow',
		unknown: 'icon.foreground',
	};
	// A shell at its prompt is nothing to look at.
	return session.agent === 'other' ? 'icon.foreground' : colors[session.activity];
}
