/** How soon we know: from the start of a tmux command to our event, with 50 sessions on the server; and what starting a process costs the event loop. */
import { type ExecFileException, execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { silentLogger } from '../../src/base/logger.ts';
import { Helper } from '../../src/tmux/helper.ts';
import type { TmuxSession } from '../../src/tmux/model.ts';
import { openTmuxServer } from '../../src/tmux/open.ts';
import { clientEnvironment } from '../../src/tmux/socket.ts';

const { SHOAL_BENCH_ROUNDS } = process.env;
const ROUNDS = Number(SHOAL_BENCH_ROUNDS ?? 30);
const SESSIONS = 50;
const LIMIT_MS = 10_000;
const { TMUX: _tmux, TMUX_PANE: _pane, ...ENV } = process.env;

const dir = mkdtempSync(join(tmpdir(), 'shoal-bench-'));
const socket = join(dir, 's');
const tmux = (...args: string[]) => execFileSync('tmux', ['-f', '/dev/null', '-S', socket, ...args], { encoding: 'utf8', env: ENV });
const tmuxLater = (...args: string[]) =>
	execFile('tmux', ['-f', '/dev/null', '-S', socket, ...args], { env: ENV }, (error: ExecFileException | null) => {
		if (error) throw error;
	});

for (let index = 0; index < SESSIONS; index++) tmux('new-session', '-d', '-s', `s${index}`, 'sleep 100000');
const server = openTmuxServer({ socket: { kind: 'path', path: socket }, logger: silentLogger, env: ENV });
server.start();

function until(accept: (sessions: readonly TmuxSession[]) => boolean): Promise<void> {
	return new Promise((resolve, reject) => {
		const check = () => server.observation.kind === 'listed' && accept(server.observation.listing.sessions);
		if (check()) return resolve();
		const timer = setTimeout(() => reject(new Error('not seen')), LIMIT_MS);
		const subscription = server.onDidObserve(() => {
			if (!check()) return;
			clearTimeout(timer);
			subscription.dispose();
			resolve();
		});
	});
}

const named = (sessions: readonly TmuxSession[], name: string) => sessions.find((session) => session.name === name);
const firstPane = (sessions: readonly TmuxSession[], name: string) => named(sessions, name)?.panes[0];

function report(what: string, values: number[], note = ''): void {
	const sorted = values.toSorted((a, b) => a - b);
	const at = (share: number) => sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
	console.log(
		`${what.padEnd(28)} median ${at(0.5).toFixed(1).padStart(7)} ms   p95 ${at(0.95).toFixed(1).padStart(7)} ms   of ${values.length}${note}`,
	);
}

async function timed(
	what: string,
	prepare: (round: number) => Promise<void>,
	act: (round: number) => void,
	seen: (sessions: readonly TmuxSession[], round: number) => boolean,
): Promise<void> {
	const values: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		await prepare(round);
		// Away from the pause after the ring before, and at no fixed distance from the ticks.
		await delay(250 + Math.random() * 250);
		const began = performance.now();
		act(round);
		await until((sessions) => seen(sessions, round));
		values.push(performance.now() - began);
	}
	report(what, values);
}

const ready = async () => {};
const made = (name: string, command: string) => {
	tmux('new-session', '-d', '-s', name, command, ';', 'set-option', '-w', 'remain-on-exit', 'on');
	return until((sessions) => named(sessions, name) !== undefined);
};

try {
	await until((sessions) => sessions.length === SESSIONS);
	console.log(`latency: ${SESSIONS} sessions, from the start of the tmux program to our event`);
	await timed(
		'new session',
		ready,
		(round) => tmuxLater('new-session', '-d', '-s', `n${round}`, 'sleep 100000'),
		(sessions, round) => named(sessions, `n${round}`) !== undefined,
	);
	await timed(
		'renamed session',
		ready,
		(round) => tmuxLater('rename-session', '-t', `=n${round}`, `r${round}`),
		(sessions, round) => named(sessions, `r${round}`) !== undefined,
	);
	await timed(
		'killed session',
		ready,
		(round) => tmuxLater('kill-session', '-t', `=r${round}`),
		(sessions, round) => named(sessions, `r${round}`) === undefined,
	);
	await timed(
		'title',
		ready,
		(round) => tmuxLater('select-pane', '-t', '=s1:', '-T', `title ${round}`),
		(sessions, round) => firstPane(sessions, 's1')?.title === `title ${round}`,
	);
	await timed(
		'bell',
		(round) => made(`b${round}`, `read _; printf '\\007'; sleep 100000`),
		(round) => tmuxLater('send-keys', '-t', `=b${round}:`, 'Enter'),
		(sessions, round) => named(sessions, `b${round}`)?.bell === true,
	);
	for (let round = 0; round < ROUNDS; round++) tmux('kill-session', '-t', `=b${round}`);
	await timed(
		'foreground command',
		(round) => made(`f${round}`, 'read _; sleep 100000'),
		(round) => tmuxLater('send-keys', '-t', `=f${round}:`, 'Enter'),
		(sessions, round) => firstPane(sessions, `f${round}`)?.command === 'sleep',
	);
	for (let round = 0; round < ROUNDS; round++) tmux('kill-session', '-t', `=f${round}`);
	await timed(
		'process exit, with status',
		(round) => made(`e${round}`, 'read _; exit 3'),
		(round) => tmuxLater('send-keys', '-t', `=e${round}:`, 'Enter'),
		(sessions, round) => firstPane(sessions, `e${round}`)?.exit !== undefined,
	);

	const ballast = Array.from({ length: 45 }, () => Buffer.alloc(10 * 1024 * 1024, 1));
	const helper = new Helper(clientEnvironment(ENV));
	await helper.run(['true'], { limitMs: LIMIT_MS });
	const [spawned, helped]: [number[], number[]] = [[], []];
	for (let round = 0; round < ROUNDS; round++) {
		let began = performance.now();
		const child = spawn('true');
		spawned.push(performance.now() - began);
		await new Promise((resolve) => child.once('exit', resolve));
		began = performance.now();
		const finished = helper.run(['true'], { limitMs: LIMIT_MS });
		helped.push(performance.now() - began);
		await finished;
	}
	helper.dispose();
	const size = `   (host of ${Math.round(process.memoryUsage().rss / 1024 / 1024)} MB, ${ballast.length} blocks)`;
	report('event loop blocked: spawn', spawned, size);
	report('event loop blocked: helper', helped, size);
} finally {
	server.dispose();
	tmux('kill-server');
	rmSync(dir, { recursive: true, force: true });
}
