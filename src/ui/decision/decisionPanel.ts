/** The view of what a session asks: one tab that goes from question to question, and knows when one is answered anywhere. */
import { isDeepStrictEqual } from 'node:util';
import { commands, env, type Uri, ViewColumn, type WebviewPanel, window, workspace } from 'vscode';
import { DisposableList } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import type { Choice } from '../../sessions/actions/answer.ts';
import { needsUser } from '../../sessions/attention.ts';
import { type FileProposal, readProposal } from '../../sessions/proposal.ts';
import type { Session, SessionId } from '../../sessions/session.ts';
import type { Supervisor } from '../../sessions/supervisor.ts';
import { Panel, type PanelAction, type PanelView } from '../panel/panel.ts';
import { decisionWords } from '../words/decision.ts';
import { refusalText } from '../words/outcome.ts';
import { about, decisionBody, type Notice } from './decisionView.ts';
import { EditDocuments } from './editDocuments.ts';
import { type Decision, questionOf, waitingOf } from './waiting.ts';

const VIEW_TYPE = 'shoal.decision';

export interface DecisionPanelOptions {
	readonly supervisor: Supervisor;
	/** Where the style and the script of panels are. */
	readonly media: Uri;
	readonly log: Logger;
}

export class DecisionPanel extends DisposableList {
	readonly #options: DecisionPanelOptions;
	readonly #documents = this.add(new EditDocuments());
	#panel: Panel | undefined;
	#current: SessionId | undefined;
	/** What is shown as asked. */
	#shown: Decision | undefined;
	/** The question that is being answered from here. */
	#answering: string | undefined;
	/** The edits that are asked about, and what they would do to the files as they are. */
	#edits: Decision['edits'];
	#proposal: readonly FileProposal[] | undefined;
	#notice: Notice | undefined;

