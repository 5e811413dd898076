/** How a session looks as a row: icon, words, tooltip and the flags its menus ask for. */
import { homedir } from 'node:os';
import { MarkdownString, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { isWorking, needsUser } from '../../sessions/attention.ts';
import type { Activity, Session, TransportHealth } from '../../sessions/session.ts';
import { activityWord, askedWord, clientsWord, healthWord, tabHealthWord, usageWord } from '../words/state.ts';
import { viewWords } from '../words/view.ts';
import { sessionUri } from './decorations.ts';

const AGENT_ICONS: Record<Session['agent'], string> = {
	claude: 'sparkle',
	codex: 'hubot',
	gemini: 'star',
	opencode: 'code',
	copilot: 'copilot',
	other: 'terminal',
};

export function sessionItem(session: Session, options: { readonly isOpen: boolean }): TreeItem {
	const item = new TreeItem(session.name, TreeItemCollapsibleState.None);
	item.id = session.id;
	item.resourceUri = sessionUri(session.id);
	item.description = rowText(session);
	item.iconPath = icon(session);
	item.contextValue = flags(session, options.isOpen);
	// No arguments: VS Code forgets them when a row changes, and a click in that moment would find no command.
	item.command = { command: 'shoal.openSelected', title: '' };
	item.accessibilityInformation = { label: [session.name, activityWord(session), item.description].filter(Boolean).join(', ') };
	return item;
}

/** What the session asks, thinks or runs, in a few words. */
export function rowText(session: Session): string {
	if (session.lifecycle === 'stopped') return shortPath(session.folder);
	// The state is known some tenths of a second before the dialog can be read.
	const asked = needsUser(session) ? (session.decision ? askedWord(session.decision) : activityWord(session)) : undefined;
	// Its own folder goes without saying.
	const text = (asked ?? session.thought?.text ?? session.command).replaceAll(`${session.folder}/`, '');
	if (session.host.kind === 'native') return `${text} · ${viewWords.outsideTmux()}`;
	return session.usage ? `${text} · ${Math.round(session.usage.percent)} %` : text;
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

export function agentIcon({ agent }: Session): string {
	return AGENT_ICONS[agent];
}

/** Spins while it works, so that motion alone tells; the colour says whether a person is needed. */
function icon(session: Session): ThemeIcon {
	const name = agentIcon(session);
	return new ThemeIcon(isWorking(session) ? `${name}~spin` : name, new ThemeColor(iconColor(session)));
}

function iconColor(session: Session): string {
	if (session.health === 'disconnected' || session.lifecycle === 'stopped') return 'disabledForeground';
	if (session.lifecycle === 'errored') return 'charts.red';
	const colors: Record<Activity, string> = {
		working: 'charts.blue',
		idle: 'charts.green',
		needsApproval: 'list.warningForeground',
		needsAnswer: 'list.warningForeground',
		startDialog: 'list.warningForeground',
		failed: 'charts.red',
		retrying: 'charts.yellow',
		unknown: 'icon.foreground',
	};
	// A shell at its prompt is nothing to look at.
	return session.agent === 'other' ? 'icon.foreground' : colors[session.activity];
}

/** Built only when the row is hovered. Everything that comes from outside is shown as text, never as Markdown. */
export function sessionTooltip(session: Session, terminal: TransportHealth | undefined): MarkdownString {
	const tooltip = new MarkdownString();
	const row = (label: string, value: string) => tooltip.appendMarkdown(`**${label}:** `).appendText(value).appendMarkdown('\n\n');
	tooltip.appendMarkdown('**').appendText(session.name).appendMarkdown('**\n\n');
	row(viewWords.label.state(), activityWord(session));
	if (session.lifecycle === 'live') row(viewWords.label.why(), `${session.evidence.source}: ${session.evidence.observation}`);
	if (session.decision) row(viewWords.label.asks(), [askedWord(session.decision), session.decision.question].join(' — '));
	if (session.objective) row(viewWords.label.objective(), session.objective.text);
	if (session.thought) row(viewWords.label.thought(), session.thought.text);
	row(viewWords.label.folder(), tildify(session.folder));
	row(viewWords.label.program(), session.command);
	if (session.usage) row(viewWords.label.usage(), usageWord(session.usage));
	if (session.delegations > 0) row(viewWords.label.delegations(), String(session.delegations));
	row(viewWords.label.terminals(), clientsWord(session.clients));
	if (session.health !== 'healthy') row(viewWords.label.health(), healthWord(session.health));
	if (terminal) row(viewWords.label.tab(), tabHealthWord(terminal));
	return tooltip;
}

/** The end of a path says most in a narrow row. */
function shortPath(path: string): string {
	const parts = tildify(path).split('/');
	return parts.length > 3 ? `…/${parts.slice(-2).join('/')}` : parts.join('/');
}

export function tildify(path: string, home = homedir()): string {
	return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
