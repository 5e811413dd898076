/** What the agent is told first; it may be nothing. */
import type { CommandContext } from '../commands/context.ts';
import { askForPrompt } from '../prompt/promptBox.ts';
import type { Step } from '../steps/reply.ts';
import { spawnWords } from '../words/spawn.ts';
import type { Draft } from './draft.ts';

export function promptStep({ memory }: CommandContext): Step<Draft> {
	return {
		ask: async (draft, frame) => {
			const reply = await askForPrompt(
				{ ...frame, title: spawnWords.title(draft.agent?.displayName) },
				{
					memory,
					placeholder: spawnWords.firstPrompt(),
					ways: [{ when: 'now', icon: 'arrow-right', words: spawnWords.asFirstPrompt() }],
					mayBeEmpty: true,
					value: draft.firstPrompt,
				},
			);
			if (reply.kind !== 'value') return reply;
			const { text, asCommand } = reply.value;
			return { kind: 'value', value: { ...draft, firstPrompt: text, asCommand } };
		},
	};
}
