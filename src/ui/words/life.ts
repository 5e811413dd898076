/** What the commands say that start, stop, move and put away sessions. */
import { l10n } from 'vscode';
import type { DecommissionPreview } from '../../sessions/actions/decommission.ts';
import type { KillPreview } from '../../sessions/actions/kill.ts';

/** A few by name, the rest by number. */
function summary(names: readonly string[]): string {
	const shown = names.slice(0, SUMMARY_LIMIT).join(', ');
	return names.length > SUMMARY_LIMIT ? l10n.t('{0} and {1} more', shown, names.length - SUMMARY_LIMIT) : shown;
}

const SUMMARY_LIMIT = 6;

export const lifeWords = {
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
	elsewhereTerminal: (name: string) =>
		l10n.t('“{0}” runs in a terminal outside this window. It can be seen, not opened; it can be moved into tmux.', name),
	moveIntoTmux: () => l10n.t('Move into tmux'),
	moveQuestion: (name: string) => l10n.t('Move “{0}” into tmux?', name),
	moveDetail: () =>
		l10n.t(
			'The agent is ended in its terminal and continues the same conversation in a tmux session. What it does right now is interrupted.',
		),
	resumeCopied: () => l10n.t('Copied. Paste it into any terminal once the agent has ended there.'),
	pickArchived: () => l10n.t('Choose a session to bring back'),
	pickToDelete: () => l10n.t('Choose sessions to delete for good'),
	delete: () => l10n.t('Delete'),
	deleteQuestion: (names: readonly string[]) =>
		names.length === 1 ? l10n.t('Delete “{0}” for good?', names[0] ?? '') : l10n.t('Delete {0} archived sessions for good?', names.length),
	deleteDetail: () =>
		l10n.t('The record and the history in Shoal go. Folder, worktree and the agent’s own conversation stay where they are.'),
	archiveEmpty: () => l10n.t('The archive is empty.'),
	detachedAll: (count: number) => (count === 1 ? l10n.t('Detached 1 terminal.') : l10n.t('Detached {0} terminals.', count)),
	attachCopied: () => l10n.t('Copied. Paste it into any terminal.'),
};
