/** Which row is selected, also in the moment in which the tree is being filled anew. */
import { setTimeout as delay } from 'node:timers/promises';
import type { TreeView } from 'vscode';

/** While VS Code fetches the rows again it knows the selection, but not what it stands for; that takes a few turns. */
const TRIES = 20;
const PAUSE_MS = 25;

export async function selectedRow<T>(view: Pick<TreeView<T>, 'selection'>): Promise<T | undefined> {
	for (let attempt = 0; attempt < TRIES; attempt++) {
		const [row] = view.selection;
		if (row !== undefined) return row;
		await delay(PAUSE_MS);
	}
	return undefined;
}
