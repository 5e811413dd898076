/** Which groups there are and who is in them, for each way of looking at the sessions. Pure. */
import { basename } from 'node:path';
import { isRunning, needsUser } from '../../sessions/attention.ts';
import type { RepoLocation } from '../../sessions/repo/location.ts';
import { isInside } from '../../sessions/scope.ts';
import type { Session } from '../../sessions/session.ts';

export const VIEW_MODES = ['attention', 'folder', 'agent'] as const;

export type ViewMode = (typeof VIEW_MODES)[number];

export type GroupKind = 'needsYou' | 'workspace' | 'elsewhere' | 'stopped' | 'folder' | 'worktree' | 'agent' | 'archive';

export interface Group {
	/** Unique in the tree and the same as long as the group means the same. */
	readonly key: string;
	readonly kind: GroupKind;
	/** Folder of a folder group, agent of an agent group. */
	readonly about?: string;
	readonly groups: readonly Group[];
	readonly sessions: readonly Session[];
}

export interface Surroundings {
	readonly roots: readonly string[];
	readonly repositoryOf: (folder: string) => RepoLocation | undefined;
}

/** By name, as numbers read: stable while sessions change what they do. */
const { compare } = new Intl.Collator(undefined, { numeric: true });

export function arrange(sessions: readonly Session[], mode: ViewMode, surroundings: Surroundings): Group[] {
	const sorted = sessions.toSorted((a, b) => compare(a.name, b.name) || a.createdAt - b.createdAt);
	switch (mode) {
		case 'attention':
			return byAttention(sorted, surroundings);
		case 'folder':
			return byFolder(sorted, surroundings, 'folder');
		case 'agent':
			return byAgent(sorted);
	}
}

/** Everything that decides where a row stands: while it is the same, a change touches the row alone. */
export function placeOf(session: Session, surroundings: Surroundings): string {
	const { id, name, agent, folder } = session;
	return [id, name, agent, bucketOf(session, surroundings), folder, surroundings.repositoryOf(folder)?.worktree].join('\n');
}

/** In the workspace lies what is in one of its folders, and every worktree of a repository that is. */
export function isHere({ folder }: Pick<Session, 'folder'>, { roots, repositoryOf }: Surroundings): boolean {
	const root = repositoryOf(folder)?.root;
	return roots.some((workspace) => isInside(folder, workspace) || (root !== undefined && isInside(root, workspace)));
}

type Bucket = 'needsYou' | 'workspace' | 'elsewhere' | 'stopped';

function bucketOf(session: Session, surroundings: Surroundings): Bucket {
	if (needsUser(session)) return 'needsYou';
	if (!isRunning(session)) return 'stopped';
	return isHere(session, surroundings) ? 'workspace' : 'elsewhere';
}

function byAttention(sessions: readonly Session[], surroundings: Surroundings): Group[] {
	const buckets = Map.groupBy(sessions, (session) => bucketOf(session, surroundings));
	const order: readonly Bucket[] = ['needsYou', 'workspace', 'elsewhere', 'stopped'];
	return order.flatMap((kind) => {
		const members = buckets.get(kind);
		if (!members) return [];
		const folders = kind === 'workspace' ? byFolder(members, surroundings, kind) : [];
		// One folder goes without saying.
		return [folders.length > 1 ? { key: kind, kind, groups: folders, sessions: [] } : { key: kind, kind, groups: [], sessions: members }];
	});
}

function byFolder(sessions: readonly Session[], surroundings: Surroundings, prefix: string): Group[] {
	const places = Map.groupBy(sessions, ({ folder }) => placeFolder(folder, surroundings));
	const groups = [...places].map(([about, members]) => {
		const folder = members[0]?.folder ?? about;
		const root = surroundings.repositoryOf(folder)?.root ?? about;
		const kind: GroupKind = surroundings.repositoryOf(folder)?.worktree === root || root === about ? 'folder' : 'worktree';
		// Those of the workspace first, as the Explorer shows them; worktrees stand with the repository they belong to.
		const order = [isHere({ folder }, surroundings) ? '0' : '1', basename(root), root, kind, basename(about)].join('\n');
		return { order, group: { key: `${prefix}:${about}`, kind, about, groups: [], sessions: members } satisfies Group };
	});
	return groups.sort((a, b) => compare(a.order, b.order)).map(({ group }) => group);
}

/** The work tree, else the workspace folder it is in, else the folder itself. */
function placeFolder(folder: string, { roots, repositoryOf }: Surroundings): string {
	return repositoryOf(folder)?.worktree ?? roots.find((root) => isInside(folder, root)) ?? folder;
}

function byAgent(sessions: readonly Session[]): Group[] {
	const agents = Map.groupBy(sessions, ({ agent }) => agent);
	// Shells and the rest come last.
	return [...agents]
		.sort(([a], [b]) => Number(a === 'other') - Number(b === 'other') || compare(a, b))
		.map(([about, members]) => ({ key: `agent:${about}`, kind: 'agent', about, groups: [], sessions: members }));
}
