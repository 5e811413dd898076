/** Which rows a key is meant for: VS Code tells an extension what is selected, but arrow keys move the focus alone. */
import { commands, type TreeView } from 'vscode';

/** As the tree hands rows to a menu: the row itself, then all that are selected with it; nothing where no row has the focus. */
export async function focusedRows<T>(view: Pick<TreeView<T>, 'selection'>): Promise<[] | [T, readonly T[]]> {
	const before = view.selection;
	// Turns the selection of the focused row over, and back: what differs in between is that row.
	await commands.executeCommand('list.toggleSelection');
	const between = view.selection;
	await commands.executeCommand('list.toggleSelection');
	const focused = between.find((row) => !before.includes(row)) ?? before.find((row) => !between.includes(row));
	if (focused === undefined) return [];
	return [focused, before.includes(focused) ? before : [focused]];
}
