/** What is kept about a session: the schema of a record, its version, and the types that follow from it. */
import { randomBytes } from 'node:crypto';
import * as v from 'valibot';

/** Raised when a reader of the version before could misread a record; adding an optional field does not raise it. */
export const SCHEMA_VERSION = 1;

/** The errors kept on a record are the last ones: a session that fails for days stays a small file. */
export const MAX_ERRORS = 20;

export const LIFECYCLES = ['starting', 'live', 'stopped', 'errored', 'archived', 'decommissioned'] as const;
export type Lifecycle = (typeof LIFECYCLES)[number];

const millis = v.pipe(v.number(), v.minValue(0));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** An optional field of the wrong shape counts as absent; on disk it stays as it is until somebody sets it. */
function tolerant<S extends v.GenericSchema>(schema: S) {
	return v.fallback(v.optional(schema), undefined);
}

const tmuxHost = v.object({
	kind: v.literal('tmux'),
	/** Which server: a key of the socket. */
	socket: v.string(),
	/** `$3`: proves the session only together with the run of the server and the time it was created. */
	sessionId: v.string(),
	name: v.string(),
	/** Seconds since the epoch, as tmux prints it. */
	created: v.number(),
	server: v.object({ pid: v.number(), startTime: v.number() }),
});

const nativeHost = v.object({
	kind: v.literal('native'),
	pid: v.number(),
	/** As the system prints it; proves that a reused pid is not the same process. */
	startTime: v.union([v.number(), v.string()]),
});

const made = v.picklist(['created', 'adopted']);

export const recordSchema = v.object({
	schemaVersion: count,
	id: v.string(),
	/** Counts the writes; a write based on another revision than the stored one is refused. */
	revision: count,
	name: v.string(),
	/** Key of the project, the folder the record lies in; see `projectKey`. Never changes. */
	project: v.string(),
	/** Where the agent runs. */
	folder: v.string(),
	/** Kind of agent: `claude`, `codex`, …; a string, so that an agent this version does not know is kept. */
	agent: v.string(),
	lifecycle: v.picklist(LIFECYCLES),
	/** Milliseconds since the epoch, like every time in a record that is not tmux's own. */
	createdAt: millis,
	updatedAt: millis,
	lastSeenAt: tolerant(millis),
	/** Place in a list the user has ordered; absent means by age. */
	order: tolerant(v.number()),

	host: tolerant(v.variant('kind', [tmuxHost, nativeHost])),
	conversationId: tolerant(v.string()),
	/** Who asked for the session: a window, another session's id, a tool. */
	owner: tolerant(v.string()),
	/** What we created and may remove, what we adopted and must not. Absent means adopted. */
	ownership: tolerant(v.object({ session: made, worktree: tolerant(made), branch: tolerant(made) })),

	issueId: tolerant(v.string()),
	branch: tolerant(v.string()),
	pr: tolerant(v.object({ number: count, url: tolerant(v.string()), state: tolerant(v.string()) })),
	worktree: tolerant(v.string()),

	pause: tolerant(v.object({ note: v.string(), at: millis })),
	overrides: tolerant(
		v.object({
			model: tolerant(v.string()),
			permissionMode: tolerant(v.string()),
			env: tolerant(v.record(v.string(), v.string())),
		}),
	),
	/** Why it is not running: `startup_missing_tmux`, `killed`, `exited`, …; `reported` once a person was told. */
	stop: tolerant(v.object({ cause: v.string(), at: millis, detail: tolerant(v.string()), reported: tolerant(v.boolean()) })),
	errors: tolerant(v.array(v.object({ at: millis, message: v.string() }))),
	/** The last line known of what the agent did or said, shown while nothing newer is known. */
	thought: tolerant(v.object({ text: v.string(), at: millis, source: tolerant(v.string()) })),
	/** Set while archived: when, and what it was before. */
	archived: tolerant(v.object({ at: millis, from: v.picklist(LIFECYCLES) })),
});

export type SessionRecord = DeepReadonly<v.InferOutput<typeof recordSchema>>;
export type RecordHost = NonNullable<SessionRecord['host']>;

/** What a caller gives for a session that has no record yet; the store adds the rest. */
export type RecordDraft = Omit<SessionRecord, 'schemaVersion' | 'revision' | 'createdAt' | 'updatedAt' | 'archived'> & {
	readonly createdAt?: number;
};

type DeepReadonly<T> = T extends readonly (infer E)[]
	? readonly DeepReadonly<E>[]
	: T extends object
		? { readonly [K in keyof T]: DeepReadonly<T[K]> }
		: T;

/** A session that is over can't be worked on again; every other one is unfinished. */
export function isFinished(record: SessionRecord): boolean {
	return record.lifecycle === 'archived' || record.lifecycle === 'decommissioned';
}

/** Lower case only, since some file systems don't tell cases apart; 60 random bits. */
export function newSessionId(): string {
	const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
	return Array.from(randomBytes(12), (byte) => alphabet[byte % alphabet.length]).join('');
}
