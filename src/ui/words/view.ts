/** What the Sessions view, its rows, the status bar and the lists say. */
import { l10n } from 'vscode';
import type { Age } from '../tree/age.ts';

export function ageWord({ unit, count }: Age): string {
	switch (unit) {
		case 'minutes':
			return l10n.t('{0} min', count);
		case 'hours':
			return l10n.t('{0} h', count);
		case 'days':
			return l10n.t('{0} d', count);
	}
}

/** How many sessions run, what they do, and how many of them are in this workspace. */
export interface Counts {
	readonly live: number;
	readonly working: number;
	readonly waiting: number;
	readonly here: number;
}

export const viewWords = {
	/** A turn is over that nobody has looked at. */
	doneUnseen: () => l10n.t('Done'),
	uncommitted: () => l10n.t('not committed yet'),
	outsideTmux: () => l10n.t('outside tmux'),
	pickSession: () => l10n.t('Choose a session'),
	noSession: () => l10n.t('There is no session.'),
	nobodyNeedsYou: () => l10n.t('No session needs you.'),
	showSessions: () => l10n.t('Show Sessions'),
	statusName: () => l10n.t('Shoal Sessions'),
	statusText: ({ live, working, waiting }: Counts) => l10n.t('{0} sessions: {1} in progress, {2} waiting for you', live, working, waiting),
	statusTooltip: ({ live, working, waiting, here }: Counts) =>
		l10n.t('{0} sessions, {1} in this workspace: {2} in progress, {3} waiting for you. Click to show them.', live, here, working, waiting),
	badge: (waiting: number) => (waiting === 1 ? l10n.t('1 session needs you') : l10n.t('{0} sessions need you', waiting)),
	label: {
		state: () => l10n.t('State'),
		why: () => l10n.t('Because'),
		asks: () => l10n.t('Asks'),
		objective: () => l10n.t('Working on'),
		usage: () => l10n.t('Context'),
		delegations: () => l10n.t('Sub-agents'),
		thought: () => l10n.t('Thought'),
		pauseNote: () => l10n.t('Left off at'),
		folder: () => l10n.t('Folder'),
		branch: () => l10n.t('Branch'),
		program: () => l10n.t('Program'),
		terminals: () => l10n.t('Terminals'),
		health: () => l10n.t('Connection'),
		tab: () => l10n.t('Tab'),
	},
	link: {
		approve: () => l10n.t('Approve'),
		reject: () => l10n.t('Reject'),
		open: () => l10n.t('Open'),
		send: () => l10n.t('Send Prompt…'),
		interrupt: () => l10n.t('Interrupt'),
		answer: () => l10n.t('Answer…'),
		archive: () => l10n.t('Archive Session'),
		resume: () => l10n.t('Resume'),
		why: () => l10n.t('Why This State?'),
	},
};
