/** A window with scripted agents that look like Claude: what they show is ordered, what they get is written down. */
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { SpawnRequest } from '../../../src/sessions/actions/spawn.ts';
import type { Outcome, Refusal } from '../../../src/sessions/outcome.ts';
import type { Session, SessionId } from '../../../src/sessions/session.ts';
import type { Supervisor } from '../../../src/sessions/supervisor.ts';
import { type Bed, LIMIT_MS, until, useBed } from '../sessions/harness.ts';
import type { Order } from './fixtures/fakeClaude.ts';

const FAKE = join(import.meta.dirname, 'fixtures', 'fakeClaude.ts');
const LOOK_EVERY_MS = 15;

export interface Heard {
	readonly argv?: readonly string[];
	readonly cwd?: string;
	readonly input?: string;
	readonly submit?: string;
	readonly chose?: number;
	readonly rejected?: boolean;
	readonly blindEnter?: boolean;
	readonly escape?: string;
	readonly swallowed?: string;
	readonly lost?: string;
	readonly ready?: boolean;
	readonly test?: string;
}

/** Looks until it holds; the limit is only reached by a hang. */
export async function eventually<T>(look: () => Promise<T | undefined> | T | undefined, what = 'it'): Promise<T> {
	const deadline = performance.now() + LIMIT_MS;
	for (;;) {
		const found = await look();
		if (found !== undefined && found !== false) return found;
		if (performance.now() > deadline) throw new Error(`${what} did not happen within ${LIMIT_MS} ms`);
		await delay(LOOK_EVERY_MS);
	}
}

export class Stage {
	readonly bed: Bed;

	constructor(bed: Bed) {
		this.bed = bed;
	}

	get log(): string {
		return join(this.bed.folder, 'log');
	}

	/** The wrapper is named `claude` and run by node, as the real one is. */
	async program(name = 'claude'): Promise<string> {
		return this.bed.script(
			name,
			`#!${process.execPath}\nprocess.env.FAKE_FOLDER = ${JSON.stringify(this.log)};\nimport(${JSON.stringify(FAKE)});\n`,
		);
	}

	async window(part: Parameters<Bed['started']>[0] = {}): Promise<Supervisor> {
		const program = await this.program();
		return this.bed.started({ programOf: () => program, home: this.bed.folder, ...part });
	}

	async spawn(window: Supervisor, request: Partial<SpawnRequest> = {}): Promise<Actor> {
		const id = value(await window.actions.spawn({ agent: 'claude', folder: this.bed.folder, ...request }));
		const [session] = await until(window, (sessions) => sessions.some((one) => one.id === id && one.host.kind === 'tmux')).then((all) =>
			all.filter((one) => one.id === id),
		);
		if (session?.host.kind !== 'tmux') throw new Error('no session');
		const actor = new Actor(this, window, { id, pid: session.host.panePid, paneId: session.host.paneId });
		await eventually(async () => ((await actor.heard()).some(({ ready }) => ready) ? true : undefined), 'the agent');
		return actor;
	}

	/** Everything any agent has got, by pid. */
	async pids(): Promise<readonly number[]> {
		return (await readdir(this.log)).filter((name) => name.endsWith('.jsonl')).map((name) => Number.parseInt(name, 10));
	}

	async heardBy(pid: number): Promise<readonly Heard[]> {
		const text = await readFile(join(this.log, `${pid}.jsonl`), 'utf8').catch(() => '');
		return text
			.split('\n')
			.filter(Boolean)
			.map((line) => JSON.parse(line) as Heard);
	}

	/** Orders what a process shows; resolves when it is on the screen. */
	async order(pid: number, order: Order): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			const socket = connect(join(this.log, `${pid}.sock`), () => socket.write(JSON.stringify(order)));
			socket
				.on('error', reject)
				.on('close', () => resolve())
				.resume();
		});
	}
}

/** One scripted agent in its session. */
export class Actor {
	readonly id: SessionId;
	readonly pid: number;
	readonly paneId: string;
	readonly #stage: Stage;
	readonly #window: Supervisor;

	constructor(stage: Stage, window: Supervisor, facts: { readonly id: SessionId; readonly pid: number; readonly paneId: string }) {
		this.#stage = stage;
		this.#window = window;
		this.id = facts.id;
		this.pid = facts.pid;
		this.paneId = facts.paneId;
	}

	heard(): Promise<readonly Heard[]> {
		return this.#stage.heardBy(this.pid);
	}

	/** The raw bytes it got: empty proves that no key was delivered. */
	async keys(): Promise<string> {
		return (await this.heard()).map(({ input }) => input ?? '').join('');
	}

	order(order: Order): Promise<void> {
		return this.#stage.order(this.pid, order);
	}

	async ask(command: string, window = this.#window): Promise<NonNullable<Session['decision']>> {
		await this.order({ show: { kind: 'dialog', command } });
		return this.decision(window, (decision) => decision.command === command);
	}

	async decision(
		window = this.#window,
		accept: (decision: NonNullable<Session['decision']>) => boolean = () => true,
	): Promise<NonNullable<Session['decision']>> {
		return eventually(() => {
			const decision = window.sessions.get(this.id)?.decision;
			return decision && accept(decision) ? decision : undefined;
		}, 'the decision');
	}

	session(window = this.#window): Session {
		const session = window.sessions.get(this.id);
		if (!session) throw new Error('the session is not in the list');
		return session;
	}

	async activity(activity: Session['activity']): Promise<void> {
		await eventually(() => (this.session().activity === activity ? true : undefined), `${activity} (it is ${this.session().activity})`);
	}
}

export function useStage(): Stage {
	return new Stage(useBed());
}

export function value<T>(outcome: Outcome<T>): T {
	if (outcome.kind === 'refused') throw new Error(`refused: ${JSON.stringify(outcome.refusal)}`);
	return outcome.value;
}

export function refusal(outcome: Outcome<unknown>): Refusal {
	expect(outcome.kind).toBe('refused');
	if (outcome.kind === 'done') throw new Error('it was done');
	return outcome.refusal;
}

/** A zombie has ended; it only waits to be noticed by its parent. */
export function isAlive(pid: number): boolean {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		return stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z';
	} catch {
		return false;
	}
}
