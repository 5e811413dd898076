/** Writes into the history of each session what it does by itself: what it asks, when it is done, when it fails. */
import { DisposableList } from '../base/disposable.ts';
import type { Logger } from '../base/logger.ts';
import type { JournalDraft, JournalEntry } from '../registry/journal.ts';
import type { Registry } from '../registry/registry.ts';
import { needsUser } from './attention.ts';
import type { Session, SessionId } from './session.ts';
import type { SessionList } from './sessionList.ts';

export interface ChronicleOptions {
	readonly sessions: SessionList;
	readonly registry: () => Promise<Registry>;
	readonly logger: Logger;
	readonly now: () => number;
	readonly settleMs?: number;
}

/** The last words of a turn reach us up to a second after its end. */
const SETTLE_MS = 1_000;
/** What was said longer ago is read from an old transcript. */
const FRESH_MS = 30_000;

/** A turn ends within this after somebody interrupted it or said no. */
const OWN_DOING_MS = 10_000;

export class Chronicle extends DisposableList {
	readonly #options: ChronicleOptions;
	readonly #before = new Map<SessionId, Session>();
	readonly #settling = new Map<SessionId, NodeJS.Timeout>();

	constructor(options: ChronicleOptions) {
		super();
		this.#options = options;
		this.add(
			options.sessions.onDidChange(({ added, changed, removed }) => {
				for (const { id } of removed) this.#before.delete(id);
				for (const session of [...added, ...changed]) this.#handleChange(session);
			}),
		);
		this.add({
			dispose: () => {
				for (const timer of this.#settling.values()) clearTimeout(timer);
			},
		});
	}

	#handleChange(session: Session): void {
		const before = this.#before.get(session.id);
		this.#before.set(session.id, session);
		// What was so before this window looked is in the history already, or nobody saw it happen.
		const happened = before && happening(before, session, this.#options.now());
		if (happened === 'finished') this.#finish(session);
		else if (happened) void this.#write(session.id, happened);
	}

	#finish({ id }: Session): void {
		if (this.#settling.has(id)) return;
		const at = this.#options.now();
		const write = () => {
			this.#settling.delete(id);
			const { interrupted, thought } = this.#before.get(id) ?? {};
			const entry = { kind: 'stateChanged', by: 'outside', at } as const;
			if (interrupted) void this.#write(id, { ...entry, why: 'interrupted' }, (history) => isOwnDoing(history, at));
			else void this.#write(id, { ...entry, why: 'idle', ...(thought && { text: thought.text }) });
		};
		this.#settling.set(id, setTimeout(write, this.#options.settleMs ?? SETTLE_MS));
	}

	async #write(id: SessionId, draft: JournalDraft, isKnown?: (history: readonly JournalEntry[]) => boolean): Promise<void> {
		try {
			const registry = await this.#options.registry();
			if (!registry.get(id) || isKnown?.(await registry.journal.read(id))) return;
			await registry.journal.append(id, draft);
		} catch (error) {
			this.#options.logger.warn(`the history of ${id} could not be kept: ${String(error)}`);
		}
	}
}

/** Where the user ended the turn from here, the history says so already. */
function isOwnDoing(history: readonly JournalEntry[], at: number): boolean {
	const last = history.findLast(({ kind }) => kind === 'interrupted' || kind === 'answered');
	return last !== undefined && at - last.at < OWN_DOING_MS;
}

/** What a change of a session means for its history, if anything. Several windows see the same: `asOneStory` tells it once. */
export function happening(before: Session, after: Session, now: number): JournalDraft | 'finished' | undefined {
	if (after.agent === 'other' || after.lifecycle !== 'live') return undefined;
	if (needsUser(after)) return asked(before, after);
	const { activity, evidence } = after;
	if (activity === 'failed' && before.activity !== 'failed')
		return { kind: 'stateChanged', by: 'outside', why: 'failed', text: evidence.observation };
	if (activity !== 'idle') return undefined;
	const worked = before.activity === 'working' || before.activity === 'retrying';
	return worked || spoke(before, after, now) ? 'finished' : undefined;
}

function asked(before: Session, { decision }: Session): JournalDraft | undefined {
	// A menu that the user opened is no question of the agent.
	if (!decision || decision.kind === 'menu') return undefined;
	if (before.decision?.fingerprint === decision.fingerprint && before.decision.askedAt === decision.askedAt) return undefined;
	const text = decision.kind === 'approval' ? (decision.command ?? decision.question) : decision.question;
	return { kind: 'asked', by: 'outside', why: decision.fingerprint, text };
}

/** A turn of a few milliseconds shows only by what was said in it. */
function spoke(before: Session, { thought }: Session, now: number): boolean {
	if (before.activity !== 'idle' || thought?.source !== 'transcript' || thought.text === before.thought?.text) return false;
	return thought.at > (before.thought?.at ?? 0) && now - thought.at < FRESH_MS;
}
