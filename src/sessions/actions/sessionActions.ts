/** What can be done with sessions. Each action checks that it hits the one that was meant, and returns what happened. */
import type { AttachCommand, AttachOptions } from '../../tmux/server.ts';
import { socketArgs } from '../../tmux/socket.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import type { Session, SessionId } from '../session.ts';
import { shellWord } from '../shellWord.ts';
import { type AnswerReceipt, type AnswerRequest, answer } from './answer.ts';
import { storeAttachment } from './attachments.ts';
import { Comebacks } from './comebacks.ts';
import { type ActionContext, ActionDesk, isStopped } from './context.ts';
import {
	type Decommissioned,
	type DecommissionOptions,
	type DecommissionPreview,
	decommission,
	decommissionPreview,
} from './decommission.ts';
import { duplicate } from './duplicate.ts';
import { type InterruptOptions, type InterruptReceipt, interrupt } from './interrupt.ts';
import { type KillPreview, kill, killPreview, stop } from './kill.ts';
import { moveIntoTmux, resumeLine } from './native.ts';
import type { Receipt } from './receipt.ts';
import { saveRecording } from './recording.ts';
import { type Overrides, type OverridesChange, pause, rename, setOverrides, unpause } from './records.ts';
import { type ResumeOptions, resume } from './resume.ts';
import { type ResumePlanEntry, resumePlan } from './resumePlan.ts';
import { type SendOptions, send } from './send.ts';
import { SendQueue } from './sendQueue.ts';
import { type SpawnRequest, spawn } from './spawn.ts';
import { SpawnAdvice } from './spawnAdvice.ts';
import { Turns } from './turns.ts';

/** What became of each of several sessions. */
export type Results<T> = ReadonlyMap<SessionId, Outcome<T>>;

/** So many agents starting at once keep a machine busy without bringing it to its knees. */
const RESUMES_AT_ONCE = 4;

export class SessionActions {
	/** For who is about to spawn. */
	readonly advice: SpawnAdvice;
	readonly #desk: ActionDesk;
	readonly #sends = new SendQueue();
	readonly #turns: Turns;
	readonly #comebacks: Comebacks;

