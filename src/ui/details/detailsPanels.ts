/** The pages about sessions: one tab for each that was asked for, kept true while it is shown. */
import { type Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import { DisposableList } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import type { Session, SessionId } from '../../sessions/session.ts';
import type { Supervisor } from '../../sessions/supervisor.ts';
import type { Memory } from '../memory.ts';
import type { SessionTerminals } from '../terminal/terminals.ts';
import type { Unseen } from '../unseen.ts';
import { registerCommittedDocuments } from './committedDocuments.ts';
import { DetailsPanel } from './detailsPanel.ts';
import { LastLooks } from './lastLooks.ts';

const VIEW_TYPE = 'shoal.details';

export interface DetailsOptions {
	readonly supervisor: Supervisor;
	readonly terminals: SessionTerminals;
	/** Where the style and the script of panels are. */
	readonly media: Uri;
	readonly memory: Memory;
	readonly unseen: Unseen;
	readonly log: Logger;
}

export class DetailsPanels extends DisposableList {
	readonly #options: DetailsOptions;
	readonly #looks: LastLooks;
	readonly #open = new Map<SessionId, DetailsPanel>();

	constructor(options: DetailsOptions) {
		super();
		this.#options = options;
		this.#looks = this.add(new LastLooks(options.memory, options.terminals));
		this.add(registerCommittedDocuments());
		this.add({ dispose: () => this.#all((panel) => panel.dispose()) });
		this.add(
			options.supervisor.sessions.onDidChange(({ added, changed, removed }) => {
				for (const { id } of [...added, ...changed, ...removed]) this.#open.get(id)?.handleChange();
			}),
		);
		void options.supervisor.openRegistry().then(({ journal }) => {
			this.add(journal.onDidAppend((id) => this.#open.get(id as SessionId)?.handleAppend()));
		});
		const deserializeWebviewPanel = async (panel: WebviewPanel, kept: unknown) => {
			const id = typeof kept === 'object' && kept !== null && 'state' in kept && typeof kept.state === 'string' ? kept.state : undefined;
			if (id) this.#keep(id as SessionId, panel);
			else panel.dispose();
		};
		this.add(window.registerWebviewPanelSerializer(VIEW_TYPE, { deserializeWebviewPanel }));
	}

	show({ id, name }: Session): void {
		const known = this.#open.get(id);
		if (known) known.reveal();
		else this.#keep(id, window.createWebviewPanel(VIEW_TYPE, name, ViewColumn.Active));
	}

	#all(action: (panel: DetailsPanel) => void): void {
		for (const panel of [...this.#open.values()]) action(panel);
	}

	#keep(id: SessionId, webviewPanel: WebviewPanel): void {
		const panel = new DetailsPanel(webviewPanel, { ...this.#options, id, looks: this.#looks });
		this.#open.set(id, panel);
		panel.add({ dispose: () => this.#open.delete(id) });
	}
}
