/** The two sides of a change that an agent asks to make, for VS Code's own diff editor; closed when the change is decided. */
import { commands, TabInputTextDiff, type TextDocumentContentProvider, Uri, ViewColumn, window, workspace } from 'vscode';
import { DisposableList } from '../../base/disposable.ts';
import type { FileProposal } from '../../sessions/proposal.ts';
import { decisionWords } from '../words/decision.ts';

const SCHEME = 'shoal-edit';

export interface EditToShow {
	readonly proposal: FileProposal;
	readonly sessionName: string;
	/** Names the question: the diff is closed with it. */
	readonly question: string;
}

export class EditDocuments extends DisposableList implements TextDocumentContentProvider {
	/** What was compared, by address: the file may be another one by the time VS Code asks. */
	readonly #texts = new Map<string, string>();

	constructor() {
		super();
		this.add(workspace.registerTextDocumentContentProvider(SCHEME, this));
		this.add(workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())));
	}

	provideTextDocumentContent(uri: Uri): string {
		return this.#texts.get(uri.toString()) ?? decisionWords.diffGone();
	}

	async show({ proposal, sessionName, question }: EditToShow): Promise<void> {
		const { path, result } = proposal;
		if (result.kind !== 'applies') return;
		// With the file's own path, so that its language is known.
		const side = (name: 'before' | 'after') =>
			Uri.file(path).with({ scheme: SCHEME, query: new URLSearchParams({ question, side: name }).toString() });
		const [before, after] = [side('before'), side('after')];
		this.#texts.set(before.toString(), result.before);
		this.#texts.set(after.toString(), result.after);
		const title = decisionWords.diffTitle(path.slice(path.lastIndexOf('/') + 1), sessionName);
		await commands.executeCommand('vscode.diff', before, after, title, { viewColumn: ViewColumn.Beside, preview: true });
	}

	/** Closes the diffs of questions that are not asked any more. */
	async closeAllBut(asked: ReadonlySet<string>): Promise<void> {
		const over = window.tabGroups.all
			.flatMap(({ tabs }) => tabs)
			.filter(({ input }) => {
				const question = input instanceof TabInputTextDiff ? questionIn(input.modified) : undefined;
				return question !== undefined && !asked.has(question);
			});
		if (over.length > 0) await window.tabGroups.close(over, true);
	}
}

/** The question that a shown change belongs to. */
export function questionIn({ scheme, query }: Uri): string | undefined {
	return scheme === SCHEME ? (new URLSearchParams(query).get('question') ?? '') : undefined;
}
