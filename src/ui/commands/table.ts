/** The commands of the manifest as one table: id to handler. Each stays thin: ask, act through the supervisor, tell. */
import { commands, env, type LogOutputChannel, UIKind, Uri, window } from 'vscode';
import { type Disposable, DisposableList } from '../base/disposable.ts';
import { needsUser } from '../sessions/attention.ts';
import type { Outcome } from '../sessions/outcome.ts';
import type { Session } from '../sessions/session.ts';
import type { Supervisor } from '../sessions/supervisor.ts';
import { words } from './messages.ts';
import { reportProblem } from './reportProblem.ts';
import { pickArchived, pickSession, sessionOf } from './sessionPick.ts';
import { spawnClaude } from './spawnFlow.ts';
import { tellRefusal } from './tellRefusal.ts';
import type { SessionTerminals } from './terminals.ts';
import { showWhy } from './whyState.ts';

export interface CommandContext {
	readonly supervisor: Supervisor;
	readonly terminals: SessionTerminals;
	/** The row that is selected in the Sessions view. */
	readonly selection: () => Promise<unknown>;
	readonly log: LogOutputChannel;
	readonly logFolder: string;
	readonly extensionVersion: string;
}

type Handler = (context: CommandContext, ...args: unknown[]) => Promise<unknown> | unknown;

export const commandTable: Readonly<Record<string, Handler>> = {
	'shoal.spawnClaude': (context, target) => spawnClaude(context, target),
	'shoal.open': onSession((session, { terminals }) => terminals.open(session)),
	'shoal.openSelected': openSelected,
	'shoal.openBeside': onSession((session, { terminals }) => terminals.open(session, { place: 'beside' })),
	'shoal.whyThisState': onSession((session) => showWhy(session)),
	'shoal.showAll': showAll,
	'shoal.nextNeedsMe': nextNeedsMe,
	'shoal.resume': onSession(resume),
	'shoal.archive': onSession(async (session, { supervisor }) => tellIfRefused(await supervisor.actions.archive(session.id))),
	'shoal.restore': restore,
	'shoal.kill': onSession(kill),
	'shoal.detach': onSession((session, { terminals }) => terminals.close(session.id)),
	'shoal.detachAll': onSession(detachAll),
	'shoal.copyAttachCommand': onSession(copyAttachCommand),
	'shoal.refresh': ({ supervisor }) => supervisor.refresh(),
	'shoal.showLog': ({ log }) => log.show(),
	'shoal.openRegistryFolder': openRegistryFolder,
	'shoal.reportProblem': reportProblem,
};

export function registerCommands(context: CommandContext): Disposable {
	const registered = new DisposableList();
	for (const [id, handler] of Object.entries(commandTable)) {
		registered.add(commands.registerCommand(id, (...args: unknown[]) => handler(context, ...args)));
	}
	return registered;
}

/** Runs on the row that was clicked, or on a session picked from a list when called from the palette. */
function onSession(action: (session: Session, context: CommandContext) => Promise<unknown> | unknown): Handler {
	return async (context, target) => {
		const session =
			sessionOf(target, context.supervisor.sessions) ?? (target === undefined ? await pickSession(context.supervisor.sessions) : undefined);
		if (session) return action(session, context);
		if (target !== undefined) await tellRefusal({ kind: 'gone' });
		return undefined;
	};
}

/** What a click on a row does. It never starts anything: what is stopped is only selected. */
async function openSelected({ terminals, supervisor, selection }: CommandContext): Promise<void> {
	const session = sessionOf(await selection(), supervisor.sessions);
	if (session?.host.kind === 'tmux') await terminals.open(session);
}

async function kill(session: Session, { supervisor }: CommandContext): Promise<void> {
	const options = { modal: true, detail: words.killDetail(session) };
	const answer = await window.showWarningMessage(words.killQuestion(session.name), options, words.kill());
	if (answer === words.kill()) await tellIfRefused(await supervisor.actions.kill(session.id));
}

/** The list of all sessions by attention; what is chosen is opened, or resumed where it is stopped. */
async function showAll(context: CommandContext): Promise<void> {
	const session = await pickSession(context.supervisor.sessions);
	if (session) await (session.host.kind === 'none' ? resume(session, context) : context.terminals.open(session));
}

/** Goes round the sessions that wait for the user, the longest waiting first. */
async function nextNeedsMe({ supervisor, terminals }: CommandContext): Promise<void> {
	const waiting = supervisor.sessions.all.filter(needsUser).sort((a, b) => a.activitySince - b.activitySince);
	if (waiting.length === 0) {
		window.setStatusBarMessage(words.nobodyNeedsYou(), STATUS_MESSAGE_MS);
		return;
	}
	const current = waiting.findIndex(({ id }) => terminals.isActive(id));
	const next = waiting[(current + 1) % waiting.length];
	if (next) await terminals.open(next);
}

async function resume(session: Session, { supervisor, terminals }: CommandContext): Promise<void> {
	const outcome = await supervisor.actions.resume(session.id);
	if (outcome.kind === 'refused') return tellRefusal(outcome.refusal);
	const resumed = supervisor.sessions.get(outcome.value);
	if (resumed) await terminals.open(resumed);
}

async function restore({ supervisor }: CommandContext): Promise<void> {
	const id = await pickArchived(supervisor);
	if (id) await tellIfRefused(await supervisor.actions.restore(id));
}

async function openRegistryFolder({ supervisor }: CommandContext): Promise<void> {
	const { sessionsFolder } = await supervisor.openRegistry();
	// A desktop window shows its own machine's folders; a remote one opens the remote folder in a window.
	if (env.remoteName === undefined && env.uiKind === UIKind.Desktop) await env.openExternal(Uri.file(sessionsFolder));
	else await commands.executeCommand('vscode.openFolder', Uri.file(sessionsFolder), { forceNewWindow: true });
}

async function detachAll(session: Session, { supervisor }: CommandContext): Promise<void> {
	const outcome = await supervisor.actions.detachAll(session.id);
	if (outcome.kind === 'done') window.setStatusBarMessage(words.detachedAll(outcome.value), STATUS_MESSAGE_MS);
	else await tellRefusal(outcome.refusal);
}

async function copyAttachCommand(session: Session, { supervisor }: CommandContext): Promise<void> {
	const outcome = await supervisor.actions.attachLine(session.id);
	if (outcome.kind === 'refused') return tellRefusal(outcome.refusal);
	await env.clipboard.writeText(outcome.value);
	window.setStatusBarMessage(words.attachCopied(), STATUS_MESSAGE_MS);
}

/** Long enough to read one short sentence. */
const STATUS_MESSAGE_MS = 4000;

async function tellIfRefused(outcome: Outcome<unknown>): Promise<void> {
	if (outcome.kind === 'refused') await tellRefusal(outcome.refusal);
}
