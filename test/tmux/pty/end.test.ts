import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withTimeout } from '../../../src/base/timeout.ts';
import type { PtyActor } from '../../../src/pty/actor.ts';
import type { EndCause } from '../../../src/pty/cause.ts';
import { env, eventually, isAlive, LIMIT_MS, outputHolding, TmuxHarness } from './harness.ts';

const FLOOD = join(import.meta.dirname, 'fixtures/flood.mjs');
const PREFIX_KEY = '\u0002';
// tmux sends about twice as much for coloured text as we let pass.
const COLOURS = '\u001b[31mred\u001b[32mgreen\u001b[0m'.repeat(6);

let harness: TmuxHarness;
beforeEach(async () => {
	harness = await TmuxHarness.create();
});
afterEach(() => harness.dispose());

async function opened(session = 'a'): Promise<PtyActor> {
	await harness.session(session);
	const actor = harness.open(session);
	expect(await actor.attached()).toEqual({ kind: 'attached' });
	// The screen comes from the server; a size goes through the client, which therefore knows by then that it is attached.
	actor.resize({ columns: 90, rows: 30 });
	await eventually(async () => (await harness.clients())[0] === `${actor.pid} 90x30`);
	return actor;
}

const endOf = (actor: PtyActor): Promise<EndCause> => withTimeout(actor.gone, LIMIT_MS, 'the end');
const sessions = () => harness.tmux('list-sessions', '-F', '#{session_name}');

