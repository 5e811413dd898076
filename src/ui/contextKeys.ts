/** The context keys that `when` clauses of the manifest read, set only when they change. */
import { commands } from 'vscode';

export type ContextKey =
	| 'shoal.tmux'
	| 'shoal.installer'
	| 'shoal.agents'
	| 'shoal.viewMode'
	| 'shoal.filtered'
	| 'shoal.sessions'
	| 'shoal.running'
	| 'shoal.waiting'
	| 'shoal.stopped'
	| 'shoal.archived';

const current = new Map<ContextKey, unknown>();

export function setContext(key: ContextKey, value: string | boolean): void {
	if (current.get(key) === value) return;
	current.set(key, value);
	void commands.executeCommand('setContext', key, value);
}
