/** The commands of the manifest as one table: id to handler. Each stays thin: ask, act through the supervisor, tell. */
import { commands } from 'vscode';
import { type Disposable, DisposableList } from '../../base/disposable.ts';
import { isRunning, needsUser } from '../../sessions/attention.ts';
import { answerShownEdit, showDecision } from '../decision/commands.ts';
import { showWhy } from '../whyState.ts';
import { type CommandContext, type Handler, onSession, onSessions } from './context.ts';
import {
	archive,
	decommission,
	deleteArchived,
	duplicate,
	kill,
	openRegistryFolder,
	pause,
	rename,
	restart,
	restore,
	stop,
} from './life.ts';
import { copyAttachCommand, detachAll, nextNeedsMe, openSelected, showAll } from './look.ts';
import { copyResumeCommand, moveIntoTmux, reveal } from './native.ts';
import { setOverrides } from './overrides.ts';
import { reportProblem } from './reportProblem.ts';
import { resume, resumeAll } from './resume.ts';
import { broadcast, send, sendFromEditor, sendWhenIdle } from './send.ts';
import { spawnAgent, spawnClaude } from './spawn.ts';
import { answer, answerWith, interrupt } from './talk.ts';
import { thisIsWrong } from './thisIsWrong.ts';
import { filterSessions } from './view.ts';

const isNative = ({ host }: Parameters<typeof isRunning>[0]) => host.kind === 'native';
/** An agent that Shoal can start again. */
const isOurs = ({ host, agent }: Parameters<typeof isRunning>[0]) => host.kind !== 'native' && agent !== 'other';
const isStopped = (session: Parameters<typeof isRunning>[0]) => !isRunning(session);

export const commandTable: Readonly<Record<string, Handler>> = {
	'shoal.spawnClaude': spawnClaude,
	'shoal.spawnAgent': spawnAgent,
	'shoal.open': onSession((session, { terminals }) => terminals.open(session), isRunning),
	'shoal.openSelected': openSelected,
	'shoal.openBeside': onSession((session, { terminals }) => terminals.open(session, { place: 'beside' }), isRunning),
	'shoal.showAll': showAll,
	'shoal.nextNeedsMe': nextNeedsMe,
	'shoal.approve': onSession((session, context) => answerWith(session, { kind: 'approve' }, context), needsUser),
	'shoal.reject': onSession((session, context) => answerWith(session, { kind: 'reject' }, context), needsUser),
	'shoal.answer': onSession(answer, needsUser),
	'shoal.send': onSessions(send, isRunning),
	'shoal.sendWhenIdle': onSessions(sendWhenIdle, isRunning),
	'shoal.broadcast': broadcast,
	'shoal.sendFromEditor': onSession(sendFromEditor, isRunning),
	'shoal.interrupt': onSession(interrupt, isRunning),
	'shoal.stop': onSessions(stop, isRunning),
	'shoal.restart': onSession(restart),
	'shoal.resume': onSessions(resume, isStopped),
	'shoal.resumeAll': resumeAll,
	'shoal.setOverrides': onSession(setOverrides, isOurs),
	'shoal.rename': onSession(rename),
	'shoal.duplicate': onSession(duplicate),
	'shoal.pause': onSession(pause),
	'shoal.archive': onSessions(archive, isStopped),
	'shoal.restore': restore,
	'shoal.deleteArchived': deleteArchived,
	'shoal.decommission': onSession(decommission),
	'shoal.kill': onSessions(kill, isRunning),
	'shoal.detach': onSession((session, { terminals }) => terminals.close(session.id)),
	'shoal.detachAll': onSession(detachAll),
	'shoal.copyAttachCommand': onSession(copyAttachCommand, isRunning),
	'shoal.reveal': onSession(reveal, isNative),
	'shoal.copyResumeCommand': onSession(copyResumeCommand),
	'shoal.moveIntoTmux': onSession(moveIntoTmux, isNative),
	'shoal.showDecision': showDecision,
	'shoal.approveEdit': answerShownEdit('approve'),
	'shoal.rejectEdit': answerShownEdit('reject'),
	'shoal.showDetails': onSession((session, { details }) => details.show(session)),
	'shoal.whyThisState': onSession((session) => showWhy(session)),
	'shoal.thisIsWrong': onSession(thisIsWrong, isRunning),
	'shoal.viewByAttention': ({ view }) => view.setMode('attention'),
	'shoal.viewByFolder': ({ view }) => view.setMode('folder'),
	'shoal.viewByAgent': ({ view }) => view.setMode('agent'),
	'shoal.filter': filterSessions,
	'shoal.clearFilter': ({ view }) => view.setFilter(''),
	'shoal.refresh': ({ supervisor }) => supervisor.refresh(),
	'shoal.showLog': ({ log }) => log.show(),
	'shoal.openRegistryFolder': openRegistryFolder,
	'shoal.reportProblem': reportProblem,
};

/** What the keys of the Sessions view pass, since VS Code hands them no row. */
const BY_KEY = 'focused';

export function registerCommands(context: CommandContext): Disposable {
	const registered = new DisposableList();
	for (const [id, handler] of Object.entries(commandTable)) {
		const byKey = async () => {
			const rows = await context.view.focused();
			// A key on the heading of a group is meant for nobody.
			return rows.length > 0 ? handler(context, ...rows) : undefined;
		};
		registered.add(commands.registerCommand(id, (...args: unknown[]) => (args[0] === BY_KEY ? byKey() : handler(context, ...args))));
	}
	return registered;
}
