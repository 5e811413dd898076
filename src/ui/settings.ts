/** The user's settings, typed. Every setting of the manifest is read here and nowhere else. */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { workspace } from 'vscode';
import { DEFAULT_SESSION_LIMIT } from '../sessions/actions/limits.ts';
import type { SpawnRequest } from '../sessions/actions/spawn.ts';
import type { AutoResume } from './autoResume.ts';
import type { NoticeLevel } from './notices.ts';
import type { Sizing } from './terminal/sizing.ts';

function read<T>(key: string, fallback: T): T {
	return workspace.getConfiguration('shoal').get<T>(key) ?? fallback;
}

/** People write `~/bin/tmux`, which only a shell understands. */
function expandHome(path: string): string {
	return path.startsWith('~/') ? join(homedir(), path.slice(2)) : path;
}

export const settings = {
	/** An emptied setting means the default, not "run nothing". */
	programOf: (agent: SpawnRequest['agent']): string => read<string>(`agents.${agent}.path`, agent).trim() || agent,
	hooks: (): boolean => read<boolean>('agents.claude.hooks', false),
	modelThoughts: (): boolean => read<boolean>('thoughts.languageModel', false),
	autoResume: (): AutoResume => read<AutoResume>('autoResume', 'off'),
	/** 0 stands for no limit. */
	sessionLimit: (): number => read<number>('sessionLimit', DEFAULT_SESSION_LIMIT) || Number.POSITIVE_INFINITY,
	/** Undefined: in Shoal's own storage. */
	worktreesFolder: (): string | undefined => {
		const folder = expandHome(read<string>('worktrees.folder', '').trim());
		return isAbsolute(folder) ? folder : undefined;
	},
	notices: (): NoticeLevel => read<NoticeLevel>('notifications', 'decisions'),
	sizing: (): Sizing => read<Sizing>('terminal.sizing', 'polite'),
	tmuxPath: (): string => expandHome(read<string>('tmux.path', 'tmux').trim() || 'tmux'),
	tmuxSockets: (): readonly string[] => read<unknown[]>('tmux.sockets', []).filter((entry) => typeof entry === 'string'),
};
