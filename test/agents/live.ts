/** A real agent in a real tmux, watched as the product does it: facts in, fused states out, every change on record with its time. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Keystroke } from '../../src/agents/adapter.ts';
import { chooseKeys, DIALOG_SETTLE_MS } from '../../src/agents/answer.ts';
import { agents, type KnownAgent } from '../../src/agents/catalog.ts';
import type { DecisionKind } from '../../src/agents/screen/reading.ts';
import type { AgentSignal } from '../../src/agents/watch/facts.ts';
import { AgentWatcher } from '../../src/agents/watch/watcher.ts';
import { fuse } from '../../src/sessions/activity/fuse.ts';
import { type ActivityState, initialState, type PendingDecision } from '../../src/sessions/activity/state.ts';
import type { Activity } from '../../src/sessions/session.ts';
import { type ModelApi, startModelApi } from './model/server.ts';
import { TestTmux } from './tmux.ts';

/** As often as the product's own ticker looks while someone watches. */
const LISTING_MS = 100;
const LIMIT_MS = 20_000;
/** Where agents that a test gives hooks write, in the folder of its tmux server. */
export const HOOKS = 'hooks';

export interface Change {
	readonly at: number;
	readonly key: string;
	readonly activity: Activity;
	readonly source: string;
	/** When the source says it was so: the agent's own stamp where it gives one. */
	readonly truthAt: number;
}

export class Live {
	readonly tmux: TestTmux;
	readonly api: ModelApi;
	readonly watcher: AgentWatcher;
	readonly states = new Map<string, ActivityState>();
	readonly changes: Change[] = [];
	readonly signals: AgentSignal[] = [];
	#stopped = false;
	#loop: Promise<void>;

	constructor(tmux: TestTmux, api: ModelApi) {
		this.tmux = tmux;
		this.api = api;
		this.watcher = new AgentWatcher({
			requestScreen: (key) => tmux.screen(key).catch(() => undefined),
			nativeEveryMs: 500,
			home: tmux.folder,
			hookSpool: join(tmux.folder, HOOKS),
		});
		this.watcher.onDidSignal((signal) => this.#handle(signal.key, signal));
		this.#loop = this.#list();
	}

	static async start(): Promise<Live> {
		return new Live(await TestTmux.start(), await startModelApi());
	}

	state(key: string): ActivityState {
		return this.states.get(key) ?? initialState(0);
	}

	/** Resolves with the time when the state first passed, counted from now on. */
	async until(key: string, what: string, passes: (state: ActivityState) => boolean, limitMs = LIMIT_MS): Promise<number> {
		const start = Date.now();
		while (!passes(this.state(key))) {
			if (Date.now() - start > limitMs) {
				const { activity, evidence, decision } = this.state(key);
				const screen = await this.tmux.screen(key).catch(() => undefined);
				const recent = this.changes.filter((change) => change.key === key).slice(-8);
				throw new Error(
					`no ${what} within ${limitMs} ms; it is ${activity} (${evidence.source}: ${evidence.observation}), decision ${decision?.kind}\n` +
						`${recent.map((change) => `${change.at} ${change.activity} ${change.source}`).join('\n')}\n${screen?.title}\n${screen?.text.replaceAll(/\n{2,}/g, '\n')}`,
				);
			}
			await delay(10);
		}
		return Date.now();
	}

	untilActivity(key: string, activity: Activity, limitMs?: number): Promise<number> {
		return this.until(key, activity, (state) => state.activity === activity, limitMs);
	}

	/** The last change to this activity. */
	lastChange(key: string, activity: Activity): Change {
		const change = this.changes.findLast((candidate) => candidate.key === key && candidate.activity === activity);
		if (!change) throw new Error(`${key} never was ${activity}`);
		return change;
	}

	/** Clears the input as the adapter says, then submits a prompt. */
	async send(key: string, agent: KnownAgent, text: string): Promise<void> {
		await this.type(key, agents[agent].keys.clearInput(1));
		await this.tmux.prompt(key, text);
	}

	/** Types what an adapter or an answer says. */
	async type(key: string, keystrokes: readonly Keystroke[]): Promise<void> {
		for (const stroke of keystrokes)
			await (stroke.kind === 'text' ? this.tmux.keys(key, '-l', stroke.text) : this.tmux.keys(key, stroke.key));
	}

	/** Waits for a decision of this kind and for the time that dialogs need before they take keys. */
	async decision(key: string, kind: DecisionKind): Promise<PendingDecision> {
		await this.until(key, `${kind} to decide`, (state) => state.decision?.kind === kind);
		await delay(DIALOG_SETTLE_MS);
		const { decision } = this.state(key);
		if (!decision) throw new Error(`the ${kind} is gone again`);
		return decision;
	}

	async choose(key: string, decision: PendingDecision, index: number | undefined): Promise<void> {
		const keystrokes = index === undefined ? undefined : chooseKeys(decision, index);
		if (!keystrokes) throw new Error(`no way to choose ${index} of ${decision.question}`);
		await this.type(key, keystrokes);
	}

	/** Waits until the screen itself shows it: the truth to compare with. */
	async untilScreen(key: string, shows: RegExp, limitMs = LIMIT_MS): Promise<number> {
		const start = Date.now();
		for (;;) {
			const { text, title } = await this.tmux.screen(key);
			if (shows.test(`${text}\n${title}`)) return Date.now();
			if (Date.now() - start > limitMs)
				throw new Error(`the screen does not show ${shows} within ${limitMs} ms:\n${title}\n${text.replaceAll(/\n{2,}/g, '\n')}`);
			await delay(25);
		}
	}

	async stop(): Promise<void> {
		this.#stopped = true;
		await this.#loop;
		this.watcher.dispose();
		await this.tmux.stop();
		await this.api.close();
	}

	async #list(): Promise<void> {
		while (!this.#stopped) {
			const panes = await this.tmux.panes();
			for (const pane of panes) this.watcher.handlePane(pane);
			for (const [key, { dueAt }] of this.states) if (dueAt !== undefined && dueAt <= Date.now()) this.#handle(key, { kind: 'tick' });
			await delay(LISTING_MS);
		}
	}

	#handle(key: string, signal: AgentSignal | { kind: 'tick' }): void {
		const now = Date.now();
		const before = this.state(key);
		const after = fuse(before, signal, now);
		this.states.set(key, after);
		if (signal.kind !== 'tick') this.signals.push(signal);
		if (after.activity !== before.activity)
			this.changes.push({ at: now, key, activity: after.activity, source: after.evidence.source, truthAt: after.evidence.at });
	}
}
