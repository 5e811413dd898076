/** The status-bar item: how many sessions are live; a click shows them. */
import { StatusBarAlignment, window } from 'vscode';
import { DisposableList } from '../base/disposable.ts';
import { isInAny } from '../sessions/scope.ts';
import type { SessionList } from '../sessions/sessionList.ts';
import { words } from './messages.ts';

/** Left of the problems counter, where state of the workspace is shown. */
const PRIORITY = 40;

export class SessionStatusBar extends DisposableList {
	readonly #item = this.add(window.createStatusBarItem('shoal.status', StatusBarAlignment.Left, PRIORITY));
	readonly #list: SessionList;
	readonly #workspaceRoots: () => readonly string[];

	constructor(list: SessionList, workspaceRoots: () => readonly string[]) {
		super();
		this.#list = list;
		this.#workspaceRoots = workspaceRoots;
		this.#item.name = words.statusName();
		this.#item.command = 'shoal.sessions.focus';
		this.add(list.onDidChange(() => this.update()));
		this.update();
	}

	update(): void {
		const live = this.#list.all.filter((session) => session.lifecycle === 'live' || session.lifecycle === 'starting');
		// At zero the bar has nothing to tell.
		if (live.length === 0) {
			this.#item.hide();
			return;
		}
		const here = live.filter((session) => isInAny(session.folder, this.#workspaceRoots())).length;
		this.#item.text = `$(terminal-tmux) ${live.length}`;
		this.#item.tooltip = words.statusTooltip(live.length, here);
		this.#item.accessibilityInformation = { label: words.statusText(live.length) };
		this.#item.show();
	}
}
