/** The picture of each agent, from VS Code's own icons. */
import type { Session } from '../sessions/session.ts';

const ICONS: Record<Session['agent'], string> = {
	claude: 'sparkle',
	codex: 'hubot',
	gemini: 'star',
	opencode: 'code',
	copilot: 'copilot',
	other: 'terminal',
};

/** A record may name an agent that this version does not know. */
export function agentIcon(agent: string): string {
	return agent in ICONS ? ICONS[agent as Session['agent']] : ICONS.other;
}
