/** Claude Code: how it is recognised and started. */
import type { AgentAdapter } from './adapter.ts';

export const claude: AgentAdapter = {
	kind: 'claude',
	displayName: 'Claude Code',
	program: 'claude',
	install: 'npm install -g @anthropic-ai/claude-code',
	recognises: (command) => command === 'claude',
	launch: ({ program, firstPrompt }) => (firstPrompt ? [program, firstPrompt] : [program]),
};