describe('the end of a client', () => {
	it('asked to detach, it leaves the session alive and nothing of itself', async () => {
		const actor = await opened();
		const { pid } = actor;
		const states: string[] = [];
		actor.onDidChangeState((state) => states.push(state.kind));
		expect(await withTimeout(actor.detach(), LIMIT_MS, 'detaching')).toEqual({ kind: 'detached', by: 'us' });
		expect(states).toEqual(['draining', 'ended']);
		expect(await sessions()).toBe('a');
		expect(await harness.clients()).toEqual([]);
		expect(pid !== undefined && isAlive(pid)).toBe(false);
		expect(actor.health).toBe('disconnected');
	});

	it('detached by the keys in the terminal, it says so', async () => {
		const actor = await opened();
		actor.write(PREFIX_KEY);
		// Keys that come within a millisecond count as a paste, which binds nothing.
		await eventually(async () => (await harness.tmux('list-clients', '-F', '#{client_prefix}')) === '1');
		actor.write('d');
		expect(await endOf(actor)).toEqual({ kind: 'detached', by: 'elsewhere' });
		expect(await sessions()).toBe('a');
	});

	it('detached by another client, it says so', async () => {
		const actor = await opened();
		await harness.tmux('detach-client', '-s', 'a');
		expect(await endOf(actor)).toEqual({ kind: 'detached', by: 'elsewhere' });
	});

	it('a detach that hangs up the parent (-P) does not end this process', async () => {
		const actor = await opened();
		await harness.tmux('detach-client', '-P', '-s', 'a');
		expect(await endOf(actor)).toEqual({ kind: 'detached', by: 'elsewhere' });
		expect(process.listenerCount('SIGHUP')).toBe(0);
	});

	it('tells a session that was killed', async () => {
		const actor = await opened();
		await harness.session('other');
		await harness.tmux('kill-session', '-t', '=a');
		expect(await endOf(actor)).toEqual({ kind: 'session-ended' });
	});

	it('tells a session whose program ended', async () => {
		const actor = await opened();
		actor.write('\u0004');
		expect(await endOf(actor)).toEqual({ kind: 'session-ended' });
	});

	it('tells a server that was ended', async () => {
		const actor = await opened();
		await harness.tmux('kill-server');
		expect(await endOf(actor)).toEqual({ kind: 'server-died' });
	});

	it('tells a server that was killed', async () => {
		const actor = await opened();
		const mouse = outputHolding(actor, '\u001b[?1006h');
		await harness.tmux('set-option', '-g', 'mouse', 'on');
		await mouse;
		let last = '';
		actor.onDidOutput((text) => {
			last += text;
		});
		process.kill(await harness.serverPid(), 'SIGKILL');
		expect(await endOf(actor)).toEqual({ kind: 'server-died' });
		// Nobody else is left to switch off what tmux had switched on.
		expect(last).toMatch(/\?[\d;]*1006[\d;]*l/);
	});

	for (const [signal, number] of [
		['SIGKILL', 9],
		['SIGTERM', 15],
		['SIGHUP', 1],
	] as const) {
		it(`tells that the client itself got ${signal}, and the session lives on`, async () => {
			const actor = await opened();
			if (actor.pid !== undefined) process.kill(actor.pid, signal);
			expect(await endOf(actor)).toEqual({ kind: 'killed', signal: number });
			expect(await sessions()).toBe('a');
		});
	}

	it('a hung server does not keep the client: it is killed, and the session lives on', async () => {
		const actor = await opened();
		const server = await harness.serverPid();
		process.kill(server, 'SIGSTOP');
		try {
			expect(await withTimeout(actor.detach(), 4_000, 'detaching')).toEqual({ kind: 'detached', by: 'us' });
			expect(actor.pid !== undefined && isAlive(actor.pid)).toBe(false);
		} finally {
			process.kill(server, 'SIGCONT');
		}
		expect(await sessions()).toBe('a');
		await eventually(async () => (await harness.clients()).length === 0);
	});

	it('input that a hung server does not read shows in the health, is bounded, and arrives later', async () => {
		const actor = await opened();
		const server = await harness.serverPid();
		process.kill(server, 'SIGSTOP');
		try {
			const megabyte = 'x'.repeat(1024 * 1024);
			while (actor.write(megabyte) === 'accepted');
			expect(actor.waitingBytes).toBeLessThanOrEqual(16 * 1024 * 1024);
			expect(actor.write('y'.repeat(2 * 1024 * 1024))).toBe('full');
			expect(actor.health).toBe('overloaded');
		} finally {
			process.kill(server, 'SIGCONT');
		}
		await eventually(() => actor.health !== 'overloaded');
	});

	it('a session that is killed in the middle of a flood is told by its last words', async () => {
		const causes: string[] = [];
		await harness.session('keeper');
		for (let round = 0; round < 10; round++) {
			await harness.session('a', process.execPath, FLOOD, `${round} ${COLOURS}`, 'Infinity');
			const actor = harness.open('a', { columns: 200, rows: 50 });
			await outputHolding(actor, `${round} `);
			// Better still while its output is held back: tmux then finds no room to restore the screen before it speaks.
			await eventually(() => actor.pauses > 0, 1_000).catch(() => {});
			await harness.tmux('kill-session', '-t', '=a');
			causes.push((await endOf(actor)).kind);
		}
		expect(causes).toEqual(causes.map(() => 'session-ended'));
	});

	it('write, resize and detach after the end are harmless', async () => {
		const actor = await opened();
		await harness.tmux('kill-session', '-t', '=a');
		await endOf(actor);
		expect(actor.write('late')).toBe('ended');
		actor.resize({ columns: 100, rows: 50 });
		expect(await actor.detach()).toEqual({ kind: 'session-ended' });
		actor.dispose();
		expect(actor.snapshot()).toContain('[exited]');
	});
});

describe('a client that cannot start', () => {
	const failure = async (actor: PtyActor) => {
		const state = await actor.attached();
		return state.kind === 'ended' && state.cause.kind === 'failed' ? state.cause : state;
	};

	it('says that the session is gone', async () => {
		await harness.session('a');
		expect(await failure(harness.open('$99'))).toMatchObject({ reason: 'no-session', message: "can't find session: $99" });
	});

	it('says that there is no server', async () => {
		expect(await failure(harness.open('a'))).toMatchObject({ reason: 'no-server' });
	});

	it('says that the program is not there', async () => {
		expect(await failure(harness.openCommand({ file: '/nowhere/tmux', args: [], env }))).toMatchObject({ reason: 'no-program' });
	});

	it('says that the folder is not there', async () => {
		const command = { ...harness.attachCommand('a'), cwd: join(harness.folder, 'nowhere') };
		expect(await failure(harness.openCommand(command))).toMatchObject({ reason: 'no-folder' });
	});

	it('keeps the words of a refusal', async () => {
		const command = { file: 'sh', args: ['-c', 'echo go away; exit 3'], env };
		expect(await failure(harness.openCommand(command))).toMatchObject({ reason: 'refused', message: 'go away' });
	});
});
