/** What became of an action: why it was refused, or what proves that it arrived. */
import { l10n } from 'vscode';
import type { Receipt } from '../../sessions/actions/receipt.ts';
import type { Refusal } from '../../sessions/outcome.ts';

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
			if (!refusal.by) return l10n.t('The name “{0}” is taken by another tmux session.', refusal.name);
			return refusal.by.running
				? l10n.t('The session “{0}” has that name already.', refusal.name)
				: l10n.t('The stopped session “{0}” has that name; it comes back under it.', refusal.name);
		case 'bad-name':
			return l10n.t('“{0}” can’t be a name: use letters, digits, “-” and “_”.', refusal.name);
		case 'issue-taken':
			return refusal.by.running
				? l10n.t('The session “{0}” already works on {1}.', refusal.by.name, refusal.issueId)
				: l10n.t('The stopped session “{0}” is for {1}.', refusal.by.name, refusal.issueId);
		case 'limit':
			return refusal.idlest
				? l10n.t(
						'{0} agents run, which is the limit. “{1}” has been idle longest: stop it, or raise the limit.',
						refusal.limit,
						refusal.idlest.name,
					)
				: l10n.t('{0} agents run, which is the limit. Stop one first, or raise the limit.', refusal.limit);
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
		case 'taken-back':
			return l10n.t('Taken back. Nothing was sent.');
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

/** What became of a prompt, in words: never just "sent". Several sessions with the same fate share a sentence. */
export function receiptWord(names: readonly string[], kind: Receipt['kind']): string {
	const [name = ''] = names;
	const all = names.map((one) => `“${one}”`).join(', ');
	const one = names.length === 1;
	switch (kind) {
		case 'submitted':
			return one ? l10n.t('“{0}” has the prompt.', name) : l10n.t('{0} have the prompt.', all);
		case 'queued':
			return one ? l10n.t('“{0}” works; the prompt waits in its queue.', name) : l10n.t('{0} work; the prompt waits in their queues.', all);
		case 'not-submitted':
			return one
				? l10n.t('The prompt stands in the box of “{0}”, not submitted.', name)
				: l10n.t('The prompt stands in the boxes of {0}, not submitted.', all);
		case 'unverified':
			return one
				? l10n.t('The prompt was typed into “{0}”; nothing confirms that it arrived.', name)
				: l10n.t('The prompt was typed into {0}; nothing confirms that it arrived.', all);
	}
}

/** What the agent got otherwise than it was written. */
export function changeWord(change: NonNullable<Receipt['changes']>[number]): string {
	switch (change.kind) {
		case 'backslash':
			return l10n.t('A backslash was put before its slash, so that it is no command.');
		case 'control-characters':
			return change.count === 1
				? l10n.t('A control character was taken out.')
				: l10n.t('{0} control characters were taken out.', change.count);
	}
}
