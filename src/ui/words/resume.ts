/** What is said where sessions are resumed. */
import { l10n } from 'vscode';
import type { ResumePlanEntry } from '../../sessions/actions/resumePlan.ts';

export const resumeWords = {
	title: () => l10n.t('Resume Sessions'),
	pick: () => l10n.t('Ticked sessions continue where they were'),
	resumable: () => l10n.t('can be resumed'),
	lookFirst: () => l10n.t('better looked at first'),
	notResumable: () => l10n.t('can’t be resumed'),
	nothing: () => l10n.t('There is no stopped agent session.'),
	/** Why an entry of the plan is not simply resumed; empty where it is. */
	why: ({ kind, pauseNote }: ResumePlanEntry) => {
		switch (kind) {
			case 'resumable':
				return pauseNote === undefined ? '' : l10n.t('paused: {0}', pauseNote);
			case 'folder-gone':
				return l10n.t('its folder is gone');
			case 'program-missing':
				return l10n.t('its agent is not installed');
			case 'parked':
				return l10n.t('ended soon after each of the last automatic resumes');
		}
	},
	resuming: (count: number) => (count === 1 ? l10n.t('Resuming 1 session…') : l10n.t('Resuming {0} sessions…', count)),
	resumed: (names: readonly string[]) =>
		names.length === 1 ? l10n.t('Resumed “{0}”.', names[0] ?? '') : l10n.t('Resumed {0} sessions: {1}.', names.length, names.join(', ')),
	notResumed: (name: string, why: string) => l10n.t('“{0}” was not resumed: {1}', name, why),
	leftOff: (name: string, note: string) => l10n.t('“{0}” goes on. You noted: {1}', name, note),
	missed: (names: readonly string[]) =>
		names.length === 1
			? l10n.t('The session “{0}” ended while no window was open.', names[0] ?? '')
			: l10n.t('{0} sessions ended while no window was open: {1}.', names.length, names.join(', ')),
	resume: () => l10n.t('Resume…'),
};
