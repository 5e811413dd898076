/** The history of a session in sentences. */
import { l10n } from 'vscode';
import type { HistoryEntry } from '../../sessions/history.ts';

/** What happened, and the words it was about, which are not ours and are set apart. */
export interface Sentence {
	readonly text: string;
	readonly quote?: string;
}

export function sentenceOf(entry: HistoryEntry): Sentence {
	const { kind, by, why, text } = entry;
	const quoting = (sentence: string, quote = text): Sentence => ({ text: sentence, ...(quote && { quote }) });
	switch (kind) {
		case 'spawned':
			return { text: why === 'moved into tmux' ? l10n.t('You moved it into tmux.') : l10n.t('You started it.') };
		case 'adopted':
			return { text: l10n.t('Shoal found it in tmux.') };
		case 'asked':
			return quoting(l10n.t('It asked:'));
		case 'answered':
			return answered(text ?? '');
		case 'sent':
			return quoting(sentWord(why));
		case 'interrupted':
			return { text: l10n.t('You interrupted it.') };
		case 'killed':
			return { text: l10n.t('You killed it.') };
		case 'stopped':
			return by === 'user' ? { text: l10n.t('You stopped it.') } : quoting(endedWord(why));
		case 'resumed':
			return { text: by === 'auto' ? l10n.t('Shoal resumed it when it started.') : l10n.t('You resumed it.') };
		case 'renamed':
			return { text: l10n.t('You renamed it from “{0}” to “{1}”.', why ?? '', text ?? '') };
		case 'paused':
			return quoting(text ? l10n.t('You paused it:') : l10n.t('You paused it.'));
		case 'archived':
			return { text: l10n.t('You put it into the archive.') };
		case 'restored':
			return { text: l10n.t('You took it out of the archive.') };
		case 'decommissioned':
			return quoting(l10n.t('You removed its worktree:'));
		case 'note':
			if (why === 'unpaused') return { text: l10n.t('You ended its pause.') };
			return quoting(why === 'overrides' ? l10n.t('You changed how it is started:') : l10n.t('Note:'));
		case 'error':
			return quoting(why === 'survivors' ? l10n.t('These processes could not be ended:') : l10n.t('Something went wrong:'));
		case 'stateChanged':
			return changed(why, text);
	}
}

/** The history keeps `approve: what was asked`, or the words of an answer in place of the verdict. */
function answered(text: string): Sentence {
	const [, verdict, asked] = /^(approve|reject): (.*)$/s.exec(text) ?? [];
	if (verdict === undefined || asked === undefined) return { text: l10n.t('You answered:'), ...(text && { quote: text }) };
	return { text: verdict === 'approve' ? l10n.t('You approved:') : l10n.t('You rejected:'), quote: asked };
}

function sentWord(receipt: string | undefined): string {
	switch (receipt) {
		case 'submitted':
			return l10n.t('You sent:');
		case 'queued':
			return l10n.t('You sent, for when its turn was over:');
		case 'not-submitted':
			return l10n.t('You wrote, but it was not submitted:');
		default:
			return l10n.t('You sent, unconfirmed:');
	}
}

function endedWord(cause: string | undefined): string {
	switch (cause) {
		case 'startup_missing_tmux':
			return l10n.t('It ended while no window was open.');
		case 'server_gone':
			return l10n.t('It ended with the tmux server.');
		case 'ended-at-once':
			return l10n.t('It ended at once:');
		case 'soon after an automatic resume':
			return l10n.t('It ended soon after Shoal had resumed it.');
		default:
			return l10n.t('It ended.');
	}
}

function changed(activity: string | undefined, text: string | undefined): Sentence {
	const quote = text ? { quote: text } : {};
	switch (activity) {
		case 'idle':
			return { text: text ? l10n.t('It finished:') : l10n.t('It finished.'), ...quote };
		case 'interrupted':
			return { text: l10n.t('Somebody interrupted it.') };
		case 'failed':
			return { text: l10n.t('It failed:'), ...quote };
		default:
			return { text: l10n.t('Its state changed.'), ...quote };
	}
}
