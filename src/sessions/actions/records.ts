/** What the user says about a session without touching what runs: its name, a pause with a note, and how to start it next time. */
import type { KnownAgent } from '../../agents/catalog.ts';
import type { SessionRecord } from '../../registry/record.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import type { SessionId } from '../session.ts';
import { type ActionDesk, isInTmux, isStopped } from './context.ts';
import { nameTaken, plain } from './names.ts';

/** Undefined leaves a value as it is, null removes it. */
export interface OverridesChange {
	/** Another agent from the next start on: what was set for the one before no longer applies. */
	readonly agent?: KnownAgent;
	readonly model?: string | null;
	readonly permissionMode?: string | null;
	readonly env?: Readonly<Record<string, string | null>>;
}

export type Overrides = NonNullable<SessionRecord['overrides']>;

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Returns the name as it stands. */
export function rename(desk: ActionDesk, id: SessionId, wish: string): Promise<Outcome<string>> {
	return desk.attempt(async () => {
		const session = desk.session(id);
		if (!session) return refused({ kind: 'gone' });
		const name = plain(wish);
		if (name === '') return refused({ kind: 'bad-name', name: wish });
		if (name === session.name) return done(name);
		const registry = await desk.context.registry();
		const others = { sessions: desk.context.sessions.all, records: registry.list().filter((record) => record.id !== id) };
		const taken = nameTaken(name, others);
		if (taken) return refused(taken);
		const server = isInTmux(session) ? desk.context.server(session.host.server) : undefined;
		if (isInTmux(session)) await server?.renameSession(session.host.target, name);
		if (registry.get(id)) {
			await registry.update(id, (record) => ({ ...record, name }));
			await registry.journal.append(id, { kind: 'renamed', by: 'user', why: session.name, text: name });
		}
		await server?.refresh('command');
		return done(name);
	});
}

export function pause(desk: ActionDesk, id: SessionId, note: string): Promise<Outcome> {
	return desk.onRecord(id, async (registry) => {
		await registry.update(id, (record) => ({ ...record, pause: { note, at: desk.context.now() } }));
		await registry.journal.append(id, { kind: 'paused', by: 'user', text: note });
		return done();
	});
}

/** Returns the note, to be shown to whoever goes on. */
export function unpause(desk: ActionDesk, id: SessionId): Promise<Outcome<string | undefined>> {
	return desk.onRecord(id, async (registry, record) => {
		if (!record.pause) return done<string | undefined>(undefined);
		await registry.update(id, (current) => ({ ...current, pause: undefined }));
		await registry.journal.append(id, { kind: 'note', by: 'user', why: 'unpaused', text: record.pause.note });
		return done<string | undefined>(record.pause.note);
	});
}

export function setOverrides(desk: ActionDesk, id: SessionId, change: OverridesChange): Promise<Outcome<Overrides>> {
	return desk.onRecord(id, async (registry, record) => {
		const session = desk.session(id);
		const switches = change.agent !== undefined && change.agent !== record.agent;
		// The record of a running session says what runs.
		if (switches && !(session && isStopped(session))) return refused({ kind: 'not-stopped' });
		const unfit = Object.keys(change.env ?? {}).find((name) => !VARIABLE.test(name));
		if (unfit !== undefined) return refused({ kind: 'bad-name', name: unfit });
		const stored = await registry.update(id, (current) => ({
			...current,
			...(switches && { agent: change.agent, conversationId: undefined }),
			overrides: merged(switches ? keptAcrossAgents(current.overrides) : (current.overrides ?? {}), change),
		}));
		const { env, ...plainOnes } = stored.overrides ?? {};
		// Values of variables may be secrets: only their names are history.
		const text = JSON.stringify({ ...plainOnes, ...(switches && { agent: change.agent }), env: Object.keys(env ?? {}) });
		await registry.journal.append(id, { kind: 'note', by: 'user', why: 'overrides', text });
		return done(stored.overrides ?? {});
	});
}

/** Models and permission modes are words of one agent. */
function keptAcrossAgents(overrides: Overrides | undefined): Overrides {
	return overrides?.env ? { env: overrides.env } : {};
}

export function merged(before: Overrides, { model, permissionMode, env }: OverridesChange): Overrides {
	const pick = (old: string | undefined, next: string | null | undefined) => (next === undefined ? old : (next ?? undefined));
	const nextModel = pick(before.model, model);
	const nextMode = pick(before.permissionMode, permissionMode);
	const nextEnv = Object.entries({ ...before.env, ...env }).filter((entry): entry is [string, string] => entry[1] !== null);
	return {
		...(nextModel !== undefined && { model: nextModel }),
		...(nextMode !== undefined && { permissionMode: nextMode }),
		...(nextEnv.length > 0 && { env: Object.fromEntries(nextEnv) }),
	};
}
