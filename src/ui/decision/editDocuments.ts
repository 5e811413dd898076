/** The two sides of a change that an agent asks to make, for VS Code's own diff editor; closed when the change is decided. */
import {
	commands,
	EventEmitter,
	type Tab,
	TabInputTextDiff,
	type TextDocumentContentProvider,
	Uri,
	ViewColumn,
	window,
	workspace,
} from 'vscode';
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
	readonly #onDidChange = this.add(new EventEmitter<Uri>());
	readonly onDidChange = this.#onDidChange.event;
	/** A window may come back with diffs of its last life. */
	#mayBeOpen = true;

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
		// Shown again after the file has changed, the same addresses have other texts.
		for (const uri of [before, after]) this.#onDidChange.fire(uri);
		const title = decisionWords.diffTitle(path.slice(path.lastIndexOf('/') + 1), sessionName);
		await commands.executeCommand('vscode.diff', before, after, title, { viewColumn: ViewColumn.Beside, preview: true });
		this.#mayBeOpen = true;
	}

	/** Closes the diffs of questions that are not asked any more. */
	async closeAllBut(asked: () => ReadonlySet<string>): Promise<void> {
		if (!this.#mayBeOpen) return;
		const ours = window.tabGroups.all.flatMap(({ tabs }) => tabs).flatMap((tab) => shownOn(tab) ?? []);
		this.#mayBeOpen = ours.length > 0;
		if (!this.#mayBeOpen) return;
		const open = asked();
		// What this window has not compared itself, it has nothing to show for.
		const over = ours.filter(({ uri, question }) => !open.has(question) || !this.#texts.has(uri.toString()));
		if (over.length > 0)
			await window.tabGroups.close(
				over.map(({ tab }) => tab),
				true,
			);
	}
}

function shownOn(tab: Tab): { readonly tab: Tab; readonly uri: Uri; readonly question: string } | undefined {
	if (!(tab.input instanceof TabInputTextDiff)) return undefined;
	const uri = tab.input.modified;
	const question = questionIn(uri);
	return question === undefined ? undefined : { tab, uri, question };
}

/** The question that a shown change belongs to. */
export function questionIn({ scheme, query }: Uri): string | undefined {
	return scheme === SCHEME ? (new URLSearchParams(query).get('question') ?? '') : undefined;
}
