/** Starts an agent in a new tmux session, or refuses and leaves nothing behind. */
import { createHash, randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { CommandLine } from '../../agents/adapter.ts';
import { agents, type KnownAgent } from '../../agents/catalog.ts';
import { projectKey } from '../../registry/paths.ts';
import type { RecordDraft } from '../../registry/record.ts';
import type { Registry } from '../../registry/registry.ts';
import { TmuxError } from '../../tmux/errors.ts';
import type { PaneTarget, SessionTarget } from '../../tmux/model.ts';
import { done, type Outcome, type Refusal, refused } from '../outcome.ts';
import { newSessionId, type Session, type SessionId } from '../session.ts';
import type { ActionDesk, Place } from './context.ts';
import { lastWords } from './firstMoments.ts';
import { holderOf } from './holder.ts';
import { findAgent, fitting, promptArgument } from './launch.ts';
import { limitRefusal } from './limits.ts';
import { nameTaken, plain, plainName } from './names.ts';
import { type MadeWorktree, makeWorktree, undoWorktree, worktreesFolder } from './worktree.ts';

export interface SpawnRequest {
	readonly agent: KnownAgent;
	readonly folder: string;
	/** Made from the folder's name where absent. */
	readonly name?: string;
	readonly firstPrompt?: string;
	/** A leading `!` or `/` of the first prompt is meant for the agent itself. */
	readonly asCommand?: boolean;
	readonly model?: string;
	readonly permissionMode?: string;
	readonly issueId?: string;
	readonly worktree?: { readonly branch?: string };
}

/** Names other tools make can race ours; past this many someone is making them faster than we can count. */
const NAME_TRIES = 20;

/** What a session is started with, once everything that could be missing was found. */
export interface Start {
	readonly kind: KnownAgent;
	readonly folder: string;
	/** Given by the user: taken is refused. Otherwise made, and numbered until it is free. */
	readonly name: string | undefined;
	readonly command: CommandLine;
	readonly draft: Omit<RecordDraft, 'id' | 'name' | 'project' | 'folder' | 'agent' | 'lifecycle' | 'ownership'>;
	readonly worktree?: { readonly branch?: string };
	readonly journal: string;
}

export async function spawn(desk: ActionDesk, request: SpawnRequest): Promise<Outcome<SessionId>> {
	const place = await desk.place();
	if ('kind' in place) return refused(place);
	const { agent: kind, folder, model, permissionMode, issueId, worktree } = request;
	if (!(await isFolder(folder))) return refused({ kind: 'no-folder', folder });
	const found = await findAgent(desk, kind);
	if ('kind' in found) return refused(found);
	const prompt = promptArgument(request.firstPrompt, kind, request.asCommand ?? false);
	if (typeof prompt === 'object') return refused(prompt);
	const name = request.name?.trim() ? plain(request.name) : undefined;
	if (name === '') return refused({ kind: 'bad-name', name: request.name ?? '' });
	const conversationId = kind === 'claude' ? randomUUID() : undefined;
	const command = agents[kind].launch({
		...found,
		...(prompt !== undefined && { firstPrompt: prompt }),
		...(model && { model }),
		...(permissionMode && { permissionMode }),
		...(conversationId && { conversationId }),
	});
	const overrides = { ...(model && { model }), ...(permissionMode && { permissionMode }) };
	return startSession(desk, place, {
		kind,
		folder,
		name,
		command: await fitting(desk, command, prompt),
		draft: {
			...(conversationId && { conversationId }),
			...(issueId && { issueId }),
			...(Object.keys(overrides).length > 0 && { overrides }),
		},
		...(worktree && { worktree }),
		journal: 'spawned',
	});
}

export async function startSession(desk: ActionDesk, place: Place, start: Start): Promise<Outcome<SessionId>> {
	const { issueId } = start.draft;
	return issueId === undefined ? startFree(desk, place, start) : aloneOnIssue(place.registry, issueId, () => startFree(desk, place, start));
}

/** Two windows may both find an issue free: one of them starts on it, and the other sees its session from then on. */
async function aloneOnIssue(registry: Registry, issueId: string, work: () => Promise<Outcome<SessionId>>): Promise<Outcome<SessionId>> {
	// Any text may name an issue; a claim is kept under an id.
	const key = `issue-${createHash('sha256').update(issueId).digest('hex').slice(0, 24)}`;
	const claim = await registry.claim(key, 'adopt', 'spawn');
	if (claim.outcome === 'lost') return refused({ kind: 'elsewhere' });
	try {
		await registry.reload();
		return await work();
	} finally {
		await claim.release();
	}
}

async function startFree(desk: ActionDesk, place: Place, start: Start): Promise<Outcome<SessionId>> {
	const taken = startRefusal(desk, place.registry, start);
	if (taken) return refused(taken);
	const id = newSessionId();
	return desk.while(id, 'spawned', async () => {
		const names = desk.context.sessions.all.map(nameOf);
		const name = start.name ?? (await place.registry.reserveName(start.kind, plainName(start.folder), names));
		const made = start.worktree && (await makeWorktree(start.folder, { root: await worktreesFolder(desk), name, ...start.worktree }));
		if (made && 'kind' in made) return refused(made);
		const undo = async () => {
			await place.registry.delete(id);
			if (made) await undoWorktree(made);
		};
		try {
			const outcome = await makeSession(desk, place, { ...start, id, name, made, given: start.name !== undefined });
			if (outcome.kind === 'refused') await undo();
			return outcome;
		} catch (error) {
			await undo();
			throw error;
		}
	});
}

function startRefusal(desk: ActionDesk, registry: Registry, { name, draft }: Start): Refusal | undefined {
	const sessions = desk.context.sessions.all;
	const over = limitRefusal(sessions, desk.context.sessionLimit());
	if (over) return over;
	const issue = draft.issueId === undefined ? undefined : registry.findUnfinishedByIssue(draft.issueId)[0];
	if (issue) return { kind: 'issue-taken', issueId: draft.issueId ?? '', by: holderOf(issue) };
	return name === undefined ? undefined : nameTaken(name, { sessions, records: registry.list() });
}

interface NewSession extends Omit<Start, 'name'> {
	readonly id: SessionId;
	readonly name: string;
	readonly made: MadeWorktree | undefined;
	/** The user chose the name: another one will not do. */
	readonly given: boolean;
}

async function makeSession(desk: ActionDesk, { server, registry }: Place, start: NewSession): Promise<Outcome<SessionId>> {
	const { id, name, made, kind, draft, command } = start;
	const folder = made?.folder ?? start.folder;
	// The record is there before the session is: another window that sees the session first must not take it for somebody else's.
	await registry.create({
		...draft,
		id,
		name,
		project: projectKey(start.folder),
		folder,
		agent: kind,
		lifecycle: 'starting',
		ownership: { session: 'created', ...(made && { worktree: 'created', branch: made.branchMade ? 'created' : 'adopted' }) },
		...(made && { worktree: made.path, branch: made.branch }),
	});
	const env = draft.overrides?.env;
	const spec = { folder, command, shoalId: id, ...(env && { env }) };
	const free = start.given ? undefined : () => registry.reserveName(kind, plainName(start.folder), desk.context.sessions.all.map(nameOf));
	const created = await named(name, free, (wish) => server.newSession({ ...spec, name: wish }));
	if (created === undefined) return refused({ kind: 'name-taken', name });
	const output = await lastWords(desk, server, { ...created, id });
	if (output !== undefined) {
		await server.killSession(created).catch(() => undefined);
		await server.refresh('command');
		return refused({ kind: 'ended-at-once', output });
	}
	await registry.journal.append(id, { kind: 'spawned', by: 'user', why: start.journal, text: name });
	await server.refresh('command');
	return done(id);
}

/** A name that is free among what is known may be taken by a session made meanwhile outside Shoal. */
async function named(
	wish: string,
	next: (() => Promise<string>) | undefined,
	make: (name: string) => Promise<SessionTarget & PaneTarget>,
): Promise<(SessionTarget & PaneTarget) | undefined> {
	let name = wish;
	for (let attempt = 1; attempt <= NAME_TRIES; attempt++) {
		try {
			return await make(name);
		} catch (error) {
			if (!(error instanceof TmuxError) || error.reason !== 'duplicate-name') throw error;
			if (!next) return undefined;
			name = await next();
		}
	}
	return undefined;
}

function nameOf({ name }: Session): string {
	return name;
}

export async function isFolder(path: string): Promise<boolean> {
	try {
		return (await stat(path)).isDirectory();
	} catch {
		return false;
	}
}
