/** What a session does and how it is, in words. */
import { l10n } from 'vscode';
import type { Activity, Exit, Session, TransportHealth } from '../../sessions/session.ts';

export function activityWord(session: Session): string {
	if (session.lifecycle === 'stopped') return stoppedWord(session);
	if (session.lifecycle === 'starting') return l10n.t('Starting');
	if (session.lifecycle === 'errored') return l10n.t('Failed to Start');
	const words: Record<Activity, string> = {
		working: l10n.t('In Progress'),
		idle: l10n.t('Idle'),
		needsApproval: l10n.t('Needs Approval'),
		needsAnswer: l10n.t('Needs Input'),
		failed: l10n.t('Failed'),
		retrying: l10n.t('Retrying'),
		startDialog: l10n.t('Waits at Start'),
		unknown: l10n.t('Unknown'),
	};
	return words[session.activity];
}

function stoppedWord({ exit, stopCause }: Session): string {
	if (exit) return l10n.t('Stopped ({0})', exitWord(exit));
	switch (stopCause) {
		case 'startup_missing_tmux':
			return l10n.t('Stopped (gone when Shoal started)');
		case 'server_gone':
			return l10n.t('Stopped (tmux ended)');
		case 'stopped':
			return l10n.t('Stopped (by you)');
		case 'ended':
			return l10n.t('Stopped (it ended)');
		default:
			return l10n.t('Stopped');
	}
}

function exitWord(exit: Exit): string {
	return 'signal' in exit ? l10n.t('by signal {0}', exit.signal) : l10n.t('exit status {0}', exit.status);
}

/** How long it has waited, where that is worth a word. */
export function restWord({ rest, lifecycle }: Session): string | undefined {
	if (lifecycle !== 'live') return undefined;
	switch (rest) {
		case 'active':
		case 'drowsy':
			return undefined;
		case 'sleeping':
			return l10n.t('waiting for some time');
		case 'deepSleep':
			return l10n.t('waiting for long');
	}
}

export function healthWord(health: TransportHealth): string {
	const words: Record<TransportHealth, string> = {
		healthy: l10n.t('tmux answers'),
		degraded: l10n.t('tmux answers slowly'),
		overloaded: l10n.t('more output than can be shown'),
		disconnected: l10n.t('tmux can’t be asked right now; this is the last known state'),
	};
	return words[health];
}

/** The agents' own words, in every approval of a command. */
const GENERIC_QUESTION = /^(?:do you want to proceed|would you like to run the following command|allow this)/i;

/** What is asked, in a few words: the command or the question itself says more than "Do you want to proceed?". */
export function askedWord({ kind, tool, command, question }: NonNullable<Session['decision']>): string {
	switch (kind) {
		case 'approval':
			// A question that names a file says it best; where it is always the same, the command does.
			return GENERIC_QUESTION.test(question) ? allow(command?.replaceAll(/\s+/g, ' ') ?? tool ?? question) : question;
		case 'plan':
			return l10n.t('Approve the plan?');
		case 'question':
		case 'menu':
		case 'start':
			return question;
	}
}

/** What is a question already is left as it is. */
function allow(what: string): string {
	return what.endsWith('?') ? what : l10n.t('Allow {0}?', what);
}

export function usageWord({ contextTokens, contextLimit, percent, model, costUsd }: NonNullable<Session['usage']>): string {
	const tokens = l10n.t('{0} of {1} tokens ({2} %)', contextTokens.toLocaleString(), contextLimit.toLocaleString(), Math.round(percent));
	return [tokens, model, costUsd !== undefined && `$${costUsd.toFixed(2)}`].filter(Boolean).join(' · ');
}

export function confidenceWord(confidence: Session['evidence']['confidence']): string {
	switch (confidence) {
		case 'certain':
			return l10n.t('certain');
		case 'likely':
			return l10n.t('likely');
		case 'none':
			return l10n.t('no proof');
	}
}

/** How well the tab of this window keeps up. */
export function tabHealthWord(health: TransportHealth): string {
	const words: Record<TransportHealth, string> = {
		healthy: l10n.t('keeps up'),
		degraded: l10n.t('slow'),
		overloaded: l10n.t('more output or input than it can take'),
		disconnected: l10n.t('detached'),
	};
	return words[health];
}

export function clientsWord(count: number): string {
	if (count === 0) return l10n.t('no terminal attached');
	return count === 1 ? l10n.t('1 terminal attached') : l10n.t('{0} terminals attached', count);
}
