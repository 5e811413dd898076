/** What it costs to know what 50 agents do, 5 of them at work: our way beside hashing every screen twice a second; and how fast the first states come. */
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { silentLogger } from '../../src/base/logger.ts';
import { AgentObserver } from '../../src/sessions/agentObserver.ts';
import type { TmuxSighting } from '../../src/sessions/fusion.ts';
import { newSessionId, type SessionId } from '../../src/sessions/session.ts';
import { openTmuxServer } from '../../src/tmux/open.ts';
import type { Observation } from '../../src/tmux/server.ts';

const { SHOAL_BENCH_SECONDS } = process.env;
const WINDOW_MS = Number(SHOAL_BENCH_SECONDS ?? 15) * 1_000;
const AGENTS = 50;
const WORKING = 5;
const HASH_EVERY_MS = 500;
const TRANSCRIPT_BYTES = 20 * 1024 * 1024;
const SETTLE_MS = 4_000;
const TICK_MS = 1_000 / 100;
/** What a person takes for "at once" when the window opens. */
const FIRST_STATE_LIMIT_MS = 2_000;

const run = promisify(execFile);
const dir = mkdtempSync(join(tmpdir(), 'shoal-bench-'));
const socket = join(dir, 'tmux.sock');
const home = join(dir, 'home');
const { TMUX: _, TMUX_PANE: __, ...ENV } = process.env;
const env = { ...ENV, HOME: home, CLAUDE_CONFIG_DIR: join(home, '.claude') };
const tmux = (...args: readonly string[]) => execFileSync('tmux', ['-f', '/dev/null', '-S', socket, ...args], { encoding: 'utf8', env });

/** A shell under the agent's name: those at work draw a spinner ten times a second, as the real ones do. */
function startAgents(): readonly { readonly pane: string; readonly pid: number }[] {
	const program = join(dir, 'bin/claude');
	mkdirSync(join(dir, 'bin'), { recursive: true });
	copyFileSync('/bin/bash', program);
	const script = join(dir, 'agent.sh');
	writeFileSync(
		script,
		'if [ "$1" = work ]; then while :; do printf "\\r* Working… (%s)" $((n++)); sleep 0.1; done; else printf "waiting"; read -r line; fi\n',
	);
	return Array.from({ length: AGENTS }, (_, index) => {
		const command = `exec '${program}' '${script}' ${index < WORKING ? 'work' : 'rest'}`;
		const [pane = '', pid = ''] = tmux('new-session', '-d', '-s', `a${index}`, '-c', dir, '-P', '-F', '#{pane_id} #{pane_pid}', command)
			.trim()
			.split(' ');
		return { pane, pid: Number(pid) };
	});
}

/** Status files as Claude writes them, and transcripts of 20 MB: one on the disk, linked for the others. */
function writeFiles(agents: readonly { readonly pid: number }[]): void {
	const sessions = join(home, '.claude/sessions');
	const project = join(home, '.claude/projects/bench');
	for (const folder of [sessions, project]) mkdirSync(folder, { recursive: true });
	const line = `${JSON.stringify({ type: 'assistant', timestamp: '2026-01-01T00:00:00Z', message: { id: 'm', model: 'claude-x', content: [{ type: 'text', text: 'All tests pass now.' }], usage: { input_tokens: 1_000 } } })}\n`;
	const original = join(project, 'original.jsonl');
	writeFileSync(original, line.repeat(Math.ceil(TRANSCRIPT_BYTES / line.length)));
	for (const [index, { pid }] of agents.entries()) {
		const sessionId = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
		linkSync(original, join(project, `${sessionId}.jsonl`));
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		const procStart = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
		const status = {
			pid,
			sessionId,
			cwd: dir,
			procStart,
			kind: 'interactive',
			status: index < WORKING ? 'busy' : 'idle',
			statusUpdatedAt: Date.now(),
		};
		writeFileSync(join(sessions, `${pid}.json`), JSON.stringify(status));
	}
}

/** Milliseconds of processor time of a process, its threads and its ended children. */
function cpuOf(pid: number): number {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		const threads = readdirSync(`/proc/${pid}/task`).map((thread) =>
			Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
		);
		return threads.reduce((sum, ns) => sum + ns, 0) / 1e6 + (Number(fields[13]) + Number(fields[14])) * TICK_MS;
	} catch {
		return 0;
	}
}

