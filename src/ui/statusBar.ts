/** The status-bar item and the badge on the activity bar: how many sessions run, work, and wait for the user. */
import { StatusBarAlignment, ThemeColor, type TreeView, window } from 'vscode';
import { DisposableList } from '../base/disposable.ts';
import { isRunning, isWorking, needsUser } from '../sessions/attention.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionList } from '../sessions/sessionList.ts';
import { type Counts, viewWords } from './words/view.ts';

/** Left of the problems counter, where state of the workspace is shown. */
const PRIORITY = 40;

export interface AttentionOptions {
	readonly list: SessionList;
	/** Whether a session belongs to this workspace. */
	readonly isHere: (session: Session) => boolean;
	readonly view: Pick<TreeView<unknown>, 'badge'>;
}

export class SessionStatusBar extends DisposableList {
	readonly #item = this.add(window.createStatusBarItem('shoal.status', StatusBarAlignment.Left, PRIORITY));
	readonly #options: AttentionOptions;

	constructor(options: AttentionOptions) {
		super();
		this.#options = options;
		this.#item.name = viewWords.statusName();
		this.#item.command = 'shoal.showAll';
		this.add(options.list.onDidChange(() => this.update()));
		this.update();
	}

	update(): void {
		const counts = this.#count();
		const { live, working, waiting } = counts;
		this.#options.view.badge = waiting > 0 ? { value: waiting, tooltip: viewWords.badge(waiting) } : undefined;
		// At zero the bar has nothing to tell.
		if (live === 0) {
			this.#item.hide();
			return;
		}
		const parts = [`$(terminal-tmux) ${live}`, working > 0 && `$(sync~spin) ${working}`, waiting > 0 && `$(bell-dot) ${waiting}`];
		this.#item.text = parts.filter(Boolean).join('  ');
		this.#item.tooltip = viewWords.statusTooltip(counts);
		this.#item.accessibilityInformation = { label: viewWords.statusText(counts) };
		this.#item.backgroundColor = waiting > 0 ? new ThemeColor('statusBarItem.warningBackground') : undefined;
		this.#item.show();
	}

	#count(): Counts {
		const live = this.#options.list.all.filter(isRunning);
		return {
			live: live.length,
			working: live.filter(isWorking).length,
			waiting: live.filter(needsUser).length,
			here: live.filter(this.#options.isHere).length,
		};
	}
}
