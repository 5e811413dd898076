/** The groups of the Sessions view. */
import { l10n } from 'vscode';
import type { Session } from '../../sessions/session.ts';

export const groupWords = {
	needsYou: () => l10n.t('Needs You'),
	thisWorkspace: () => l10n.t('This Workspace'),
	elsewhere: () => l10n.t('Elsewhere'),
	stopped: () => l10n.t('Stopped'),
	archive: () => l10n.t('Archive'),
	sessions: (count: number) => (count === 1 ? l10n.t('1 session') : l10n.t('{0} sessions', count)),
	needYou: (count: number) => (count === 1 ? l10n.t('1 needs you') : l10n.t('{0} need you', count)),
	agent: (agent: Session['agent']) => {
		// The products' own names; not translated.
		const names: Record<Session['agent'], string> = {
			claude: 'Claude Code',
			codex: 'Codex',
			gemini: 'Gemini CLI',
			opencode: 'opencode',
			copilot: 'GitHub Copilot CLI',
			other: l10n.t('Shells and Others'),
		};
		return names[agent];
	},
	filterPrompt: () => l10n.t('Show only sessions with these words in name, folder, agent, state or thought'),
	filterPlaceholder: () => l10n.t('Filter'),
	filtered: (filter: string) => l10n.t('Filter: {0}', filter),
	nothingFound: (filter: string) => l10n.t('No session matches “{0}”.', filter),
};
