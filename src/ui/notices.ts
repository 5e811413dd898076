/** Notices for what a person would miss: a new question, a failed or a finished turn of a session that is not in front. One at a time. */
import { window } from 'vscode';
import { DisposableList } from '../base/disposable.ts';
import { nextEvent } from '../base/event.ts';
import { needsUser } from '../sessions/attention.ts';
import type { Session, SessionId } from '../sessions/session.ts';
import type { CommandContext } from './commands/context.ts';
import { answer, answerWith } from './commands/talk.ts';
import { settings } from './settings.ts';
import { groupWords } from './words/groups.ts';
import { noticeWords } from './words/notice.ts';
import { askedWord } from './words/state.ts';

export type NoticeLevel = 'off' | 'decisions' | 'all';

/** What a notice is about; the same occasion is told once. */
interface Occasion {
	readonly id: SessionId;
	readonly kind: 'asks' | 'failed' | 'finished';
	readonly key: string;
}

/** As long as a message stays before a person's eyes. */
const ALONE_MS = 12_000;

export class Notices extends DisposableList {
	readonly #context: CommandContext;
	readonly #waiting: Occasion[] = [];
	/** The last occasion of each kind that was told of a session. */
	readonly #told = new Map<SessionId, Map<Occasion['kind'], string>>();
	/** What each session did when it was last looked at: a turn ends where work stops. */
	readonly #before = new Map<SessionId, Session['activity']>();
	readonly #snoozed = new Set<SessionId>();
	#showing = false;

	constructor(context: CommandContext) {
		super();
		this.#context = context;
		const { sessions } = context.supervisor;
		for (const session of sessions.all) this.#before.set(session.id, session.activity);
		this.add(
			sessions.onDidChange(({ added, changed, removed }) => {
				for (const session of [...added, ...changed]) this.#consider(session);
				for (const { id } of removed) this.#forget(id);
			}),
		);
	}

	#consider(session: Session): void {
		const before = this.#before.get(session.id);
		this.#before.set(session.id, session.activity);
		const occasion = occasionOf(session, before);
		if (!occasion || !this.#isNew(occasion)) return;
		const level = settings.notices();
		if (level === 'off' || (level === 'decisions' && occasion.kind !== 'asks') || this.#snoozed.has(session.id)) return;
		if (this.#context.terminals.isActive(session.id) && window.state.focused) return;
		this.#waiting.push(occasion);
		void this.#tellNext();
	}

	#isNew({ id, kind, key }: Occasion): boolean {
		const told = this.#told.get(id) ?? new Map<Occasion['kind'], string>();
		this.#told.set(id, told);
		if (told.get(kind) === key) return false;
		told.set(kind, key);
		return true;
	}

	#forget(id: SessionId): void {
		this.#before.delete(id);
		this.#told.delete(id);
		this.#snoozed.delete(id);
	}

	/** One after the other: a second question does not push the first one out of sight. */
	async #tellNext(): Promise<void> {
		if (this.#showing) return;
		const occasion = this.#waiting.shift();
		if (!occasion) return;
		this.#showing = true;
		try {
			const session = this.#context.supervisor.sessions.get(occasion.id);
			// What was settled while it waited in line is no news.
			if (session && isStillSo(session, occasion)) await this.#tellFor(session, occasion);
		} finally {
			this.#showing = false;
			if (!this.disposed) void this.#tellNext();
		}
	}

	/** VS Code never takes a message away by itself, so that one which nobody answers must not keep the next ones waiting. */
	async #tellFor(session: Session, occasion: Occasion): Promise<void> {
		const settled = new AbortController();
		const limit = AbortSignal.any([settled.signal, AbortSignal.timeout(ALONE_MS)]);
		const over = nextEvent(this.#context.supervisor.sessions.onDidChange, limit, () => {
			const now = this.#context.supervisor.sessions.get(occasion.id);
			return !now || !isStillSo(now, occasion);
		}).catch(() => undefined);
		try {
			await Promise.race([this.#tell(session, occasion), over]);
		} finally {
			settled.abort();
		}
	}

	async #tell(session: Session, { kind }: Occasion): Promise<void> {
		const open = noticeWords.open();
		const snooze = noticeWords.snooze();
		if (kind !== 'asks') {
			const text =
				kind === 'failed'
					? noticeWords.failed(session.name, session.evidence.observation)
					: noticeWords.finished(session.name, session.thought?.text);
			const choice = await (kind === 'failed'
				? window.showWarningMessage(text, open, snooze)
				: window.showInformationMessage(text, open, snooze));
			if (choice)
				this.#act(choice, session, { [open]: () => this.#context.terminals.open(session), [snooze]: () => this.#snoozed.add(session.id) });
			return;
		}
		const { decision } = session;
		const text = noticeWords.asks(session.name, decision ? askedWord(decision) : groupWords.needsYou());
		const actions: Record<string, () => unknown> = {};
		if (decision?.options.some(({ effect }) => effect === 'approve')) {
			actions[noticeWords.approve()] = () => answerWith(session, { kind: 'approve' }, this.#context);
			actions[noticeWords.reject()] = () => answerWith(session, { kind: 'reject' }, this.#context);
		} else if (decision) actions[noticeWords.answer()] = () => answer(session, this.#context);
		actions[open] = () => this.#context.terminals.open(session);
		actions[snooze] = () => this.#snoozed.add(session.id);
		const choice = await window.showWarningMessage(text, ...Object.keys(actions));
		if (choice) this.#act(choice, session, actions);
	}

	#act(choice: string, session: Session, actions: Readonly<Record<string, () => unknown>>): void {
		this.#context.log.debug(`notice of ${session.name}: ${choice}`);
		void actions[choice]?.();
	}
}

function occasionOf(session: Session, before: Session['activity'] | undefined): Occasion | undefined {
	const { id, decision, activity, activitySince, agent } = session;
	if (needsUser(session)) return decision && { id, kind: 'asks', key: `${id} asks ${decision.fingerprint} ${decision.askedAt}` };
	// What was so before this window looked is no news.
	if (before === undefined || agent === 'other') return undefined;
	if (activity === 'failed') return { id, kind: 'failed', key: `${id} failed ${activitySince}` };
	const worked = before === 'working' || before === 'retrying';
	return worked && activity === 'idle' ? { id, kind: 'finished', key: `${id} finished ${activitySince}` } : undefined;
}

function isStillSo(session: Session, { kind }: Occasion): boolean {
	switch (kind) {
		case 'asks':
			return needsUser(session);
		case 'failed':
			return session.activity === 'failed';
		case 'finished':
			return session.activity === 'idle';
	}
}
