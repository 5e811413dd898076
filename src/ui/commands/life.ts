/** Commands that start, stop, rename and put away sessions. */
import { commands, env, UIKind, Uri, window } from 'vscode';
import type { Session } from '../../sessions/session.ts';
import { archivedIdOf, pickArchived, pickManyArchived } from '../sessionPick.ts';
import { lifeWords } from '../words/life.ts';
import { type CommandContext, mention, tellIfRefused, valueOrTell } from './context.ts';

export async function stop(sessions: readonly Session[], { supervisor }: CommandContext): Promise<void> {
	for (const { id } of sessions) await tellIfRefused(await supervisor.actions.stop(id));
}

export async function archive(sessions: readonly Session[], { supervisor }: CommandContext): Promise<void> {
	for (const { id } of sessions) await tellIfRefused(await supervisor.actions.archive(id));
}

export async function restart(session: Session, { supervisor, terminals }: CommandContext): Promise<void> {
	const restarted = await valueOrTell(await supervisor.actions.restart(session.id));
	const again = restarted && supervisor.sessions.get(restarted);
	if (again) await terminals.open(again);
}

export async function duplicate(session: Session, { supervisor, terminals }: CommandContext): Promise<void> {
	const copy = await valueOrTell(await supervisor.actions.duplicate(session.id));
	const twin = copy && supervisor.sessions.get(copy);
	if (twin) await terminals.open(twin);
}

/** Shows what would end and what would be lost, and asks once for all of them. */
export async function kill(sessions: readonly Session[], context: CommandContext): Promise<void> {
	const { actions } = context.supervisor;
	const details = await Promise.all(
		sessions.map(async (session) => {
			const preview = await actions.killPreview(session.id, { ownClients: context.terminals.isOpen(session.id) ? 1 : 0 });
			return lifeWords.killDetail(session.name, preview.kind === 'done' ? preview.value : undefined);
		}),
	);
	const question = lifeWords.killQuestion(sessions.map(({ name }) => name));
	const answer = await window.showWarningMessage(question, { modal: true, detail: details.join('\n\n') }, lifeWords.kill());
	if (answer !== lifeWords.kill()) return;
	for (const { id } of sessions) await tellIfRefused(await actions.kill(id));
}

export async function rename(session: Session, { supervisor }: CommandContext): Promise<void> {
	const name = await window.showInputBox({ value: session.name, prompt: lifeWords.renamePrompt() });
	if (name === undefined || name === session.name) return;
	const given = await valueOrTell(await supervisor.actions.rename(session.id, name));
	if (given !== undefined && given !== name) mention(lifeWords.renamedAs(given));
}

export async function pause(session: Session, { supervisor }: CommandContext): Promise<void> {
	const note = await window.showInputBox({ prompt: lifeWords.pausePrompt(), value: session.pauseNote ?? '', ignoreFocusOut: true });
	if (note === undefined) return;
	// An emptied note is one that is taken away.
	const { actions } = supervisor;
	await tellIfRefused(note.trim() === '' ? await actions.unpause(session.id) : await actions.pause(session.id, note));
}

export async function restore({ supervisor }: CommandContext, target?: unknown): Promise<void> {
	const id = archivedIdOf(target) ?? (await pickArchived(supervisor));
	if (id) await tellIfRefused(await supervisor.actions.restore(id));
}

/** Forgets archived sessions with their history, after a yes; their folders and conversations are not touched. */
export async function deleteArchived({ supervisor }: CommandContext, target?: unknown): Promise<void> {
	const picked = await pickManyArchived(supervisor, archivedIdOf(target));
	if (picked.length === 0) return;
	const question = lifeWords.deleteQuestion(picked.map(({ label }) => label));
	const answer = await window.showWarningMessage(question, { modal: true, detail: lifeWords.deleteDetail() }, lifeWords.delete());
	if (answer !== lifeWords.delete()) return;
	for (const { id } of picked) await tellIfRefused(await supervisor.actions.delete(id));
	// Nothing that is listed has changed, so nobody else looks.
	await supervisor.archive.look();
}

/** Removes the worktree that was made for the session; says before what would be lost with it. */
export async function decommission(session: Session, { supervisor }: CommandContext): Promise<void> {
	const preview = await valueOrTell(await supervisor.actions.decommissionPreview(session.id));
	if (!preview) return;
	const options = { modal: true, detail: lifeWords.decommissionDetail(preview) };
	const answer = await window.showWarningMessage(lifeWords.decommissionQuestion(session.name), options, lifeWords.decommission());
	if (answer !== lifeWords.decommission()) return;
	const result = await valueOrTell(await supervisor.actions.decommission(session.id, { loss: preview.loss }));
	if (result?.branchKept) mention(lifeWords.branchKept(result.branchKept));
}

export async function openRegistryFolder({ supervisor }: CommandContext): Promise<void> {
	const { sessionsFolder } = await supervisor.openRegistry();
	// A desktop window shows its own machine's folders; a remote one opens the remote folder in a window.
	if (env.remoteName === undefined && env.uiKind === UIKind.Desktop) await env.openExternal(Uri.file(sessionsFolder));
	else await commands.executeCommand('vscode.openFolder', Uri.file(sessionsFolder), { forceNewWindow: true });
}
