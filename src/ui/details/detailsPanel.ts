/** The page about one session: reads what is not in its row, and does what its buttons say through the commands. */
import { commands, env, Uri, type WebviewPanel, workspace } from 'vscode';
import { DisposableList } from '../../base/disposable.ts';
import { type Dossier, readDossier } from '../../sessions/dossier.ts';
import type { Session, SessionId } from '../../sessions/session.ts';
import { Panel, type PanelAction, type PanelView } from '../panel/panel.ts';
import { el } from '../panel/piece.ts';
import { detailsWords } from '../words/details.ts';
import { showCommittedDiff } from './committedDocuments.ts';
import type { DetailsOptions } from './detailsPanels.ts';
import { detailsBody } from './detailsView.ts';
import type { LastLooks } from './lastLooks.ts';
import type { Absence } from './timeline.ts';

/** An agent at work changes its row many times a second; git and the history are asked at this pace. */
const READ_EVERY_MS = 1_500;

export interface DetailsPanelOptions extends DetailsOptions {
	readonly id: SessionId;
	readonly looks: LastLooks;
}

export class DetailsPanel extends DisposableList {
	readonly #options: DetailsPanelOptions;
	readonly #panel: Panel;
	/** The session as it was last seen: its page stays when it goes. */
	#session: Session | undefined;
	#dossier: Dossier | undefined;
	#absence: Absence | undefined;
	#showsAll = false;
	/** When to read again. */
	#due: NodeJS.Timeout | undefined;
	#readings = 0;
	#wasVisible: boolean;

	constructor(webviewPanel: WebviewPanel, options: DetailsPanelOptions) {
		super();
		this.#options = options;
		this.#wasVisible = webviewPanel.visible;
		const { media, log, id, looks } = options;
		this.#panel = this.add(new Panel(webviewPanel, { media, log, render: () => this.#render() }));
		this.#panel.add({ dispose: () => this.dispose() });
		this.add({ dispose: () => clearTimeout(this.#due) });
		this.add({ dispose: () => this.#wasVisible && looks.note(id) });
		this.add(webviewPanel.onDidChangeViewState(() => this.#handleVisibility(webviewPanel.visible)));
		this.#handleLook();
	}

	reveal(): void {
		this.#panel.reveal();
	}

	handleChange(): void {
		this.#panel.update();
		if (this.#panel.visible) this.#due ??= setTimeout(() => void this.#read(), READ_EVERY_MS);
	}

	#handleVisibility(visible: boolean): void {
		if (visible === this.#wasVisible) return;
		this.#wasVisible = visible;
		if (visible) this.#handleLook();
		else this.#options.looks.note(this.#options.id);
	}

	#handleLook(): void {
		const { looks, unseen, id } = this.#options;
		this.#absence = looks.absence(id);
		unseen.see(id);
		void this.#read();
	}

	/** Something new is in the session's history. */
	handleAppend(): void {
		if (this.#panel.visible) void this.#read();
	}

	async #read(): Promise<void> {
		clearTimeout(this.#due);
		this.#due = undefined;
		const reading = ++this.#readings;
		const { supervisor, id, log } = this.#options;
		const session = supervisor.sessions.get(id);
		if (!session) return;
		try {
			const dossier = await readDossier(await supervisor.openRegistry(), session);
			// A later reading may be done before an earlier one, and knows more.
			if (reading !== this.#readings) return;
			this.#dossier = dossier;
			this.#panel.update();
		} catch (error) {
			log.warn(`the details of ${session.name} could not be read: ${String(error)}`);
		}
	}

	#render(): PanelView {
		const { supervisor, id } = this.#options;
		const session = supervisor.sessions.get(id);
		this.#session = session ?? this.#session;
		const state = id;
		if (!this.#session)
			return { title: detailsWords.gone(), body: [el('h1', { tabindex: '-1' }, detailsWords.gone())], actions: {}, state };
		const body = detailsBody({
			session: this.#session,
			showsAll: this.#showsAll,
			isInWorkspace: workspace.getWorkspaceFolder(Uri.file(this.#session.folder)) !== undefined,
			now: Date.now(),
			language: env.language,
			...(this.#dossier && { dossier: this.#dossier }),
			...(this.#absence && { absence: this.#absence }),
		});
		return { title: detailsWords.title(this.#session.name), body, actions: this.#actions(this.#session), state };
	}

	#actions({ id, folder, conversation }: Session): Record<string, PanelAction> {
		const command = (name: string) => () => commands.executeCommand(name, id);
		const place = Uri.file(folder);
		const actions: Record<string, PanelAction> = {
			question: command('shoal.showDecision'),
			open: command('shoal.open'),
			'reveal-terminal': command('shoal.reveal'),
			send: command('shoal.send'),
			interrupt: command('shoal.interrupt'),
			stop: command('shoal.stop'),
			resume: command('shoal.resume'),
			why: command('shoal.whyThisState'),
			copyAttach: command('shoal.copyAttachCommand'),
			copyResume: command('shoal.copyResumeCommand'),
			reveal: () => commands.executeCommand('revealInExplorer', place),
			window: () => commands.executeCommand('vscode.openFolder', place, { forceNewWindow: true }),
			transcript: () => conversation?.file && commands.executeCommand('vscode.open', Uri.file(conversation.file)),
			older: () => {
				this.#showsAll = true;
				this.#panel.update();
			},
		};
		const { root, files = [] } = this.#dossier?.changes ?? {};
		for (const file of files) if (root) actions[`diff ${file.path}`] = () => showCommittedDiff(root, file);
		return actions;
	}
}
