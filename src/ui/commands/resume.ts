/** Commands that bring stopped sessions back: one, several, or by a plan. */
import { ProgressLocation, window } from 'vscode';
import type { ResumePlanEntry } from '../../sessions/actions/resumePlan.ts';
import type { Session, SessionId } from '../../sessions/session.ts';
import { pickFromPlan } from '../resumePlan.ts';
import { refusalText } from '../words/outcome.ts';
import { resumeWords } from '../words/resume.ts';
import { type CommandContext, mention, valueOrTell } from './context.ts';

export async function resume(sessions: readonly Session[], context: CommandContext): Promise<void> {
	const { supervisor, terminals } = context;
	for (const { id, name, pauseNote } of sessions) {
		const resumed = await valueOrTell(await supervisor.actions.resume(id));
		if (!resumed) continue;
		const session = supervisor.sessions.get(resumed);
		// Many at once are not all put in front of the user.
		if (session) await terminals.open(session, { inBackground: sessions.length > 1 });
		await tellNote({ id, name, pauseNote }, context);
	}
}

/** Shows what would be resumed and what not, and resumes what stays ticked. */
export async function resumeAll(context: CommandContext): Promise<void> {
	const plan = await valueOrTell(await context.supervisor.actions.resumePlan());
	if (plan?.length === 0) await window.showInformationMessage(resumeWords.nothing());
	else if (plan) await resumeByPlan(plan, context);
}

export async function resumeByPlan(plan: readonly ResumePlanEntry[], context: CommandContext): Promise<void> {
	const ids = await pickFromPlan(plan);
	if (ids) await resumeMany(ids, 'user', { plan, context });
}

/** Resumes them in the background and tells of all of them at once; each that failed says why. */
export async function resumeMany(
	ids: readonly SessionId[],
	by: 'user' | 'auto',
	{ plan, context }: { readonly plan: readonly ResumePlanEntry[]; readonly context: CommandContext },
): Promise<void> {
	const progress = { location: ProgressLocation.Window, title: resumeWords.resuming(ids.length) };
	const results = await window.withProgress(progress, () => context.supervisor.actions.resumeAll(ids, { by }));
	const resumed: ResumePlanEntry[] = [];
	const failed: string[] = [];
	for (const entry of plan) {
		const outcome = results.get(entry.id);
		if (outcome?.kind === 'done') resumed.push(entry);
		// Another window that had the same thought is no failure.
		else if (outcome && outcome.refusal.kind !== 'elsewhere') failed.push(resumeWords.notResumed(entry.name, refusalText(outcome.refusal)));
	}
	if (resumed.length > 0) mention(resumeWords.resumed(resumed.map(({ name }) => name)));
	for (const entry of resumed) {
		const session = context.supervisor.sessions.get(entry.id);
		// A tab that showed its end shows its new beginning; nothing else is put in front of the user.
		if (session && context.terminals.isOpen(entry.id)) await context.terminals.open(session, { inBackground: true });
		await tellNote(entry, context);
	}
	if (failed.length > 0) await window.showWarningMessage(failed.join(' '));
}

/** Whoever goes on is told once where they left off. */
async function tellNote(
	{ id, name, pauseNote }: Pick<Session, 'id' | 'name'> & { readonly pauseNote?: string | undefined },
	{ supervisor }: CommandContext,
): Promise<void> {
	if (pauseNote === undefined) return;
	await supervisor.actions.unpause(id);
	void window.showInformationMessage(resumeWords.leftOff(name, pauseNote));
}