function childrenOf(pid: number): readonly number[] {
	try {
		return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
			readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
		);
	} catch {
		return [];
	}
}

const serverPid = () => Number(tmux('display-message', '-p', '#{pid}').trim());
/** Ours with everything we started, and the tmux server, which works for whoever asks it. */
const spent = (server: number) => cpuOf(server) + [process.pid, ...childrenOf(process.pid)].reduce((sum, pid) => sum + cpuOf(pid), 0);

/** Milliseconds of processor time per second while `work` goes on. */
async function measure(server: number): Promise<number> {
	const before = spent(server);
	const start = performance.now();
	await delay(WINDOW_MS);
	return ((spent(server) - before) / (performance.now() - start)) * 1_000;
}

function hashScreens(panes: readonly string[]): { stop(): Promise<void> } {
	let stopped = false;
	const loop = async () => {
		while (!stopped) {
			const next = delay(HASH_EVERY_MS);
			for (const pane of panes) {
				const { stdout } = await run('tmux', ['-S', socket, 'capture-pane', '-p', '-t', pane], { env });
				createHash('sha256').update(stdout).digest('hex');
			}
			await next;
		}
	};
	const running = loop();
	return {
		stop: async () => {
			stopped = true;
			await running;
		},
	};
}

/** Our supervision of one server, with the agents in it. */
function observe() {
	const server = openTmuxServer({ socket: { kind: 'path', path: socket }, tmuxPath: 'tmux', logger: silentLogger });
	const observer = new AgentObserver({ logger: silentLogger, now: Date.now, capture: (_name, ids) => server.capture(ids), home });
	const ids = new Map<string, SessionId>();
	let sightings = new Map<SessionId, TmuxSighting>();
	const handle = (observation: Observation) => {
		if (observation.kind !== 'listed') return;
		const { server: identity, sessions } = observation.listing;
		sightings = new Map();
		for (const session of sessions) {
			const id = ids.get(session.id) ?? newSessionId();
			ids.set(session.id, id);
			sightings.set(id, { id, server: 'bench', identity, session } as TmuxSighting);
		}
		observer.handleListing('bench', sightings);
	};
	server.onDidObserve(handle);
	server.start();
	const states = () =>
		[...sightings.values()]
			.flatMap((sighting) => sighting.session.panes.map((pane) => observer.read(sighting, pane).state))
			.filter((state) => state !== undefined);
	return { server, observer, states };
}

async function firstStates(
	states: () => readonly { readonly activity: string; readonly usage?: unknown }[],
	start: number,
): Promise<{ state: number; usage: number }> {
	let state = 0;
	for (;;) {
		const known = states();
		if (state === 0 && known.filter(({ activity }) => activity !== 'unknown').length === AGENTS) state = performance.now() - start;
		if (known.filter(({ usage }) => usage !== undefined).length === AGENTS) return { state, usage: performance.now() - start };
		if (performance.now() - start > 30_000) throw new Error(`only ${known.length} agents are known`);
		await delay(5);
	}
}

try {
	const agents = startAgents();
	writeFiles(agents);
	const server = serverPid();
	await delay(SETTLE_MS);
	const idle = await measure(server);
	const hashing = hashScreens(agents.map(({ pane }) => pane));
	const hashed = await measure(server);
	await hashing.stop();
	const start = performance.now();
	const ours = observe();
	const first = await firstStates(ours.states, start);
	await delay(SETTLE_MS);
	const watched = await measure(server);
	const working = ours.states().filter(({ activity }) => activity === 'working').length;
	ours.observer.dispose();
	ours.server.dispose();
	const figures = {
		agents: AGENTS,
		working,
		tmuxAloneMsPerS: idle,
		hashingMsPerS: hashed - idle,
		oursMsPerS: watched - idle,
		firstStatesMs: first.state,
		firstUsageOf20MbMs: first.usage,
	};
	for (const [name, value] of Object.entries(figures))
		process.stdout.write(`${name.padEnd(24)} ${Number.isInteger(value) ? value : value.toFixed(1)}\n`);
	process.stdout.write(`ours / hashing           ${((watched - idle) / (hashed - idle)).toFixed(3)}\n`);
	if (working !== WORKING) throw new Error(`${working} agents read as working, ${WORKING} are`);
	if (first.state > FIRST_STATE_LIMIT_MS) throw new Error(`first states took ${first.state} ms`);
} finally {
	tmux('kill-server');
	rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
}
