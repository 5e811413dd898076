/** Commands that change how the sessions are looked at: grouping and filter. */
import { window } from 'vscode';
import { groupWords } from '../words/groups.ts';
import type { CommandContext } from './context.ts';

/** The rows follow while the filter is typed; Esc brings back what was there before. */
export function filterSessions({ view }: CommandContext): void {
	const before = view.filter;
	const box = window.createInputBox();
	box.value = before;
	box.placeholder = groupWords.filterPlaceholder();
	box.prompt = groupWords.filterPrompt();
	let accepted = false;
	box.onDidChangeValue((value) => view.setFilter(value));
	box.onDidAccept(() => {
		accepted = true;
		box.hide();
	});
	box.onDidHide(() => {
		if (!accepted) view.setFilter(before);
		box.dispose();
	});
	box.show();
}
