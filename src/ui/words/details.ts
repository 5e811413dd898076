/** What the page about one session says. */
import { l10n } from 'vscode';
import type { ChangedFile } from '../../sessions/folderChanges.ts';

export const detailsWords = {
	title: (name: string) => l10n.t('Details: {0}', name),
	gone: () => l10n.t('The session is gone'),
	since: (date: string) => l10n.t('since {0}', date),
	open: () => l10n.t('Open Terminal'),
	showQuestion: () => l10n.t('Show Question'),
	send: () => l10n.t('Send Prompt…'),
	interrupt: () => l10n.t('Interrupt'),
	stop: () => l10n.t('Stop'),
	resume: () => l10n.t('Resume'),
	why: () => l10n.t('Why This State?'),
	now: () => l10n.t('Now'),
	objective: () => l10n.t('Working on'),
	thought: () => l10n.t('Last thought'),
	asks: () => l10n.t('Asks'),
	because: () => l10n.t('Because'),
	evidence: (source: string, confidence: string, ago: string) => l10n.t('{0}, {1}, {2}', source, confidence, ago),
	against: (observation: string) => l10n.t('Against it: {0}', observation),
	delegations: () => l10n.t('Sub-agents'),
	paused: () => l10n.t('Paused'),
	issue: () => l10n.t('Issue'),
	overrides: () => l10n.t('Starts with'),
	overrideModel: (model: string) => l10n.t('model {0}', model),
	overrideMode: (mode: string) => l10n.t('permission mode {0}', mode),
	overrideVariables: (names: string) => l10n.t('variables {0}', names),
	lastError: () => l10n.t('Last error'),
	away: () => l10n.t('While you were away'),
	awaySince: (date: string) => l10n.t('You last looked at {0}.', date),
	context: () => l10n.t('Context'),
	tokens: (used: string, limit: string, percent: number) => l10n.t('{0} of {1} tokens ({2} %)', used, limit, percent),
	cost: (amount: string) => l10n.t('{0} so far', amount),
	changes: () => l10n.t('Changed files'),
	changesOn: (branch: string) => l10n.t('not committed, on {0}', branch),
	changesDetached: () => l10n.t('not committed'),
	noChanges: () => l10n.t('Nothing has changed in its folder since the last commit.'),
	noRepository: () => l10n.t('Its folder is in no git repository.'),
	moreFiles: (count: number) => (count === 1 ? l10n.t('1 more file') : l10n.t('{0} more files', count)),
	binary: () => l10n.t('binary'),
	change: (change: ChangedFile['change']): { readonly letter: string; readonly word: string } => {
		switch (change) {
			case 'added':
				return { letter: l10n.t('A'), word: l10n.t('added') };
			case 'changed':
				return { letter: l10n.t('M'), word: l10n.t('changed') };
			case 'removed':
				return { letter: l10n.t('D'), word: l10n.t('removed') };
		}
	},
	openDiffOf: (name: string, change: string) => l10n.t('{0}, {1}: open the diff', name, change),
	diffTitle: (name: string) => l10n.t('{0} (last commit ↔ now)', name),
	places: () => l10n.t('Places'),
	folder: () => l10n.t('Folder'),
	worktree: () => l10n.t('Worktree'),
	transcript: () => l10n.t('Transcript'),
	openWindow: () => l10n.t('Open in New Window'),
	reveal: () => l10n.t('Reveal in Explorer'),
	openFile: () => l10n.t('Open File'),
	commands: () => l10n.t('Commands'),
	copyAttach: () => l10n.t('Copy Attach Command'),
	copyResume: () => l10n.t('Copy Resume Command'),
	history: () => l10n.t('History'),
	noHistory: () => l10n.t('Nothing has been noted yet.'),
	showOlder: (count: number) => l10n.t('Show {0} Older', count),
	loading: () => l10n.t('Reading its history…'),
};