	constructor(context: ActionContext) {
		this.#desk = new ActionDesk(context);
		this.advice = new SpawnAdvice(this.#desk);
		this.#turns = new Turns(context.sessions);
		this.#comebacks = new Comebacks(this.#desk);
	}

	/** Whether an action of this window is under way on the session: its end is then no news from outside. */
	isAsked(id: string): boolean {
		return this.#desk.asked(id as SessionId) !== undefined;
	}

	/** A killed session leaves the list at once; its record follows into the archive. */
	isLeaving(session: Session): boolean {
		return this.#desk.asked(session.id) === 'killed' && session.host.kind === 'none';
	}

	/** Whether the session comes because of us. */
	isStarting(id: SessionId): boolean {
		return this.#desk.asked(id) === 'spawned';
	}

	/** What we do to the session that makes it go. */
	endAskedFor(id: SessionId): 'killed' | 'stopped' | undefined {
		const asked = this.#desk.asked(id);
		return asked === 'spawned' ? undefined : asked;
	}

	spawn(request: SpawnRequest): Promise<Outcome<SessionId>> {
		return this.#desk.attempt(() => spawn(this.#desk, request));
	}

	send(id: SessionId, text: string, options: SendOptions = {}): Promise<Outcome<Receipt>> {
		return send(this.#desk, this.#sends, { ...options, id, text });
	}

	/** Prompts of this window that wait for their turn, or are being confirmed. */
	waitingSends(id: SessionId): number {
		return this.#sends.waiting(id);
	}

	async broadcast(ids: readonly SessionId[], text: string, options: SendOptions = {}): Promise<Results<Receipt>> {
		return each(ids, (id) => this.send(id, text, options));
	}

	/** Words that the dialog has no line for are sent as a prompt after it was rejected; `sent` then says what became of them. */
	async answer(id: SessionId, request: AnswerRequest): Promise<Outcome<Omit<AnswerReceipt, 'sendNext'> & { readonly sent?: Receipt }>> {
		const outcome = await this.#desk.attempt(() => answer(this.#desk, id, request));
		if (outcome.kind === 'refused' || outcome.value.sendNext === undefined) return outcome;
		const { sendNext, ...receipt } = outcome.value;
		const sent = await this.send(id, sendNext);
		return done({ ...receipt, sent: sent.kind === 'done' ? sent.value : { kind: 'not-submitted', detail: sent.refusal.kind } });
	}

	interrupt(id: SessionId, options: InterruptOptions = {}): Promise<Outcome<InterruptReceipt>> {
		return this.#desk.attempt(() => interrupt(this.#desk, this.#turns, { ...options, id }));
	}

	/** Names the turn that runs now, for an interrupt that is asked for later. */
	turnOf(id: SessionId): number {
		return this.#turns.of(id);
	}

	killPreview(id: SessionId, { ownClients = 0 }: { readonly ownClients?: number } = {}): Promise<Outcome<KillPreview>> {
		return killPreview(this.#desk, id, ownClients);
	}

	kill(id: SessionId, { why }: { readonly why?: string } = {}): Promise<Outcome> {
		return kill(this.#desk, id, why);
	}

	/** Ends the agent and keeps record, folder and conversation. */
	stop(id: SessionId, { why }: { readonly why?: string } = {}): Promise<Outcome> {
		return stop(this.#desk, id, why);
	}

	/** Starts a stopped session again: same folder, same id, and the same conversation where the agent can continue it. */
	async resume(id: SessionId, options: ResumeOptions = {}): Promise<Outcome<SessionId>> {
		const outcome = await this.#desk.attempt(() => resume(this.#desk, id, options));
		if (outcome.kind === 'done' && options.by === 'auto') this.#comebacks.watch(id);
		return outcome;
	}

	async resumeAll(ids: readonly SessionId[], options: ResumeOptions = {}): Promise<Results<SessionId>> {
		const results = new Map<SessionId, Outcome<SessionId>>();
		for (let start = 0; start < ids.length; start += RESUMES_AT_ONCE) {
			const some = await each(ids.slice(start, start + RESUMES_AT_ONCE), (id) => this.resume(id, options));
			for (const [id, outcome] of some) results.set(id, outcome);
		}
		return results;
	}

	resumePlan(): Promise<Outcome<readonly ResumePlanEntry[]>> {
		return resumePlan(this.#desk);
	}

	async restart(id: SessionId): Promise<Outcome<SessionId>> {
		const session = this.#desk.session(id);
		const stopped = session && isStopped(session) ? done() : await this.stop(id, { why: 'restart' });
		return stopped.kind === 'refused' ? stopped : this.resume(id);
	}

	/** Returns the name as it stands: what tmux can't keep is taken out. */
	rename(id: SessionId, name: string): Promise<Outcome<string>> {
		return rename(this.#desk, id, name);
	}

	duplicate(id: SessionId): Promise<Outcome<SessionId>> {
		return this.#desk.attempt(() => duplicate(this.#desk, id));
	}

	pause(id: SessionId, note: string): Promise<Outcome> {
		return pause(this.#desk, id, note);
	}

	/** Returns the note. */
	unpause(id: SessionId): Promise<Outcome<string | undefined>> {
		return unpause(this.#desk, id);
	}

	/** What is set for the session's starts. */
	overrides(id: SessionId): Promise<Outcome<Overrides>> {
		return this.#desk.onRecord(id, async (_, record) => done(record.overrides ?? {}));
	}

	/** Merges into what is set; used from the next start on. */
	setOverrides(id: SessionId, change: OverridesChange): Promise<Outcome<Overrides>> {
		return setOverrides(this.#desk, id, change);
	}

	/** Puts a stopped session out of sight; it can be restored. */
	async archive(id: SessionId): Promise<Outcome> {
		const session = this.#desk.session(id);
		if (!session) return refused({ kind: 'gone' });
		if (!isStopped(session)) return refused({ kind: 'not-stopped' });
		return this.#desk.attempt(async () => {
			await this.#clearAway(session);
			const registry = await this.#desk.context.registry();
			if (await registry.archive(id)) await registry.journal.append(id, { kind: 'archived', by: 'user' });
			return done();
		});
	}

	restore(id: SessionId): Promise<Outcome> {
		return this.#desk.attempt(async () => {
			const registry = await this.#desk.context.registry();
			if (await registry.restore(id)) await registry.journal.append(id, { kind: 'restored', by: 'user' });
			return done();
		});
	}

	/** Forgets a session that does not run, archived or not, with its history. Its folder is not touched. */
	delete(id: SessionId): Promise<Outcome> {
		return this.#desk.attempt(async () => {
			const session = this.#desk.session(id);
			if (session && (session.lifecycle === 'live' || session.lifecycle === 'starting')) return refused({ kind: 'not-stopped' });
			if (session) await this.#clearAway(session);
			const deleted = await (await this.#desk.context.registry()).delete(id);
			return deleted ? done() : refused({ kind: 'gone' });
		});
	}

	decommissionPreview(id: SessionId): Promise<Outcome<DecommissionPreview>> {
		return decommissionPreview(this.#desk, id);
	}

	decommission(id: SessionId, options: DecommissionOptions = {}): Promise<Outcome<Decommissioned>> {
		return decommission(this.#desk, id, options);
	}

	/** The path of a file with these bytes, stored once whatever it is called. */
	storeAttachment(bytes: Uint8Array, name: string): Promise<Outcome<string>> {
		return storeAttachment(this.#desk, bytes, name);
	}

	/** Detaches every client of the session, in and outside VS Code; the session lives on. */
	detachAll(id: SessionId): Promise<Outcome<number>> {
		return this.#desk.act(id, (server, session) => server.detachClients(session.host.target));
	}

	/** The command that attaches a terminal to the session. */
	attachCommand(id: SessionId, options?: AttachOptions): Promise<Outcome<AttachCommand>> {
		return this.#desk.act(id, async (server, session) => server.attachCommand(session.host.target, options));
	}

	/** Saves what the session shows and what was made of it, for a report; returns the folder. */
	saveRecording(id: SessionId): Promise<Outcome<string>> {
		return saveRecording(this.#desk, id);
	}

	/** A line that continues the session's conversation from any terminal. */
	resumeLine(id: SessionId): Outcome<string> {
		return resumeLine(this.#desk, id);
	}

	/** Ends an agent in a plain terminal and continues its conversation in tmux; only ever on the user's word. */
	moveIntoTmux(id: SessionId): Promise<Outcome<SessionId>> {
		return this.#desk.attempt(() => moveIntoTmux(this.#desk, id));
	}

	/** Lets the terminal's client set the window's size from now on. */
	claimSize(id: SessionId, clientPid: number): Promise<Outcome> {
		return this.#desk.act(id, (server) => server.claimSize(clientPid));
	}

	/** The same as a line for a person to paste into any terminal. */
	attachLine(id: SessionId): Promise<Outcome<string>> {
		return this.#desk.act(id, async (server, session) => {
			const { file } = server.attachCommand(session.host.target);
			// A person reads this: the name, where tmux can't take it for a pattern or an id.
			const target = /^\w[\w-]*$/.test(session.name) ? `=${session.name}` : session.host.target.sessionId;
			return [file, ...socketArgs(server.socket), 'attach-session', '-t', target].map(shellWord).join(' ');
		});
	}

	/** A dead pane that is still shown in tmux would come straight back. */
	async #clearAway(session: Session): Promise<void> {
		if (session.host.kind !== 'tmux') return;
		const server = this.#desk.context.server(session.host.server);
		await server?.killSession(session.host.target);
		await server?.refresh('command');
	}
}

async function each<T>(ids: readonly SessionId[], action: (id: SessionId) => Promise<Outcome<T>>): Promise<Results<T>> {
	return new Map(await Promise.all([...new Set(ids)].map(async (id) => [id, await action(id)] as const)));
}
