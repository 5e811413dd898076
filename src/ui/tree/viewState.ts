/** How the user looks at the sessions: view mode, filter and which groups are closed. Mode and groups are kept for the workspace. */

import { EventEmitter } from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { setContext } from '../contextKeys.ts';
import type { Memory } from '../memory.ts';
import { VIEW_MODES, type ViewMode } from './arrangement.ts';

const MODE_KEY = 'shoal.viewMode';
const COLLAPSED_KEY = 'shoal.collapsedGroups';
/** Groups of folders that are long gone are forgotten at some point. */
const REMEMBERED = 200;

export class ViewState implements Disposable {
	readonly #memory: Memory;
	readonly #onDidChange = new EventEmitter<void>();
	/** Other rows are to be shown, or in another order. */
	readonly onDidChange = this.#onDidChange.event;
	#mode: ViewMode;
	/** Not kept: what a window hides without being told to would be looked for in vain. */
	#filter = '';
	readonly #collapsed: Map<string, boolean>;

	constructor(memory: Memory) {
		this.#memory = memory;
		const mode = memory.get<string>(MODE_KEY);
		this.#mode = VIEW_MODES.find((known) => known === mode) ?? 'attention';
		this.#collapsed = new Map(memory.get<[string, boolean][]>(COLLAPSED_KEY, []));
		setContext('shoal.viewMode', this.#mode);
		setContext('shoal.filtered', false);
	}

	get mode(): ViewMode {
		return this.#mode;
	}

	get filter(): string {
		return this.#filter;
	}

	setMode(mode: ViewMode): void {
		this.#mode = mode;
		void this.#memory.update(MODE_KEY, mode);
		setContext('shoal.viewMode', mode);
		this.#onDidChange.fire();
	}

	setFilter(filter: string): void {
		if (filter === this.#filter) return;
		this.#filter = filter;
		setContext('shoal.filtered', filter !== '');
		this.#onDidChange.fire();
	}

	isCollapsed(group: string, byDefault: boolean): boolean {
		return this.#collapsed.get(group) ?? byDefault;
	}

	setCollapsed(group: string, collapsed: boolean): void {
		this.#collapsed.delete(group);
		this.#collapsed.set(group, collapsed);
		void this.#memory.update(COLLAPSED_KEY, [...this.#collapsed].slice(-REMEMBERED));
	}

	dispose(): void {
		this.#onDidChange.dispose();
	}
}
