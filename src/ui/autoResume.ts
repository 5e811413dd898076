/** What is done about sessions that ran when the last window closed and are gone now: told of, offered, or resumed. Once, in one window. */
import { commands, window, workspace } from 'vscode';
import { type Disposable, DisposableList } from '../base/disposable.ts';
import type { CommandContext } from './commands/context.ts';
import { resumeByPlan, resumeMany } from './commands/resume.ts';
import { isTicked } from './resumePlan.ts';
import { settings } from './settings.ts';
import { resumeWords } from './words/resume.ts';
import { viewWords } from './words/view.ts';

export type AutoResume = 'off' | 'ask' | 'on';

/** All sessions that a reboot took are found within moments of each other: one message tells of all. */
const GATHER_MS = 1000;

export function resumeAtStart(context: CommandContext): Disposable {
	const parts = new DisposableList();
	const missed: string[] = [];
	let timer: NodeJS.Timeout | undefined;
	parts.add({ dispose: () => clearTimeout(timer) });
	parts.add(
		context.supervisor.onDidMissAtStart(({ id }) => {
			missed.push(id);
			timer ??= setTimeout(() => {
				timer = undefined;
				void handleMissed(missed.splice(0), context);
			}, GATHER_MS);
		}),
	);
	return parts;
}

async function handleMissed(ids: readonly string[], context: CommandContext): Promise<void> {
	const { sessions, actions } = context.supervisor;
	const names = sessions.all.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
	const outcome = await actions.resumePlan();
	const plan = outcome.kind === 'done' ? outcome.value.filter(({ id }) => ids.includes(id)) : [];
	// Agents run commands: in a workspace that is not trusted nothing is started, and nothing offered.
	const mode = workspace.isTrusted ? settings.autoResume() : 'off';
	if (mode === 'on' && plan.some(isTicked)) {
		await resumeMany(
			plan.filter(isTicked).map(({ id }) => id),
			'auto',
			{ plan, context },
		);
		const left = plan.filter((entry) => !isTicked(entry));
		if (left.length > 0)
			void window.showWarningMessage(left.map((entry) => resumeWords.notResumed(entry.name, resumeWords.why(entry))).join(' '));
	} else if (mode === 'ask' && plan.length > 0) await resumeByPlan(plan, context);
	else await tell(names, async () => resumeByPlan(plan, context), workspace.isTrusted && plan.length > 0);
}

async function tell(names: readonly string[], resume: () => Promise<void>, offersResume: boolean): Promise<void> {
	const buttons = [...(offersResume ? [resumeWords.resume()] : []), viewWords.showSessions()];
	const choice = await window.showInformationMessage(resumeWords.missed(names), ...buttons);
	if (choice === resumeWords.resume()) await resume();
	if (choice === viewWords.showSessions()) await commands.executeCommand('shoal.sessions.focus');
}
