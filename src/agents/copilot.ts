/** GitHub Copilot CLI: its screen tells what it does, its event log what it says and uses. */
import type { AgentAdapter } from './adapter.ts';
import { openCopilotSignals } from './copilot/signals.ts';
import { isNamed, runsPackage } from './process/facts.ts';
import { findComposer } from './screen/composer.ts';
import { framedDecision } from './screen/framed.ts';
import { type ScreenFacts, type ScreenReading, unknownReading } from './screen/reading.ts';
import { rowsOf, unframed } from './screen/rows.ts';

const START = /trust the files in this folder|Confirm folder trust|log ?in to|Select (?:a )?model to get started/i;

function readScreen(screen: ScreenFacts): ScreenReading {
	if (screen.dead) return unknownReading('the pane is dead', 'process');
	const rows = rowsOf(screen.text);
	const composer = findComposer(rows);
	if (composer) {
		const working = composer.footer.some((row) => /\besc (?:to )?interrupt|^ ?\S (?:Working|Thinking)\b/.test(row));
		if (working) return { activity: 'working', source: 'screen', observation: 'the footer offers to interrupt', confidence: 'likely' };
		return {
			activity: 'idle',
			source: 'screen',
			observation: 'the input box is shown and nothing offers to interrupt',
			confidence: 'likely',
		};
	}
	const decision = framedDecision(rows.map(unframed), START);
	if (!decision) return unknownReading('neither the input box nor a dialog of Copilot is on the screen');
	const activity = decision.kind === 'start' ? 'startDialog' : decision.kind === 'approval' ? 'needsApproval' : 'needsAnswer';
	return { activity, source: 'screen', observation: `${decision.kind}: ${decision.question}`, confidence: 'likely', decision };
}

export const copilot: AgentAdapter = {
	kind: 'copilot',
	displayName: 'GitHub Copilot CLI',
	program: 'copilot',
	install: 'npm install -g @github/copilot',
	choices: { models: [], permissionModes: [] },
	recognises: (command) => command === 'copilot',
	recogniseProcess: (process) => runsPackage(process, '@github/copilot') || isNamed(process, 'copilot'),
	recogniseScreen: ({ title }) => /(?:^| - )GitHub Copilot$/.test(title),
	readScreen,
	readTitle: () => undefined,
	launch: ({ program, firstPrompt, model, conversationId }) => [
		program,
		...(model ? ['--model', model] : []),
		...(conversationId ? ['--session-id', conversationId] : []),
		...(firstPrompt ? ['--interactive', firstPrompt] : []),
	],
	resume: ({ program, conversationId, model }) => [program, ...(model ? ['--model', model] : []), `--resume=${conversationId}`],
	keys: { interrupt: [{ kind: 'key', key: 'Escape' }], clearInput: () => [{ kind: 'key', key: 'C-u' }] },
	openSignals: openCopilotSignals,
};
