/** How a session looks as a row: icon, words, tooltip and the flags its menus ask for. */
import { homedir } from 'node:os';
import { MarkdownString, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { Session, TransportHealth } from '../sessions/session.ts';
import { sessionUri } from './decorations.ts';
import { activityWord, clientsWord, healthWord, tabHealthWord, words } from './messages.ts';

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
	item.description = description(session);
	item.iconPath = new ThemeIcon(AGENT_ICONS[session.agent], new ThemeColor(iconColor(session)));
	item.contextValue = flags(session, options.isOpen);
	// A click never starts anything: what is stopped is only selected.
	if (session.host.kind === 'tmux') item.command = { command: 'shoal.open', title: '', arguments: [session.id] };
	item.accessibilityInformation = { label: [session.name, activityWord(session), item.description].filter(Boolean).join(', ') };
	return item;
}

function description(session: Session): string {
	if (session.lifecycle === 'stopped') return tildify(session.folder);
	return session.thought?.text ?? session.command;
}

function flags(session: Session, isOpen: boolean): string {
	return ['session', session.lifecycle, session.host.kind, session.clients > 0 && 'attached', isOpen && 'open'].filter(Boolean).join(' ');
}

function iconColor(session: Session): string {
	if (session.health === 'disconnected' || session.lifecycle === 'stopped') return 'disabledForeground';
	return session.agent === 'other' ? 'icon.foreground' : 'charts.blue';
}

/** Built only when the row is hovered. Everything that comes from outside is shown as text, never as Markdown. */
export function sessionTooltip(session: Session, terminal: TransportHealth | undefined): MarkdownString {
	const tooltip = new MarkdownString();
	const row = (label: string, value: string) => tooltip.appendMarkdown(`**${label}:** `).appendText(value).appendMarkdown('\n\n');
	tooltip.appendMarkdown('**').appendText(session.name).appendMarkdown('**\n\n');
	row(words.label.state(), activityWord(session));
	if (session.thought) row(words.label.thought(), session.thought.text);
	row(words.label.folder(), tildify(session.folder));
	row(words.label.program(), session.command);
	row(words.label.terminals(), clientsWord(session.clients));
	if (session.health !== 'healthy') row(words.label.health(), healthWord(session.health));
	if (terminal) row(words.label.tab(), tabHealthWord(terminal));
	return tooltip;
}

export function tildify(path: string, home = homedir()): string {
	return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
