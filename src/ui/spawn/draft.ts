/** What the user has chosen so far for a new session, and what that asks of the session layer. */

import type { SessionActions } from '../../sessions/actions/sessionActions.ts';
import type { SpawnRequest } from '../../sessions/actions/spawn.ts';
import type { AgentOffer, SpawnDefaults } from '../../sessions/actions/spawnAdvice.ts';

export interface Draft {
	readonly folder?: string;
	readonly agent?: AgentOffer;
	readonly firstPrompt: string;
	readonly asCommand: boolean;
	readonly inWorktree: boolean;
	/** What is not chosen is left to its default. */
	readonly branch?: string | undefined;
	readonly name?: string | undefined;
	readonly model?: string | undefined;
	readonly permissionMode?: string | undefined;
	readonly issueId?: string | undefined;
	readonly defaults?: SpawnDefaults;
}

export const emptyDraft: Draft = { firstPrompt: '', asCommand: false, inWorktree: false };

/** A draft past its first two questions. */
export type Settled = Draft & Required<Pick<Draft, 'folder' | 'agent' | 'defaults'>>;

export function isSettled(draft: Draft): draft is Settled {
	return draft.folder !== undefined && draft.agent !== undefined && draft.defaults !== undefined;
}

/** Names and branches follow from folder, agent and name: what was shown before may be another by now. */
export async function withDefaults(draft: Draft, { advice }: SessionActions): Promise<Draft> {
	const { folder, agent, name } = draft;
	if (folder === undefined || agent === undefined) return draft;
	const defaults = await advice.defaults({ agent: agent.agent, folder, ...(name !== undefined && { name }) });
	const canHaveWorktree = defaults.branch !== undefined;
	return { ...draft, defaults, inWorktree: draft.inWorktree && canHaveWorktree };
}

export function requestOf(draft: Settled): SpawnRequest {
	const { folder, agent, firstPrompt, asCommand, inWorktree, branch, name, model, permissionMode, issueId } = draft;
	return {
		agent: agent.agent,
		folder,
		...(firstPrompt && { firstPrompt, asCommand }),
		...(inWorktree && { worktree: branch ? { branch } : {} }),
		...(name && { name }),
		...(model && { model }),
		...(permissionMode && { permissionMode }),
		...(issueId && { issueId }),
	};
}
