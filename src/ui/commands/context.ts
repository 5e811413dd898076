/** What every command has at hand, and how it finds the sessions it is about and tells what became of it. */

import { type LogOutputChannel, window } from 'vscode';
import type { Outcome } from '../../sessions/outcome.ts';
import type { Session } from '../../sessions/session.ts';
import type { Supervisor } from '../../sessions/supervisor.ts';
import type { DecisionPanel } from '../decision/decisionPanel.ts';
import type { DetailsPanels } from '../details/detailsPanels.ts';
import type { Memory } from '../memory.ts';
import { pickSession, sessionOf } from '../sessionPick.ts';
import { tellRefusal } from '../tellRefusal.ts';
import type { SessionTerminals } from '../terminal/terminals.ts';
import type { SessionsView } from '../tree/sessionsView.ts';
import type { Unseen } from '../unseen.ts';

export interface CommandContext {
	readonly supervisor: Supervisor;
	readonly terminals: SessionTerminals;
	readonly view: SessionsView;
	readonly decisions: DecisionPanel;
	readonly details: DetailsPanels;
	/** Whose finished turn nobody has looked at. */
	readonly unseen: Unseen;
	/** Kept for this workspace: what was typed before. */
	readonly memory: Memory;
	readonly log: LogOutputChannel;
	readonly logFolder: string;
	readonly extensionVersion: string;
}

export type Handler = (context: CommandContext, ...args: unknown[]) => Promise<unknown> | unknown;

type SessionAction = (session: Session, context: CommandContext) => Promise<unknown> | unknown;
type Accepts = (session: Session) => boolean;

/** Runs on the row that was clicked, or on a session picked from a list when called from the palette. */
export function onSession(action: SessionAction, accepts?: Accepts): Handler {
	return async (context, target) => {
		const { sessions } = context.supervisor;
		const session = sessionOf(target, sessions) ?? (target === undefined ? await pickSession(sessions, accepts) : undefined);
		if (session) return action(session, context);
		if (target !== undefined) await tellRefusal({ kind: 'gone' });
		return undefined;
	};
}

/** Runs on all selected rows where the clicked one is among them, else on the one. */
export function onSessions(
	action: (sessions: readonly Session[], context: CommandContext) => Promise<unknown>,
	accepts?: Accepts,
): Handler {
	return async (context, target, selected) => {
		const list = context.supervisor.sessions;
		const many = Array.isArray(selected) ? selected.flatMap((node: unknown) => sessionOf(node, list) ?? []) : [];
		if (many.length > 1) return action(many, context);
		return onSession((session) => action([session], context), accepts)(context, target);
	};
}

/** The value where it was done; undefined after the user was told why it was not. */
export async function valueOrTell<T>(outcome: Outcome<T>): Promise<T | undefined> {
	if (outcome.kind === 'done') return outcome.value;
	await tellRefusal(outcome.refusal);
	return undefined;
}

export async function tellIfRefused(outcome: Outcome<unknown>): Promise<void> {
	if (outcome.kind === 'refused') await tellRefusal(outcome.refusal);
}

/** Long enough to read one short sentence. */
const STATUS_MESSAGE_MS = 4000;

export function mention(text: string): void {
	window.setStatusBarMessage(text, STATUS_MESSAGE_MS);
}
