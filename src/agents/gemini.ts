/** Gemini CLI: its title tells work and approvals, its screen the rest. */
import type { AgentAdapter } from './adapter.ts';
import { isNamed, runsPackage } from './process/facts.ts';
import { framedDecision } from './screen/framed.ts';
import { type ScreenFacts, type ScreenReading, unknownReading } from './screen/reading.ts';
import { lastContentRow, rowsOf, unframed } from './screen/rows.ts';

/** Spinner, input and footer are the last rows of what it printed. */
const TAIL_ROWS = 14;
const START = /trust the files in this folder|How would you like to authenticate|Select (?:Auth|Theme)|Waiting for auth/i;

function readTitle(title: string): ScreenReading | undefined {
	if (/^✋|\bAction Required\b/u.test(title))
		return { activity: 'needsApproval', source: 'title', observation: `title "${title.trim()}"`, confidence: 'likely' };
	if (/^✦|\bWorking…/u.test(title))
		return { activity: 'working', source: 'title', observation: `title "${title.trim()}"`, confidence: 'likely' };
	return undefined;
}

function readScreen(screen: ScreenFacts): ScreenReading {
	if (screen.dead) return unknownReading('the pane is dead', 'process');
	const rows = rowsOf(screen.text).map(unframed);
	const fromTitle = readTitle(screen.title);
	const decision = framedDecision(rows, START);
	if (decision) {
		const { kind } = decision;
		const activity = kind === 'start' ? 'startDialog' : kind === 'approval' ? 'needsApproval' : 'needsAnswer';
		return { activity, source: 'screen', observation: `${kind}: ${decision.question}`, confidence: 'likely', decision };
	}
	if (fromTitle) return fromTitle;
	const tail = rows
		.slice(0, lastContentRow(rows) + 1)
		.slice(-TAIL_ROWS)
		.join('\n');
	if (/\(esc to cancel/.test(tail))
		return { activity: 'working', source: 'screen', observation: 'a spinner offers to cancel', confidence: 'likely' };
	if (/^ [>!*] {2,3}Type your message|^▄{10,}\n [>!*] /mu.test(tail))
		return { activity: 'idle', source: 'screen', observation: 'the input row is shown', confidence: 'likely' };
	return unknownReading('neither the input row nor a dialog of Gemini is on the screen');
}

export const gemini: AgentAdapter = {
	kind: 'gemini',
	displayName: 'Gemini CLI',
	program: 'gemini',
	install: 'npm install -g @google/gemini-cli',
	choices: {
		models: ['auto', 'pro', 'flash', 'flash-lite'],
		permissionModes: [
			{ mode: 'default', permission: 'asks' },
			{ mode: 'auto_edit', permission: 'edits' },
			{ mode: 'plan', permission: 'plans' },
			{ mode: 'yolo', permission: 'never-asks' },
		],
	},
	recognises: (command) => command === 'gemini',
	recogniseProcess: (process) => runsPackage(process, '@google/gemini-cli') || isNamed(process, 'gemini'),
	recogniseScreen: ({ text, title }) => /^[◇✦✋] {2}/u.test(title) || /\bGemini CLI v\d/.test(text),
	readScreen,
	readTitle,
	launch: ({ program, firstPrompt, model, permissionMode }) => [
		program,
		...(model ? ['--model', model] : []),
		...(permissionMode ? ['--approval-mode', permissionMode] : []),
		...(firstPrompt ? ['--prompt-interactive', firstPrompt] : []),
	],
	keys: {
		interrupt: [{ kind: 'key', key: 'Escape' }],
		clearInput: (lines) => Array.from({ length: lines }, () => ({ kind: 'key', key: 'C-u' })),
	},
};
