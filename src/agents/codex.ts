/** Codex: how it is recognised and started. */
import type { AgentAdapter } from './adapter.ts';

export const codex: AgentAdapter = {
	kind: 'codex',
	displayName: 'Codex',
	program: 'codex',
	install: 'npm install -g @openai/codex',
	recognises: (command) => command === 'codex',
	// Without --no-daemon the turn runs in a shared process that outlives the session and knows no pane.
	launch: ({ program, firstPrompt }) => (firstPrompt ? [program, '--no-daemon', firstPrompt] : [program, '--no-daemon']),
};
