/** The user's settings, typed. Every setting of the manifest is read here and nowhere else. */
import { workspace } from 'vscode';
import type { SpawnRequest } from '../sessions/spawn.ts';

function read<T>(key: string, fallback: T): T {
	return workspace.getConfiguration('shoal').get<T>(key) ?? fallback;
}

export const settings = {
	/** An emptied setting means the default, not "run nothing". */
	programOf: (agent: SpawnRequest['agent']): string => read<string>(`agents.${agent}.path`, agent).trim() || agent,
	tmuxPath: (): string => read<string>('tmux.path', 'tmux').trim() || 'tmux',
	tmuxSockets: (): readonly string[] => read<unknown[]>('tmux.sockets', []).filter((entry) => typeof entry === 'string'),
};
