/** Codex: how it is recognised, started and read. */
import type { AgentAdapter, LaunchRequest } from './adapter.ts';
import { readCodexScreen, readCodexTitle } from './codex/screen.ts';
import { openCodexSignals } from './codex/signals.ts';
import { isNamed, runsPackage } from './process/facts.ts';

const NOT_A_SESSION = new Set([
	'exec',
	'e',
	'login',
	'logout',
	'mcp',
	'mcp-server',
	'app-server',
	'proto',
	'completion',
	'sandbox',
	'apply',
	'--version',
	'-V',
]);

function options({ model, permissionMode }: LaunchRequest): readonly string[] {
	return [...(model ? ['--model', model] : []), ...(permissionMode ? ['--ask-for-approval', permissionMode] : [])];
}

function prompt({ firstPrompt }: LaunchRequest): readonly string[] {
	if (!firstPrompt) return [];
	return firstPrompt.startsWith('-') ? ['--', firstPrompt] : [firstPrompt];
}

export const codex: AgentAdapter = {
	kind: 'codex',
	displayName: 'Codex',
	program: 'codex',
	install: 'npm install -g @openai/codex',
	choices: {
		models: [],
		permissionModes: [
			{ mode: 'on-request', permission: 'decides' },
			{ mode: 'never', permission: 'never-asks' },
		],
	},
	recognises: (command) => command === 'codex',
	recogniseProcess: (process) => {
		if (!runsPackage(process, '@openai/codex') && !isNamed(process, 'codex')) return false;
		return !process.argv.slice(1).some((argument) => NOT_A_SESSION.has(argument));
	},
	recogniseScreen: ({ text, title }) => />_ OpenAI Codex \(v/.test(text) || /^\[ . \] Action Required \| /.test(title),
	readScreen: readCodexScreen,
	readTitle: readCodexTitle,
	// Without --no-daemon the turn runs in a shared process that outlives the session and knows no pane.
	launch: (request) => [request.program, '--no-daemon', ...options(request), ...prompt(request)],
	resume: (request) => [request.program, 'resume', '--no-daemon', ...options(request), request.conversationId, ...prompt(request)],
	fork: (request) => [request.program, 'fork', '--no-daemon', ...options(request), request.conversationId, ...prompt(request)],
	keys: {
		interrupt: [{ kind: 'key', key: 'Escape' }],
		// On an empty prompt C-c would quit Codex, so only C-u clears.
		clearInput: (lines) => Array.from({ length: lines + 1 }, () => ({ kind: 'key', key: 'C-u' })),
	},
	openSignals: openCodexSignals,
};
