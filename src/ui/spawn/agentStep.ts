/** Which agent: those that are installed, and below them how to get the others. */
import { commands, env, type QuickInputButton, type QuickPickItem, QuickPickItemKind, ThemeIcon } from 'vscode';
import type { AgentOffer } from '../../sessions/actions/spawnAdvice.ts';
import { agentIcon } from '../agentIcons.ts';
import type { CommandContext } from '../commands/context.ts';
import { mention } from '../commands/context.ts';
import { pick } from '../steps/inputs.ts';
import type { Step } from '../steps/reply.ts';
import { spawnWords } from '../words/spawn.ts';
import { type Draft, withDefaults } from './draft.ts';

type AgentItem = QuickPickItem & { readonly offer?: AgentOffer };

export function agentStep({ supervisor: { actions } }: CommandContext): Step<Draft> {
	return {
		ask: async (draft, frame) => {
			const offers = await actions.advice.agents();
			const installed = offers.filter(({ program }) => program !== undefined);
			const missing = offers.filter(({ program }) => program === undefined);
			const copy: QuickInputButton = { iconPath: new ThemeIcon('copy'), tooltip: spawnWords.copyInstall() };
			const setPath: QuickInputButton = { iconPath: new ThemeIcon('gear'), tooltip: spawnWords.setPath() };
			const items: AgentItem[] = [
				...installed.map((offer) => ({
					label: offer.displayName,
					description: offer.program ?? '',
					iconPath: new ThemeIcon(agentIcon(offer.agent)),
					offer,
				})),
				{ label: spawnWords.notInstalled(), kind: QuickPickItemKind.Separator },
				...missing.map((offer) => ({
					label: offer.displayName,
					description: offer.install,
					iconPath: new ThemeIcon('circle-slash'),
					buttons: [copy, setPath],
					offer,
				})),
			];
			const reply = await pick<AgentItem>(
				{ ...frame, title: spawnWords.title() },
				{
					items: missing.length > 0 ? items : items.slice(0, installed.length),
					placeholder: installed.length > 0 ? spawnWords.pickAgent() : spawnWords.noAgent(),
					active: items.find(({ offer }) => offer?.agent === draft.agent?.agent && offer?.program !== undefined),
					// What is not there can't be started: choosing it helps to get it.
					accepts: ({ offer }) => {
						if (offer?.program !== undefined) return true;
						if (offer) void copyInstall(offer);
						return false;
					},
					onItemButton: ({ offer }, button) => {
						if (!offer) return;
						if (button === copy) void copyInstall(offer);
						else void commands.executeCommand('workbench.action.openSettings', `shoal.agents.${offer.agent}.path`);
					},
				},
			);
			if (reply.kind !== 'value') return reply;
			const agent = reply.value.offer;
			if (!agent) return { kind: 'cancelled' };
			// Models and modes are words of one agent.
			const kept = agent.agent === draft.agent?.agent ? draft : { ...draft, model: undefined, permissionMode: undefined };
			return { kind: 'value', value: await withDefaults({ ...kept, agent }, actions) };
		},
	};
}

async function copyInstall({ install }: AgentOffer): Promise<void> {
	await env.clipboard.writeText(install);
	mention(spawnWords.installCopied(install));
}
