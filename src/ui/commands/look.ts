/** Commands that show sessions: in a terminal, in a list, one after the other. */
import { env } from 'vscode';
import { needsUser } from '../../sessions/attention.ts';
import type { Session } from '../../sessions/session.ts';
import { sessionOf } from '../sessionPick.ts';
import { showSwitcher } from '../switcher.ts';
import { lifeWords } from '../words/life.ts';
import { viewWords } from '../words/view.ts';
import { type CommandContext, mention, tellIfRefused, valueOrTell } from './context.ts';
import { revealTerminal } from './native.ts';
import { resume } from './resume.ts';

/** What a click on a row does. It never starts anything: what is stopped is only selected. */
export async function openSelected(context: CommandContext): Promise<void> {
	const { view } = context;
	const session = sessionOf(await view.selection(), context.supervisor.sessions);
	if (session) await bringToFront(session, context);
}

async function bringToFront(session: Session, { terminals }: CommandContext): Promise<void> {
	if (session.host.kind === 'tmux') await terminals.open(session);
	if (session.host.kind === 'native' && !(await revealTerminal(session))) mention(lifeWords.elsewhereTerminal(session.name));
}

/** The list of all sessions by attention; what is chosen is opened, or resumed where it is stopped. */
export function showAll(context: CommandContext): void {
	const { supervisor, unseen } = context;
	showSwitcher({
		list: supervisor.sessions,
		isUnseen: (id) => unseen.has(id),
		onDidChoose: (session) => void (session.host.kind === 'none' ? resume([session], context) : bringToFront(session, context)),
	});
}

/** Goes round the sessions that wait for the user, the longest waiting first. */
export async function nextNeedsMe({ supervisor, terminals }: CommandContext): Promise<void> {
	const waiting = supervisor.sessions.all.filter(needsUser).sort((a, b) => a.activitySince - b.activitySince);
	const current = waiting.findIndex(({ id }) => terminals.isActive(id));
	const next = waiting[(current + 1) % waiting.length];
	if (next) await terminals.open(next);
	else mention(viewWords.nobodyNeedsYou());
}

export async function detachAll(session: Session, { supervisor }: CommandContext): Promise<void> {
	const outcome = await supervisor.actions.detachAll(session.id);
	if (outcome.kind === 'done') mention(lifeWords.detachedAll(outcome.value));
	else await tellIfRefused(outcome);
}

export async function copyAttachCommand(session: Session, { supervisor }: CommandContext): Promise<void> {
	const line = await valueOrTell(await supervisor.actions.attachLine(session.id));
	if (line === undefined) return;
	await env.clipboard.writeText(line);
	mention(lifeWords.attachCopied());
}
