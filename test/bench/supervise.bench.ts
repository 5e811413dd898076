/** What it costs to watch idle sessions: peer-style polling against our supervision, over the same sessions in the same run. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { silentLogger } from '../../src/base/logger.ts';
import { openTmuxServer } from '../../src/tmux/open.ts';

const { SHOAL_BENCH_SECONDS } = process.env;
/** Each of the two is watched this long at each size; longer gives steadier figures. */
const WINDOW_MS = Number(SHOAL_BENCH_SECONDS ?? 18) * 1000;
const SIZES = [10, 50, 100, 200];
/** Until fresh sessions count as resting, and the tempo with them. */
const SETTLE_MS = 13_000;
const TICK_MS = 1000 / 100;
const { TMUX: _tmux, TMUX_PANE: _pane, ...ENV } = process.env;

const dir = mkdtempSync(join(tmpdir(), 'shoal-bench-'));

function tmux(socket: string, ...args: string[]): string {
	return execFileSync('tmux', ['-f', '/dev/null', '-S', socket, ...args], { encoding: 'utf8', env: ENV });
}

function stat(pid: number): string[] {
	const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
	return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** Milliseconds of CPU of a process, to the nanosecond, and of its ended children, to the clock tick. */
function cpuOf(pid: number): number {
	try {
		const threads = readdirSync(`/proc/${pid}/task`).map((thread) =>
			Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
		);
		const fields = stat(pid);
		return threads.reduce((sum, ns) => sum + ns, 0) / 1e6 + (Number(fields[13]) + Number(fields[14])) * TICK_MS;
	} catch {
		return 0;
	}
}

function tree(pid: number): number[] {
	const children = readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.map(Number)
		.filter((child) => {
			try {
				return Number(stat(child)[1]) === pid;
			} catch {
				return false;
			}
		});
	return [pid, ...children.flatMap(tree)];
}

/** Proportional share of memory, in MB. */
function memoryOf(pids: readonly number[]): number {
	const kilobytes = pids.map((pid) => {
		try {
			return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
		} catch {
			return 0;
		}
	});
	return kilobytes.reduce((sum, value) => sum + value, 0) / 1024;
}

function ownCpu(): number {
	const { user, system } = process.cpuUsage();
	const fields = stat(process.pid);
	return (user + system) / 1000 + (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

/** CPU spent while the window lasts, by us with our children and by the server, in milliseconds per second. Looking for them is left out. */
async function measure(serverPid: number): Promise<{ ours: number; server: number }> {
	const children = tree(process.pid).slice(1);
	const read = () => ({ ours: ownCpu() + children.reduce((sum, pid) => sum + cpuOf(pid), 0), server: cpuOf(serverPid) });
	const began = performance.now();
	const before = read();
	await delay(WINDOW_MS);
	const after = read();
	const seconds = (performance.now() - began) / 1000;
	return { ours: (after.ours - before.ours) / seconds, server: (after.server - before.server) / seconds };
}

function run(socket: string, ...args: string[]): Promise<string> {
	return new Promise((resolve) => execFile('tmux', ['-S', socket, ...args], { env: ENV }, (_error, stdout) => resolve(stdout)));
}

/** As the peers do: every second a list, then a process per session for its screen. */
function pollLikePeers(socket: string): { looks: () => number; stop: () => Promise<void> } {
	let stopped = false;
	let looks = 0;
	const loop = (async () => {
		while (!stopped) {
			const began = performance.now();
			const names = (await run(socket, 'list-sessions', '-F', '#{session_name}')).trim().split('\n');
			for (const name of names) await run(socket, 'capture-pane', '-p', '-t', `=${name}:`);
			looks++;
			await delay(Math.max(1000 - (performance.now() - began), 0));
		}
	})();
	return {
		looks: () => looks,
		stop: async () => {
			stopped = true;
			await loop;
		},
	};
}

console.log(`supervise: ${WINDOW_MS / 1000} s each, CPU in ms per second (ours with children + tmux server)`);
const totals = new Map<number, number>();
try {
	for (const size of SIZES) {
		const socket = join(dir, `s${size}`);
		tmux(socket, 'new-session', '-d', '-s', 's0', 'sleep 100000');
		for (let index = 1; index < size; index++) tmux(socket, 'new-session', '-d', '-s', `s${index}`, 'sleep 100000');
		const serverPid = Number(tmux(socket, 'display-message', '-p', '#{pid}'));

		const peers = pollLikePeers(socket);
		await delay(1000);
		const looksBefore = peers.looks();
		const peer = await measure(serverPid);
		const looks = peers.looks() - looksBefore;
		await peers.stop();

		const helpersBefore = new Set(tree(process.pid));
		const server = openTmuxServer({ socket: { kind: 'path', path: socket }, logger: silentLogger, env: ENV });
		server.start();
		await delay(SETTLE_MS);
		const { observation } = server;
		if (observation.kind !== 'listed' || observation.via !== 'streams' || observation.listing.sessions.length !== size) {
			throw new Error(`not watching: ${JSON.stringify(observation).slice(0, 200)}`);
		}
		const shoal = await measure(serverPid);
		const helpers = tree(process.pid).filter((pid) => !helpersBefore.has(pid));
		const memory = { helpers: memoryOf(helpers), server: memoryOf([serverPid]), node: process.memoryUsage().heapUsed / 1024 / 1024 };
		server.dispose();
		tmux(socket, 'kill-server');

		// Where the peers' way can't keep up it looks less often than once a second, and so spends less: compared is one look a second.
		const behind = Math.max(WINDOW_MS / 1000 / Math.max(looks, 1), 1);
		const [theirs, own] = [(peer.ours + peer.server) * behind, shoal.ours + shoal.server];
		totals.set(size, own);
		console.log(
			`${String(size).padStart(3)} sessions: peers ${theirs.toFixed(1)} (spent ${peer.ours.toFixed(1)} + ${peer.server.toFixed(1)} on ${looks} looks), ` +
				`shoal ${own.toFixed(2)} (${shoal.ours.toFixed(2)} + ${shoal.server.toFixed(2)}), ${(theirs / own).toFixed(0)} times cheaper; ` +
				`memory: ${helpers.length} helpers ${memory.helpers.toFixed(1)} MB, heap ${memory.node.toFixed(1)} MB, server ${memory.server.toFixed(1)} MB`,
		);
	}
	const growth = (totals.get(200) ?? 0) / (totals.get(50) ?? 1);
	console.log(`growth from 50 to 200 sessions: ${growth.toFixed(2)} times (linear: 4)`);
} finally {
	rmSync(dir, { recursive: true, force: true });
}
