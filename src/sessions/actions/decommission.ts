/** Ends a session for good: shows what would be lost, removes only what we made, and leaves a tombstone. */
import { createHash } from 'node:crypto';
import { readlink } from 'node:fs/promises';
import { sep } from 'node:path';
import type { SessionRecord } from '../../registry/record.ts';
import { done, type Outcome, type ProcessSummary, type Refusal, refused } from '../outcome.ts';
import type { SessionId } from '../session.ts';
import { type ActionDesk, isInTmux } from './context.ts';
import { askGit, git } from './git.ts';
import { type GitSummary, gitSummary, uniqueCommits } from './gitSummary.ts';
import { endSession, panePids } from './kill.ts';
import { possession } from './ownWorktree.ts';
import { summaryOf, treeOf } from './processTree.ts';
import { commonFolder, worktreeFolders } from './worktree.ts';

export interface DecommissionPreview {
	/** The worktree that would be removed; absent where the session has none of ours. */
	readonly worktree?: string;
	readonly branch?: string;
	readonly work?: GitSummary;
	/** Of the session, and others that stand in the worktree. */
	readonly processes: readonly ProcessSummary[];
	/** Names exactly this loss: what the user agreed to. Empty where nothing would be lost. */
	readonly loss: string;
}

export interface DecommissionOptions {
	/** The `loss` of the preview that the user said yes to. */
	readonly loss?: string;
}

export interface Decommissioned {
	readonly worktreeRemoved: boolean;
	/** Kept, because it has commits that are nowhere else. */
	readonly branchKept?: string;
}

export function decommissionPreview(desk: ActionDesk, id: SessionId): Promise<Outcome<DecommissionPreview>> {
	return desk.onRecord(id, async (_, record) => {
		const found = await previewOf(desk, record);
		return 'kind' in found ? refused(found) : done(found);
	});
}

export function decommission(desk: ActionDesk, id: SessionId, { loss = '' }: DecommissionOptions): Promise<Outcome<Decommissioned>> {
	return desk.onRecord(id, async (registry, record) => {
		const before = await agreed(desk, record, loss);
		if ('kind' in before) return refused(before);
		const claim = await registry.claim(id, 'decommission', String(record.createdAt));
		if (claim.outcome === 'lost') return refused({ kind: 'elsewhere' });
		let over = false;
		try {
			return await desk.while(id, 'stopped', async () => {
				const ended = await endRun(desk, id);
				if (ended) return refused(ended);
				// The agent may have written until its end: what is lost must still be what was agreed to.
				const now = await agreed(desk, record, loss);
				if ('kind' in now) return refused(now);
				const removed = now.worktree === undefined ? { worktreeRemoved: false } : await remove(record, now.worktree);
				await registry.update(id, (current) => ({
					...current,
					lifecycle: 'decommissioned',
					stop: { cause: 'decommissioned', at: desk.context.now(), reported: true },
				}));
				await registry.journal.append(id, { kind: 'decommissioned', by: 'user', text: now.worktree ?? '' });
				over = true;
				return done(removed);
			});
		} finally {
			await (over ? claim.done() : claim.release());
		}
	});
}

async function agreed(desk: ActionDesk, record: SessionRecord, loss: string): Promise<DecommissionPreview | Refusal> {
	const preview = await previewOf(desk, record);
	if ('kind' in preview || preview.loss === '' || preview.loss === loss) return preview;
	const { uncommitted = [], untracked = [], ignored = [] } = preview.work ?? {};
	return { kind: 'would-lose', uncommitted: uncommitted.length, untracked: untracked.length, ignored: ignored.length };
}

async function previewOf(desk: ActionDesk, record: SessionRecord): Promise<DecommissionPreview | Refusal> {
	const owned = await possession(record, await worktreeFolders(desk));
	if (owned.kind === 'not-ours') return owned;
	const worktree = owned.kind === 'ours' ? owned.path : undefined;
	const processes = await processesOf(desk, record.id as SessionId, worktree);
	if (worktree === undefined) return { processes, loss: '' };
	const work = await gitSummary(worktree);
	const { branch } = record;
	return { worktree, ...(branch && { branch }), ...(work && { work }), processes, loss: lossOf(work) };
}

/** Commits on a branch stay with the branch; without one they would go with the worktree. */
function lossOf(work: GitSummary | undefined): string {
	if (!work) return 'unknown';
	const { uncommitted, untracked, ignored, branch, unpushed } = work;
	const parts = [...uncommitted, ...untracked, ...ignored, ...(branch === undefined && unpushed > 0 ? [`commits ${unpushed}`] : [])];
	return parts.length === 0 ? '' : createHash('sha256').update(parts.sort().join('\0')).digest('hex').slice(0, 16);
}

async function processesOf(desk: ActionDesk, id: SessionId, worktree: string | undefined): Promise<readonly ProcessSummary[]> {
	const found = desk.running(id);
	const own = 'kind' in found ? [] : await treeOf(desk.processes, await panePids(found.server, found.session));
	const table = await desk.processes.table(0);
	const known = new Set(own.map(({ pid }) => pid));
	const others = [];
	for (const pid of worktree === undefined ? [] : table.pids()) {
		const folder = known.has(pid) ? undefined : await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
		const facts = folder !== undefined && `${folder}${sep}`.startsWith(`${worktree}${sep}`) ? table.get(pid) : undefined;
		if (facts) others.push(facts);
	}
	return [...own, ...others].map(summaryOf);
}

async function endRun(desk: ActionDesk, id: SessionId): Promise<Refusal | undefined> {
	const session = desk.session(id);
	if (!session || !isInTmux(session)) return undefined;
	const server = desk.context.server(session.host.server);
	if (!server) return { kind: 'gone' };
	const left = await endSession(desk, server, session);
	return left.length > 0 ? { kind: 'survivors', processes: left.map(summaryOf) } : undefined;
}

async function remove(record: SessionRecord, worktree: string): Promise<Decommissioned> {
	const repository = await commonFolder(worktree);
	await git(repository, ['worktree', 'remove', '--force', worktree]);
	const { branch } = record;
	if (!branch || record.ownership?.branch !== 'created') return { worktreeRemoved: true };
	const ref = `refs/heads/${branch}`;
	const tip = (await askGit(repository, ['rev-parse', '--verify', '--quiet', ref]))?.trim();
	if (!tip) return { worktreeRemoved: true };
	if ((await uniqueCommits(repository, tip, branch)) !== 0) return { worktreeRemoved: true, branchKept: branch };
	// Only while it still points at what was looked at.
	await askGit(repository, ['update-ref', '-d', ref, tip]);
	return { worktreeRemoved: true };
}
