/** What is asked and said of models, permission modes and variables. */
import { l10n } from 'vscode';
import type { AgentOffer } from '../../sessions/actions/spawnAdvice.ts';

export const choiceWords = {
	model: () => l10n.t('Model'),
	permissionMode: () => l10n.t('Permission Mode'),
	byDefault: () => l10n.t('Default'),
	byDefaultDetail: () => l10n.t('as the agent’s own settings say'),
	other: () => l10n.t('Other…'),
	pickModel: (agent: string) => l10n.t('Which model should {0} use?', agent),
	otherModel: () => l10n.t('The name of the model, as the agent takes it'),
	pickMode: (agent: string) => l10n.t('How much should {0} ask before it acts?', agent),
	otherMode: () => l10n.t('The permission mode, as the agent takes it'),
	permission: (permission: AgentOffer['permissionModes'][number]['permission']) => {
		switch (permission) {
			case 'asks':
				return l10n.t('asks before it acts');
			case 'edits':
				return l10n.t('edits files without asking');
			case 'plans':
				return l10n.t('plans, and changes nothing');
			case 'decides':
				return l10n.t('decides itself when to ask');
			case 'denies':
				return l10n.t('does only what is allowed already');
			case 'never-asks':
				return l10n.t('never asks');
		}
	},
};
