/** The box for a prompt: what is typed is sent, what was sent before is offered. */

import { type QuickPickItem, window } from 'vscode';
import type { Memory } from './memory.ts';
import { talkWords } from './words/talk.ts';

const KEY = 'shoal.promptHistory';
/** As many as a person scrolls through. */
const HISTORY_LIMIT = 50;

export function askForPrompt(memory: Memory, names: readonly string[]): Promise<string | undefined> {
	const history = memory.get<readonly string[]>(KEY, []);
	const box = window.createQuickPick<QuickPickItem & { readonly prompt: string }>();
	box.title = talkWords.sendTo(names);
	box.placeholder = talkWords.sendPlaceholder();
	box.ignoreFocusOut = true;
	const show = (typed: string) => {
		const old = history.filter((prompt) => prompt !== typed).map((prompt) => ({ label: prompt.replaceAll('\n', ' ⏎ '), prompt }));
		// What is typed stands first, so that Enter sends it and nothing else.
		box.items = typed.trim() === '' ? old : [{ label: typed, description: talkWords.sendThis(), alwaysShow: true, prompt: typed }, ...old];
	};
	show('');
	return new Promise((resolve) => {
		box.onDidChangeValue(show);
		box.onDidAccept(() => {
			const prompt = box.activeItems[0]?.prompt ?? box.value;
			if (prompt.trim() === '') return;
			void memory.update(KEY, [prompt, ...history.filter((old) => old !== prompt)].slice(0, HISTORY_LIMIT));
			resolve(prompt);
			box.hide();
		});
		box.onDidHide(() => {
			resolve(undefined);
			box.dispose();
		});
		box.show();
	});
}
