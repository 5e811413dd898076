/** How a group and an archived session look as rows. */
import { basename } from 'node:path';
import { ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { ArchivedSession } from '../../sessions/archive.ts';
import { needsUser } from '../../sessions/attention.ts';
import type { RepoColour } from '../../sessions/repo/colours.ts';
import type { Session } from '../../sessions/session.ts';
import { agentIcon } from '../agentIcons.ts';
import { shortPath, tildify } from '../paths.ts';
import { rowColour } from '../repoColour.ts';
import { groupWords } from '../words/groups.ts';
import type { Group } from './arrangement.ts';
import type { ViewState } from './viewState.ts';

export interface GroupOptions {
	readonly state: ViewState;
	/** How many sessions the archive holds. */
	readonly archived: number;
	readonly colourOf: (folder: string) => RepoColour | undefined;
}

export function groupItem(group: Group, { state, archived, colourOf }: GroupOptions): TreeItem {
	const label = labelOf(group);
	const count = group.kind === 'archive' ? archived : group.sessions.length;
	const collapsed = state.isCollapsed(group.key, group.kind === 'archive');
	const item = new TreeItem(label, collapsed ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.Expanded);
	const waiting = group.kind === 'needsYou' ? 0 : group.sessions.filter(needsUser).length;
	item.id = `group:${group.key}`;
	item.contextValue = `group ${group.kind}`;
	// A group of groups counts nothing: VS Code would fetch all rows below it again for every new count.
	const counted = group.groups.length === 0;
	const waits = waiting > 0 && groupWords.needYou(waiting);
	if (counted) item.description = [count, waits].filter(Boolean).join(' · ');
	item.accessibilityInformation = { label: [label, counted && groupWords.sessions(count), waits].filter(Boolean).join(', ') };
	item.tooltip = group.about !== undefined && group.kind !== 'agent' ? tildify(group.about) : label;
	const icon = iconOf(group, colourOf);
	if (icon) item.iconPath = icon;
	return item;
}

function labelOf({ kind, about = '' }: Group): string {
	switch (kind) {
		case 'folder':
		case 'worktree':
			return basename(about) || about;
		case 'agent':
			return groupWords.agent(about as Session['agent']);
		case 'needsYou':
			return groupWords.needsYou();
		case 'workspace':
			return groupWords.thisWorkspace();
		case 'elsewhere':
			return groupWords.elsewhere();
		case 'stopped':
			return groupWords.stopped();
		case 'archive':
			return groupWords.archive();
	}
}

function iconOf({ kind, about = '', sessions }: Group, colourOf: GroupOptions['colourOf']): ThemeIcon | undefined {
	if (kind === 'agent') return new ThemeIcon(agentIcon(about));
	if (kind !== 'folder' && kind !== 'worktree') return undefined;
	const colour = colourOf(sessions[0]?.folder ?? about);
	return new ThemeIcon(kind === 'worktree' ? 'git-branch' : 'folder', colour && rowColour(colour));
}

export function archivedItem({ id, name, agent, folder }: ArchivedSession): TreeItem {
	const item = new TreeItem(name, TreeItemCollapsibleState.None);
	item.id = `archived:${id}`;
	item.description = shortPath(folder);
	item.tooltip = tildify(folder);
	item.iconPath = new ThemeIcon(agentIcon(agent), new ThemeColor('disabledForeground'));
	item.contextValue = 'archived';
	item.accessibilityInformation = { label: [name, groupWords.archive(), tildify(folder)].join(', ') };
	return item;
}
