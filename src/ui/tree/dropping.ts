/** A file or text dropped onto a row goes to that session, with a word of what to do with it. */
import { type CancellationToken, type DataTransfer, type TreeDragAndDropController, Uri } from 'vscode';
import type { Session } from '../../sessions/session.ts';
import type { TreeNode } from './nodes.ts';

const FILES = 'text/uri-list';
const TEXT = 'text/plain';

/** What was dropped: paths of files that are there, content of files that have no path here, or text. */
export interface Dropped {
	readonly paths: readonly string[];
	readonly files: readonly { readonly name: string; readonly data: Uint8Array }[];
	readonly text: string;
}

export interface DropOptions {
	readonly sessionOf: (node: TreeNode | undefined) => Session | undefined;
	readonly onDidDrop: (session: Session, dropped: Dropped) => Promise<void>;
}

export class SessionDropTarget implements TreeDragAndDropController<TreeNode> {
	readonly dropMimeTypes = [FILES, TEXT, 'files'];
	readonly dragMimeTypes: readonly string[] = [];
	readonly #options: DropOptions;

	constructor(options: DropOptions) {
		this.#options = options;
	}

	async handleDrop(target: TreeNode | undefined, transfer: DataTransfer, token: CancellationToken): Promise<void> {
		const session = this.#options.sessionOf(target);
		if (!session) return;
		const dropped = await read(transfer);
		if (!token.isCancellationRequested) await this.#options.onDidDrop(session, dropped);
	}
}

async function read(transfer: DataTransfer): Promise<Dropped> {
	const list = await transfer.get(FILES)?.asString();
	const paths = (list ?? '').split(/\r?\n/).flatMap((line) => pathOf(line.trim()));
	if (paths.length > 0) return { paths, files: [], text: '' };
	const files: { name: string; data: Uint8Array }[] = [];
	for (const [, item] of transfer) {
		const file = item.asFile();
		if (file?.uri?.scheme === 'file') paths.push(file.uri.fsPath);
		else if (file) files.push({ name: file.name, data: await file.data() });
	}
	if (paths.length + files.length > 0) return { paths, files, text: '' };
	return { paths: [], files: [], text: (await transfer.get(TEXT)?.asString()) ?? '' };
}

/** A remote window names its files by the remote's scheme; the path is the one that agents see. */
function pathOf(line: string): string[] {
	if (line === '' || line.startsWith('#')) return [];
	const uri = Uri.parse(line);
	return uri.scheme === 'file' || uri.scheme === 'vscode-remote' ? [uri.path] : [];
}
