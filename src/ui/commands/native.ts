/** Commands for agents in plain terminals: show the terminal, copy what continues them, move them into tmux. */
import { env, window } from 'vscode';
import type { Session } from '../../sessions/session.ts';
import { lifeWords } from '../words/life.ts';
import { type CommandContext, mention, valueOrTell } from './context.ts';

/** Shows the terminal of this window in which the agent runs; false where it runs elsewhere. */
export async function revealTerminal({ host }: Session): Promise<boolean> {
	if (host.kind !== 'native') return false;
	for (const terminal of window.terminals) {
		const pid = await terminal.processId;
		if (pid === undefined || !(pid === host.pid || host.ancestors.includes(pid))) continue;
		terminal.show();
		return true;
	}
	return false;
}

export async function reveal(session: Session, context: CommandContext): Promise<void> {
	if (await revealTerminal(session)) return;
	const choice = await window.showInformationMessage(lifeWords.elsewhereTerminal(session.name), lifeWords.moveIntoTmux());
	if (choice) await moveIntoTmux(session, context);
}

export async function copyResumeCommand(session: Session, { supervisor }: CommandContext): Promise<void> {
	const line = await valueOrTell(supervisor.actions.resumeLine(session.id));
	if (line === undefined) return;
	await env.clipboard.writeText(line);
	mention(lifeWords.resumeCopied());
}

export async function moveIntoTmux(session: Session, { supervisor, terminals }: CommandContext): Promise<void> {
	const options = { modal: true, detail: lifeWords.moveDetail() };
	const answer = await window.showWarningMessage(lifeWords.moveQuestion(session.name), options, lifeWords.moveIntoTmux());
	if (answer !== lifeWords.moveIntoTmux()) return;
	const id = await valueOrTell(await supervisor.actions.moveIntoTmux(session.id));
	const moved = id && supervisor.sessions.get(id);
	if (moved) await terminals.open(moved);
}
