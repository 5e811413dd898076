/** opencode: read from its screen; its title names the conversation only. */
import type { AgentAdapter } from './adapter.ts';
import { isNamed, runsPackage } from './process/facts.ts';
import { decisionOf, effectOf } from './screen/decision.ts';
import { type ScreenFacts, type ScreenReading, unknownReading } from './screen/reading.ts';
import { lastContentRow, rowsOf, unframed } from './screen/rows.ts';

/** Its dialogs and its input box are the last rows of the screen. */
const TAIL_ROWS = 16;

function readScreen(screen: ScreenFacts): ScreenReading {
	if (screen.dead) return unknownReading('the pane is dead', 'process');
	const all = rowsOf(screen.text);
	const tail = all.slice(0, lastContentRow(all) + 1).slice(-TAIL_ROWS);
	const asked = tail.findLastIndex((row) => /△ Permission required/u.test(row));
	if (asked >= 0) return permission(tail.slice(asked).map(unframed));
	if (tail.some((row) => /⇆ select\s+enter (?:confirm|submit)/u.test(row)))
		return { activity: 'needsAnswer', source: 'screen', observation: 'a dialog offers a choice', confidence: 'likely' };
	if (tail.some((row) => /^\s*[⬝■▪·⠀-⣿]+\s+esc (?:again to )?interrupt/u.test(row)))
		return { activity: 'working', source: 'screen', observation: 'the footer offers to interrupt', confidence: 'likely' };
	if (tail.some((row) => /^\s*╹▀{10,}/u.test(row)))
		return { activity: 'idle', source: 'screen', observation: 'the input box is shown', confidence: 'likely' };
	return unknownReading('neither the input box nor a dialog of opencode is on the screen');
}

function permission(rows: readonly string[]): ScreenReading {
	const command = rows.find((row) => /^\s*\$ /.test(row))?.replace(/^\s*\$ /, '');
	const labels = (rows.find((row) => /Allow once/.test(row)) ?? '').split(/\s{2,}/).filter((label) => /^(?:Allow|Reject|Deny)/.test(label));
	const options = labels.map((label) => ({ label, effect: effectOf(label) }));
	const decision = decisionOf({
		kind: 'approval',
		tool: command ? 'Shell' : undefined,
		command,
		question: 'Permission required',
		options,
		defaultIndex: 0,
	});
	return { activity: 'needsApproval', source: 'screen', observation: 'approval: Permission required', confidence: 'likely', decision };
}

export const opencode: AgentAdapter = {
	kind: 'opencode',
	displayName: 'opencode',
	program: 'opencode',
	install: 'npm install -g opencode-ai',
	choices: { models: [], permissionModes: [] },
	recognises: (command) => command === 'opencode',
	recogniseProcess: (process) => runsPackage(process, 'opencode-ai') || isNamed(process, 'opencode'),
	recogniseScreen: ({ title, text }) => (title === 'OpenCode' || /^OC \| /.test(title)) && /┃/u.test(text),
	readScreen,
	readTitle: () => undefined,
	launch: ({ program, firstPrompt, model }) => [
		program,
		...(model ? ['--model', model] : []),
		...(firstPrompt ? ['--prompt', firstPrompt] : []),
	],
	resume: ({ program, conversationId, model }) => [program, ...(model ? ['--model', model] : []), '--session', conversationId],
	keys: {
		interrupt: [
			{ kind: 'key', key: 'Escape' },
			{ kind: 'key', key: 'Escape' },
		],
		clearInput: () => [{ kind: 'key', key: 'C-u' }],
	},
};
