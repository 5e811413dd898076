/** What the tree is made of. VS Code compares nodes by identity, so there is one object per group and per session. */
import type { ArchivedSession } from '../../sessions/archive.ts';
import type { SessionId } from '../../sessions/session.ts';

export interface GroupNode {
	readonly kind: 'group';
	readonly key: string;
}

export interface SessionNode {
	readonly kind: 'session';
	readonly id: SessionId;
}

/** Read from disk when its group is opened; nothing of it is kept in memory otherwise. */
export interface ArchivedNode {
	readonly kind: 'archived';
	readonly id: SessionId;
	readonly session: ArchivedSession;
}

export type TreeNode = GroupNode | SessionNode | ArchivedNode;