	constructor(options: DecisionPanelOptions) {
		super();
		this.#options = options;
		this.add({ dispose: () => this.#panel?.dispose() });
		this.add(options.supervisor.sessions.onDidChange(() => this.#handleChange()));
		this.add(workspace.onDidSaveTextDocument(({ uri }) => this.#handleSave(uri.fsPath)));
		this.add(
			window.registerWebviewPanelSerializer(VIEW_TYPE, { deserializeWebviewPanel: async (panel, kept) => this.#restore(panel, kept) }),
		);
	}

	show({ id }: Session): void {
		if (this.#panel && !this.#panel.disposed) this.#panel.reveal();
		else this.#open(window.createWebviewPanel(VIEW_TYPE, '', ViewColumn.Active));
		this.#turnTo(id);
	}

	#restore(panel: WebviewPanel, kept: unknown): void {
		this.#open(panel);
		if (typeof kept === 'object' && kept !== null && 'state' in kept && typeof kept.state === 'string')
			this.#turnTo(kept.state as SessionId);
	}

	#open(panel: WebviewPanel): void {
		const { media, log } = this.#options;
		const onStale = () => this.#tell({ kind: 'problem', text: decisionWords.changed() });
		this.#panel = new Panel(panel, { media, log, render: () => this.#render(), onStale });
	}

	#turnTo(id: SessionId): void {
		this.#current = id;
		this.#notice = undefined;
		this.#answering = undefined;
		this.#shown = undefined;
		this.#edits = undefined;
		this.#proposal = undefined;
		this.#handleChange();
		this.#panel?.update();
	}

	get #session(): Session | undefined {
		return this.#current && this.#options.supervisor.sessions.get(this.#current);
	}

	#waiting(): ReturnType<typeof waitingOf> {
		return waitingOf(this.#options.supervisor.sessions.all);
	}

	#handleChange(): void {
		void this.#documents.closeAllBut(() => new Set(this.#waiting().map(({ decision }) => questionOf(decision))));
		if (!this.#panel || this.#panel.disposed) return;
		const session = this.#session;
		const decision = session && needsUser(session) ? session.decision : undefined;
		const before = this.#shown;
		this.#shown = decision;
		// The same asking may be seen in full only later. What is answered from here is told with the receipt.
		const isOver = before && before.askedAt !== decision?.askedAt;
		if (isOver && this.#answering !== questionOf(before)) this.#notice = this.#answered(decisionWords.answeredElsewhere());
		// What became of an earlier question is no news any more.
		if (!before && decision && !this.#answering) this.#notice = undefined;
		if (!isDeepStrictEqual(decision?.edits, this.#edits) || isOver) void this.#readProposal();
		this.#panel.update();
	}

	async #readProposal(): Promise<void> {
		const session = this.#session;
		const edits = this.#shown?.edits;
		this.#edits = edits;
		const proposal = edits && session ? await readProposal(session.folder, edits) : undefined;
		if (this.#edits !== edits) return;
		this.#proposal = proposal;
		this.#panel?.update();
	}

	/** The change is shown against the file as it is. */
	#handleSave(path: string): void {
		if (this.#proposal?.some((file) => file.path === path)) void this.#readProposal();
	}

	#tell(notice: Notice): void {
		this.#notice = notice;
		this.#panel?.update();
	}

	#render(): PanelView {
		const session = this.#session;
		const others = this.#waiting().filter(({ id }) => id !== this.#current);
		const scene = {
			session,
			others: others.length,
			now: Date.now(),
			language: env.language,
			...(this.#proposal && { proposal: this.#proposal }),
			...(this.#notice && { notice: this.#notice }),
		};
		return {
			title: session ? decisionWords.title(session.name) : decisionWords.nothingTitle(),
			body: decisionBody(scene),
			actions: { ...this.#ways(others), ...(session?.decision && this.#answers(session, session.decision)) },
			state: this.#current ?? '',
		};
	}

	/** What leads elsewhere. */
	#ways(others: ReturnType<typeof waitingOf>): Record<string, PanelAction> {
		const command = (name: string) => () => commands.executeCommand(name, this.#current);
		const later = others.find(({ decision }) => decision.askedAt >= (this.#session?.decision?.askedAt ?? 0)) ?? others[0];
		return {
			next: () => later && this.#turnTo(later.id),
			open: command(this.#session?.host.kind === 'native' ? 'shoal.reveal' : 'shoal.open'),
			details: command('shoal.showDetails'),
			close: () => this.#panel?.close(),
		};
	}

	#answers(session: Session, decision: Decision): Record<string, PanelAction> {
		const answer = (choice: Choice) => () => this.#answer(session, decision, choice);
		const actions: Record<string, PanelAction> = {
			[about('approve', decision)]: answer({ kind: 'approve' }),
			[about('reject', decision)]: answer({ kind: 'reject' }),
			[about('words', decision)]: (text) => this.#answer(session, decision, { kind: 'text', text }),
		};
		for (const index of decision.options.keys()) actions[about(`option ${index}`, decision)] = answer({ kind: 'option', index });
		for (const proposal of this.#proposal ?? []) {
			const edit = { proposal, sessionName: session.name, question: questionOf(decision) };
			actions[about(`diff ${proposal.path}`, decision)] = () => this.#documents.show(edit);
		}
		return actions;
	}

	async #answer(session: Session, decision: Decision, choice: Choice): Promise<void> {
		const question = questionOf(decision);
		if (this.#answering === question) return;
		this.#answering = question;
		this.#tell({ kind: 'busy', text: decisionWords.answering() });
		const { fingerprint } = decision;
		const outcome = await this.#options.supervisor.actions.answer(session.id, { fingerprint, choice });
		// The reader has gone on to another session meanwhile.
		if (this.#current !== session.id) return;
		this.#answering = undefined;
		if (outcome.kind === 'refused') return this.#tell({ kind: 'problem', text: refusalText(outcome.refusal) });
		const { kind, sent } = outcome.value;
		if (kind === 'unverified') return this.#tell({ kind: 'problem', text: decisionWords.unverified() });
		if (sent && sent.kind !== 'submitted' && sent.kind !== 'queued')
			return this.#tell({ kind: 'problem', text: decisionWords.wordsUnsent() });
		this.#tell(this.#answered(decisionWords.answeredHere()));
	}

	/** Beside the next question it must be clear which one was answered. */
	#answered(text: string): Notice {
		return { kind: 'done', text: this.#shown ? decisionWords.answeredBefore() : text };
	}
}
