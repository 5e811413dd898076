/** What is known of one session beyond its row: its history, what was set for it, and what changed in its folder. */
import type { Registry } from '../registry/registry.ts';
import { type FolderChanges, folderChanges } from './folderChanges.ts';
import { type HistoryEntry, readHistory } from './history.ts';
import type { Session } from './session.ts';

export interface Dossier {
	readonly history: readonly HistoryEntry[];
	/** Absent where the folder is in no repository. */
	readonly changes?: FolderChanges;
	readonly pauseNote?: string;
	readonly overrides: { readonly model?: string; readonly permissionMode?: string; readonly variables: readonly string[] };
	readonly issueId?: string;
	/** The worktree that was made for it. */
	readonly worktree?: string;
	readonly lastError?: string;
}

export async function readDossier(registry: Registry, { id, folder }: Session): Promise<Dossier> {
	const record = registry.get(id);
	const [history, changes] = await Promise.all([readHistory(registry, id), folder ? folderChanges(folder) : undefined]);
	const { model, permissionMode, env } = record?.overrides ?? {};
	const lastError = record?.errors?.at(-1)?.message;
	return {
		history,
		...(changes && { changes }),
		...(record?.pause && { pauseNote: record.pause.note }),
		// Names only: values may be secrets.
		overrides: { ...(model && { model }), ...(permissionMode && { permissionMode }), variables: Object.keys(env ?? {}) },
		...(record?.issueId && { issueId: record.issueId }),
		...(record?.worktree && { worktree: record.worktree }),
		...(lastError && { lastError }),
	};
}
