/** Claude Code: how it is recognised, started and read. */
import type { AgentAdapter, LaunchRequest } from './adapter.ts';
import { readClaudeScreen } from './claude/screen.ts';
import { openClaudeSignals } from './claude/signals.ts';
import { isNamed, runsPackage } from './process/facts.ts';

/** Subcommands and print mode have no screen of their own and are no sessions. */
const NOT_A_SESSION = new Set([
	'mcp',
	'config',
	'update',
	'doctor',
	'agents',
	'plugin',
	'setup-token',
	'install',
	'auth',
	'-p',
	'--print',
	'--output-format',
	'--input-format',
	'--version',
	'-v',
]);

function options({ model, permissionMode, name, settings }: LaunchRequest): readonly string[] {
	return [
		...(model ? ['--model', model] : []),
		...(permissionMode ? ['--permission-mode', permissionMode] : []),
		...(name ? ['--name', name] : []),
		...(settings ? ['--settings', settings] : []),
	];
}

/** A prompt that begins with a dash would be taken for an option. */
function prompt({ firstPrompt }: LaunchRequest): readonly string[] {
	if (!firstPrompt) return [];
	return firstPrompt.startsWith('-') ? ['--', firstPrompt] : [firstPrompt];
}

export const claude: AgentAdapter = {
	kind: 'claude',
	displayName: 'Claude Code',
	program: 'claude',
	install: 'npm install -g @anthropic-ai/claude-code',
	choices: {
		models: ['opus', 'sonnet', 'haiku'],
		permissionModes: [
			{ mode: 'manual', permission: 'asks' },
			{ mode: 'acceptEdits', permission: 'edits' },
			{ mode: 'auto', permission: 'decides' },
			{ mode: 'plan', permission: 'plans' },
			{ mode: 'dontAsk', permission: 'denies' },
			{ mode: 'bypassPermissions', permission: 'never-asks' },
		],
	},
	recognises: (command) => command === 'claude',
	recogniseProcess: (process) => {
		const installed = runsPackage(process, '@anthropic-ai/claude-code') || /\/claude\/versions\/[\d.]+$/.test(process.executable ?? '');
		if (!installed && !isNamed(process, 'claude')) return false;
		return !process.argv.slice(1).some((argument) => NOT_A_SESSION.has(argument));
	},
	recogniseScreen: ({ text }) =>
		/\bClaude Code v\d/.test(text) ||
		(/^❯\u00a0/mu.test(text) && readClaudeScreen({ text, title: '', dead: false }).activity !== 'unknown'),
	readScreen: readClaudeScreen,
	// Inside tmux the title is the same in every state.
	readTitle: () => undefined,
	launch: (request) => [
		request.program,
		...(request.conversationId ? ['--session-id', request.conversationId] : []),
		...options(request),
		...prompt(request),
	],
	resume: (request) => [request.program, '--resume', request.conversationId, ...options(request), ...prompt(request)],
	fork: (request) => [request.program, '--resume', request.conversationId, '--fork-session', ...options(request), ...prompt(request)],
	keys: {
		interrupt: [{ kind: 'key', key: 'Escape' }],
		// Clearing one line moves to the one above: once per line, and once for the empty one that stays.
		clearInput: (lines) => Array.from({ length: lines + 1 }, () => ({ kind: 'key', key: 'C-u' })),
	},
	openSignals: openClaudeSignals,
};
