/** Real agents in a real tmux behind a supervisor, as in the product; the model is on loopback and remembers what it was told. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import type { Choice } from '../../../src/sessions/actions/answer.ts';
import type { SpawnRequest } from '../../../src/sessions/actions/spawn.ts';
import type { Outcome } from '../../../src/sessions/outcome.ts';
import type { Session, SessionId } from '../../../src/sessions/session.ts';
import type { Supervisor } from '../../../src/sessions/supervisor.ts';
import { Bed } from '../../tmux/sessions/harness.ts';
import { type AgentHome, claudeHome, codexHome, makeWorkspace } from '../homes.ts';
import { programs } from '../programs.ts';
import { type Recorder, startRecorder } from './recorder.ts';

/** A real agent under load takes seconds for what it does in milliseconds. */
const LIMIT_MS = 30_000;
const LOOK_EVERY_MS = 20;
/** How many times each kind of dialog is answered; the count by hand is larger. */
export const ROUNDS = Number(process.env.SHOAL_TEST_ROUNDS ?? 10);

export type Real = 'claude' | 'codex';

export class RealStage {
	readonly bed = new Bed();
	readonly agent: Real;
	workspace = '';
	#window: Supervisor | undefined;
	#recorder: Recorder | undefined;
	#homes: { claude: AgentHome; codex: AgentHome } | undefined;

	constructor(agent: Real) {
		this.agent = agent;
	}

	get window(): Supervisor {
		if (!this.#window) throw new Error('not started');
		return this.#window;
	}

	get model(): Recorder {
		if (!this.#recorder) throw new Error('not started');
		return this.#recorder;
	}

	async start(): Promise<void> {
		await this.bed.start();
		this.#recorder = await startRecorder();
		this.workspace = await makeWorkspace(this.bed.folder, 'project');
		const options = { api: this.#recorder.url, workspace: this.workspace };
		this.#homes = { claude: await claudeHome(this.bed.folder, options), codex: await codexHome(this.bed.folder, options) };
		this.#window = await this.openWindow();
	}

	async openWindow(): Promise<Supervisor> {
		const home = this.#homes?.[this.agent];
		if (!home) throw new Error('not started');
		const variables = Object.entries(home.env).map(([name, text]) => `${name}=${quoted(text)}`);
		const program = await this.bed.script(
			this.agent,
			`#!/bin/sh\nexec env ${variables.join(' ')} ${quoted(programs?.[this.agent] ?? '')} "$@"\n`,
		);
		const window = await this.bed.started({ programOf: () => program, home: this.bed.folder });
		window.setPace('quick');
		return window;
	}

	/** What a reboot does: the tmux server is gone, and a window opens afresh. */
	async reboot(): Promise<void> {
		await this.bed.tmux('kill-server').catch(() => '');
		await this.eventually('end of tmux', () =>
			this.bed.tmux('list-sessions').then(
				() => false,
				() => true,
			),
		);
		await this.window.shutdown(LIMIT_MS);
		this.#window = await this.openWindow();
	}

	async end(): Promise<void> {
		for (const { id, host } of this.#window?.sessions.all ?? []) if (host.kind === 'tmux') await this.window.actions.kill(id);
		await this.bed.end();
		await this.#recorder?.close();
	}

	async spawn(request: Partial<SpawnRequest> = {}): Promise<SessionId> {
		const mode = this.agent === 'claude' ? { permissionMode: 'manual' } : {};
		return value(await this.window.actions.spawn({ agent: this.agent, folder: this.workspace, ...mode, ...request }));
	}

	session(id: SessionId): Session {
		const session = this.window.sessions.get(id);
		if (!session) throw new Error('the session is not in the list');
		return session;
	}

	async until(id: SessionId, what: string, holds: (session: Session) => boolean): Promise<Session> {
		await this.eventually(what, () => holds(this.session(id)), id);
		return this.session(id);
	}

	async eventually(what: string, holds: () => boolean | Promise<boolean>, id?: SessionId): Promise<void> {
		const deadline = performance.now() + LIMIT_MS;
		while (!(await holds())) {
			if (performance.now() > deadline) throw new Error(`no ${what} within ${LIMIT_MS} ms\n${id ? await this.picture(id) : ''}`);
			await delay(LOOK_EVERY_MS);
		}
	}

	async picture(id: SessionId): Promise<string> {
		const session = this.window.sessions.get(id);
		if (session?.host.kind !== 'tmux') return `it runs nowhere: ${session?.lifecycle}`;
		const screen = await this.bed.tmux('capture-pane', '-p', '-t', session.host.paneId);
		return `${session.activity} (${session.evidence.source}: ${session.evidence.observation}) ${session.decision?.kind}\n${screen}`;
	}

	async idle(id: SessionId): Promise<void> {
		await this.until(id, 'idle', ({ activity }) => activity === 'idle');
	}

	/** Gives its window so many columns and rows, as `80x24`. */
	async resize(id: SessionId, size: string): Promise<void> {
		const { host } = this.session(id);
		if (host.kind !== 'tmux') throw new Error('it is not in tmux');
		const [columns = '', rows = ''] = size.split('x');
		await this.bed.tmux('resize-window', '-t', host.paneId, '-x', columns, '-y', rows);
	}

	async decision(id: SessionId, kind: NonNullable<Session['decision']>['kind']): Promise<NonNullable<Session['decision']>> {
		const { decision } = await this.until(id, `${kind} dialog`, (session) => session.decision?.kind === kind);
		if (!decision) throw new Error('no decision');
		return decision;
	}

	/** Sends a prompt that makes the agent ask, and answers what it asks. */
	async round(id: SessionId, prompt: string, { kind, choice }: { kind: 'approval' | 'question' | 'plan'; choice: Choice }): Promise<void> {
		value(await this.window.actions.send(id, prompt));
		// A person picks an option once it is in the list: what a small window hides comes with the agent's own file.
		const offered = (session: Session) => choice.kind !== 'option' || (session.decision?.options.length ?? 0) > choice.index;
		await this.until(id, `${kind} dialog`, (session) => session.decision?.kind === kind && offered(session));
		const { fingerprint } = await this.decision(id, kind);
		const { kind: receipt } = value(await this.window.actions.answer(id, { fingerprint, choice }));
		if (receipt !== 'answered') throw new Error(`${receipt}\n${await this.picture(id)}`);
		await this.idle(id);
	}
}

export function useRealStage(agent: Real): RealStage {
	const stage = new RealStage(agent);
	beforeAll(() => stage.start(), 120_000);
	afterAll(() => stage.end(), 60_000);
	return stage;
}

export function value<T>(outcome: Outcome<T>): T {
	if (outcome.kind === 'refused') throw new Error(`refused: ${JSON.stringify(outcome.refusal)}`);
	return outcome.value;
}

function quoted(text: string): string {
	return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
