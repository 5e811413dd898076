/** The entry in the terminal's + menu: a new Claude session of this folder, in the tab that VS Code opens for it. */
import { TerminalProfile, window } from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import type { CommandContext } from '../commands/context.ts';
import { spawnClaudeIn } from '../commands/spawn.ts';

export function registerTerminalProfile(context: CommandContext): Disposable {
	return window.registerTerminalProfileProvider('shoal.claude', {
		async provideTerminalProfile() {
			const session = await spawnClaudeIn(context, undefined);
			const options = session && (await context.terminals.optionsFor(session));
			return options && new TerminalProfile(options);
		},
	});
}
