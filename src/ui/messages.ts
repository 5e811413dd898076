/** Every word the code says to a person, in one place and translatable. Words of the manifest are in package.nls.json. */
import { l10n } from 'vscode';
import type { DecommissionPreview } from '../sessions/actions/decommission.ts';
import type { KillPreview } from '../sessions/actions/kill.ts';
import type { Receipt } from '../sessions/actions/receipt.ts';
import type { Refusal } from '../sessions/outcome.ts';
import type { Activity, Exit, Session, TransportHealth } from '../sessions/session.ts';

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
		default:
			return l10n.t('Stopped');
	}
}

function exitWord(exit: Exit): string {
	return 'signal' in exit ? l10n.t('by signal {0}', exit.signal) : l10n.t('exit status {0}', exit.status);
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

/** What a person reads when an action was not carried out: what is wrong and what to do. */
export function refusalText(refusal: Refusal): string {
	switch (refusal.kind) {
		case 'gone':
			return l10n.t('That session has ended or was replaced by another one. Nothing was done.');
		case 'no-folder':
			return l10n.t('The folder {0} does not exist.', refusal.folder);
		case 'program-missing':
			return l10n.t('{0} was not found. Install it with “{1}”, or name its path in the settings.', refusal.program, refusal.install);
		case 'tmux-missing':
			return l10n.t('tmux is not installed. Shoal keeps sessions in it; the Sessions view says how to install it.');
		case 'tmux-too-old':
			return l10n.t('tmux {0} is too old: Shoal needs 3.0 or newer.', refusal.version);
		case 'ended-at-once':
			return l10n.t('The agent ended at once: {0}', refusal.output);
		case 'not-running':
			return l10n.t('That session is not running. Resume it first.');
		case 'not-stopped':
			return l10n.t('That session still runs. Stop or kill it first.');
		case 'elsewhere':
			return l10n.t('Another window is doing that already, or has done it.');
		case 'not-in-tmux':
			return l10n.t('This session runs in a plain terminal, not in tmux.');
		case 'parked':
			return l10n.t('It ended soon after each of the last automatic resumes, so it is left alone until you resume it.');
		case 'name-taken':
			return l10n.t('The name “{0}” is taken by another session.', refusal.name);
		case 'bad-name':
			return l10n.t('“{0}” can’t be a name: use letters, digits, “-” and “_”.', refusal.name);
		case 'issue-taken':
			return l10n.t('Another session already works on {0}.', refusal.issueId);
		case 'limit':
			return l10n.t('{0} sessions run already, which is the limit. Stop one first, or raise the limit in the settings.', refusal.limit);
		case 'not-a-repository':
			return l10n.t('{0} is in no git repository, so there can be no worktree of it.', refusal.folder);
		case 'bad-branch':
			return l10n.t('“{0}” can’t be the name of a git branch.', refusal.branch);
		case 'blocked':
			return refusal.question
				? l10n.t('The agent waits at a dialog: “{0}” Answer it first. Nothing was sent.', refusal.question)
				: l10n.t('The agent waits at a dialog. Answer it first. Nothing was sent.');
		case 'changed':
			return l10n.t('The dialog is not the same any more. Nothing was answered.');
		case 'not-offered':
			return l10n.t('That is not offered here. Nothing was done.');
		case 'nothing-to-interrupt':
			return l10n.t('The agent is not working, so there is nothing to interrupt.');
		case 'newer-turn':
			return l10n.t('The agent has begun something newer, which was not interrupted.');
		case 'empty-text':
			return l10n.t('There is nothing to send.');
		case 'too-long':
			return l10n.t('That is too long: at most {0}. Put it into a file and send its path.', refusal.limit.toLocaleString());
		case 'queue-full':
			return l10n.t('{0} prompts wait for this session already.', refusal.waiting);
		case 'timed-out':
			return l10n.t('It waited {0} seconds for its turn. Nothing was sent.', Math.round(refusal.waitedMs / 1000));
		case 'survivors':
			return l10n.t('These processes could not be ended: {0}.', refusal.processes.map(({ name, pid }) => `${name} (${pid})`).join(', '));
		case 'not-ours':
			return l10n.t('{0} was not removed: it is not as Shoal made it ({1}).', refusal.path, refusal.why);
		case 'would-lose':
			return l10n.t(
				'Work would be lost: {0} changed, {1} new and {2} ignored files. Nothing was removed.',
				refusal.uncommitted,
				refusal.untracked,
				refusal.ignored,
			);
		case 'no-conversation':
			return l10n.t('It has no conversation yet that could be continued.');
		case 'failed':
			return l10n.t('That did not work: {0}', refusal.message);
	}
}

/** What became of a prompt, in words: never just "sent". */
export function receiptWord(name: string, receipt: Receipt): string {
	switch (receipt.kind) {
		case 'submitted':
			return l10n.t('“{0}” has the prompt.', name);
		case 'queued':
			return l10n.t('“{0}” works; the prompt waits in its queue.', name);
		case 'not-submitted':
			return l10n.t('The prompt stands in the box of “{0}”, not submitted.', name);
		case 'unverified':
			return l10n.t('The prompt was typed into “{0}”; nothing confirms that it arrived.', name);
	}
}

/** A few by name, the rest by number. */
function summary(names: readonly string[]): string {
	const shown = names.slice(0, SUMMARY_LIMIT).join(', ');
	return names.length > SUMMARY_LIMIT ? l10n.t('{0} and {1} more', shown, names.length - SUMMARY_LIMIT) : shown;
}

const SUMMARY_LIMIT = 6;

/** How many sessions run, what they do, and how many of them are in this workspace. */
export interface Counts {
	readonly live: number;
	readonly working: number;
	readonly waiting: number;
	readonly here: number;
}

export const words = {
	needsYou: () => l10n.t('Needs You'),
	thisWorkspace: () => l10n.t('This Workspace'),
	elsewhere: () => l10n.t('Elsewhere'),
	stopped: () => l10n.t('Stopped'),
	logName: () => 'Shoal',
	kill: () => l10n.t('Kill'),
	killQuestion: (names: readonly string[]) =>
		names.length === 1 ? l10n.t('Kill the session “{0}”?', names[0] ?? '') : l10n.t('Kill {0} sessions?', names.length),
	killDetail: (name: string, preview: KillPreview | undefined) => {
		const running = preview?.processes.map((process) => process.name) ?? [];
		const work = preview?.unsavedWork;
		const unsaved = work && work.uncommitted.length + work.untracked.length;
		return [
			running.length > 0 ? l10n.t('{0}: ends {1}.', name, summary(running)) : l10n.t('{0}: ends.', name),
			unsaved ? l10n.t('Its folder has {0} files that are not committed; they stay.', unsaved) : '',
			preview && preview.otherClients > 0 ? l10n.t('Other terminals are attached: {0}.', preview.otherClients) : '',
		]
			.filter(Boolean)
			.join(' ');
	},
	renamePrompt: () => l10n.t('A name for the session; letters, digits, - and _'),
	renamedAs: (name: string) => l10n.t('Named “{0}”.', name),
	pausePrompt: () => l10n.t('Where did you leave off? The note is shown when the session is resumed.'),
	decommission: () => l10n.t('Remove'),
	decommissionQuestion: (name: string) => l10n.t('Remove what was made for “{0}”?', name),
	decommissionDetail: ({ worktree, branch, work, processes }: DecommissionPreview) =>
		[
			worktree ? l10n.t('The worktree {0} is removed.', worktree) : l10n.t('No worktree was made for it.'),
			branch && l10n.t('The branch {0} stays where it holds commits.', branch),
			work && work.uncommitted.length + work.untracked.length > 0
				? l10n.t('Lost for good: {0}.', summary([...work.uncommitted, ...work.untracked]))
				: '',
			processes.length > 0 ? l10n.t('Ends: {0}.', summary(processes.map(({ name }) => name))) : '',
		]
			.filter(Boolean)
			.join('\n'),
	branchKept: (branch: string) => l10n.t('The branch {0} was kept.', branch),
	nothingAsked: (name: string) => l10n.t('“{0}” asks nothing right now.', name),
	answered: (name: string) => l10n.t('Answered “{0}”.', name),
	answerUnverified: (name: string) => l10n.t('The answer was typed into “{0}”; it has not confirmed it yet.', name),
	byDefault: () => l10n.t('default'),
	answerInWords: () => l10n.t('Answer in Words…'),
	sendTo: (names: readonly string[]) =>
		names.length === 1 ? l10n.t('Send to {0}', names[0] ?? '') : l10n.t('Send to {0} sessions', names.length),
	sendPlaceholder: () => l10n.t('What should it do?'),
	sendThis: () => l10n.t('send'),
	sendWith: (name: string) => l10n.t('What should “{0}” do with it? (may stay empty)', name),
	noEditor: () => l10n.t('Open a file or select text first.'),
	untitled: () => l10n.t('From an untitled document'),
	interrupted: (name: string) => l10n.t('Interrupted “{0}”.', name),
	interruptUnverified: (name: string) => l10n.t('Esc was sent to “{0}”; it has not stopped yet.', name),
	notice: {
		open: () => l10n.t('Open'),
		snooze: () => l10n.t('Snooze Session'),
		approve: () => l10n.t('Approve'),
		reject: () => l10n.t('Reject'),
		answer: () => l10n.t('Answer…'),
		asks: (name: string, question: string) => l10n.t('{0}: {1}', name, question),
		failed: (name: string, why: string) => l10n.t('{0} failed: {1}', name, why),
		finished: (name: string, thought: string | undefined) =>
			thought ? l10n.t('{0} is done: {1}', name, thought) : l10n.t('{0} is done.', name),
	},
	recorded: (folder: string) =>
		l10n.t('Saved in {0}. Secrets that look like one are taken out; read it before you attach it to a report.', folder),
	outsideTmux: () => l10n.t('outside tmux'),
	elsewhereTerminal: (name: string) =>
		l10n.t('“{0}” runs in a terminal outside this window. It can be seen, not opened; it can be moved into tmux.', name),
	moveIntoTmux: () => l10n.t('Move into tmux'),
	moveQuestion: (name: string) => l10n.t('Move “{0}” into tmux?', name),
	moveDetail: () =>
		l10n.t(
			'The agent is ended in its terminal and continues the same conversation in a tmux session. What it does right now is interrupted.',
		),
	resumeCopied: () => l10n.t('Copied. Paste it into any terminal once the agent has ended there.'),
	pickAgent: () => l10n.t('Which agent?'),
	firstPrompt: () => l10n.t('What should it do first? (may stay empty)'),
	pickPlace: () => l10n.t('Where should it work?'),
	inFolder: () => l10n.t('In the Folder Itself'),
	inWorktree: () => l10n.t('In a New Git Worktree'),
	inWorktreeDetail: () => l10n.t('on a branch of its own'),
	missedAtStart: (names: readonly string[]) =>
		names.length === 1
			? l10n.t('The session “{0}” ended while no window was open. It can be resumed.', names[0] ?? '')
			: l10n.t('{0} sessions ended while no window was open: {1}. They can be resumed.', names.length, names.join(', ')),
	showSessions: () => l10n.t('Show Sessions'),
	problem: (path: string, message: string) => l10n.t('Shoal can’t use a file of its registry: {0} ({1})', message, path),
	openFolder: () => l10n.t('Open Registry Folder'),
	pickArchived: () => l10n.t('Choose a session to bring back'),
	archiveEmpty: () => l10n.t('The archive is empty.'),
	pickSession: () => l10n.t('Choose a session'),
	noSession: () => l10n.t('There is no session.'),
	pickFolder: () => l10n.t('Choose a folder for the agent'),
	noFolder: () => l10n.t('Open a folder first: an agent works in one.'),
	notTrusted: () => l10n.t('Shoal starts agents only in a trusted workspace.'),
	manageTrust: () => l10n.t('Manage Workspace Trust'),
	openSettings: () => l10n.t('Open Settings'),
	showLog: () => l10n.t('Show Log'),
	spawning: (agent: string) => l10n.t('Starting {0}…', agent),
	detachedAll: (count: number) => (count === 1 ? l10n.t('Detached 1 terminal.') : l10n.t('Detached {0} terminals.', count)),
	attachCopied: () => l10n.t('Copied. Paste it into any terminal.'),
	statusName: () => l10n.t('Shoal Sessions'),
	statusText: ({ live, working, waiting }: Counts) => l10n.t('{0} sessions: {1} in progress, {2} waiting for you', live, working, waiting),
	statusTooltip: ({ live, working, waiting, here }: Counts) =>
		l10n.t('{0} sessions, {1} in this workspace: {2} in progress, {3} waiting for you. Click to show them.', live, here, working, waiting),
	badge: (waiting: number) => (waiting === 1 ? l10n.t('1 session needs you') : l10n.t('{0} sessions need you', waiting)),
	activationFailed: (message: string) => l10n.t('Shoal could not start: {0}', message),
	terminalEnded: (name: string) => l10n.t('The session “{0}” has ended. Press Enter to close this tab.', name),
	terminalDetached: (name: string) => l10n.t('Detached; “{0}” lives on. Press Enter to attach again.', name),
	terminalServerGone: () => l10n.t('The tmux server has ended, and its sessions with it. Press Enter to try again.'),
	terminalFailed: (message: string) => l10n.t('The terminal could not attach: {0}. Press Enter to try again.', message),
	why: {
		gone: () => l10n.t('That session is gone.'),
		because: () => l10n.t('Because:'),
		against: () => l10n.t('What spoke against it:'),
		asks: () => l10n.t('It asks:'),
		byDefault: () => l10n.t('(what Enter takes)'),
		also: () => l10n.t('What else is known:'),
		age: (seconds: number) => l10n.t('{0} s ago', seconds),
	},
	nobodyNeedsYou: () => l10n.t('No session needs you.'),
	label: {
		state: () => l10n.t('State'),
		why: () => l10n.t('Because'),
		asks: () => l10n.t('Asks'),
		objective: () => l10n.t('Working on'),
		usage: () => l10n.t('Context'),
		delegations: () => l10n.t('Sub-agents'),
		thought: () => l10n.t('Thought'),
		folder: () => l10n.t('Folder'),
		program: () => l10n.t('Program'),
		terminals: () => l10n.t('Terminals'),
		health: () => l10n.t('Connection'),
		tab: () => l10n.t('Tab'),
	},
};
