/** Measures the PTY actor beside a bare node-pty that runs the same `tmux attach` in the same run. Prints lines; ends with 1 if a target is missed. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PtyActor } from '../../src/pty/actor.ts';
import { PtyLoader } from '../../src/pty/loader.ts';
import type { PtyCommand, PtySize } from '../../src/pty/process.ts';

const BURST_BYTES = 50 * 1024 * 1024;
const BURST_ROUNDS = 5;
const KEYS = 400;
// Fast typing with auto-repeat is one key in 30 ms; a tenth of that keeps the run short and every key on its own.
const KEY_PAUSE_MS = 3;
const SCREENS = 40;
const OPEN_TERMINALS = 50;
const LIMIT_MS = 60_000;
const SIZE: PtySize = { columns: 120, rows: 40 };
const THROUGHPUT_TARGET = 0.9;
const ECHO_TARGET = 1.2;

// A process of its own measures memory, on the server of the one that started it: a heap that has grown shows nothing.
const [, , measureMemoryOf, sharedSocket] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'shoal-bench-'));
const socket = sharedSocket ?? join(folder, 'sock');
const env: Record<string, string> = { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: process.env.HOME ?? '/', LANG: 'C.UTF-8' };
const loader = new PtyLoader();
const loading = performance.now();
await loader.load();
const loadMs = performance.now() - loading;
const nodePty = await import('node-pty');

function tmux(...args: string[]): string {
	return execFileSync('tmux', ['-u', '-S', socket, '-f', '/dev/null', ...args], { env, encoding: 'utf8', timeout: LIMIT_MS }).trimEnd();
}

function attach(session: string): PtyCommand {
	return { file: 'tmux', args: ['-u', '-S', socket, '-f', '/dev/null', 'attach-session', '-t', `=${session}`], env };
}

/** What both sides can do. */
interface Client {
	write(data: string): void;
	onText(listener: (text: string) => void): { dispose(): void };
	close(): Promise<void>;
}

type Open = (command: PtyCommand) => Client;

const openBare: Open = (command) => {
	const pty = nodePty.spawn(command.file, [...command.args], {
		name: 'xterm-256color',
		cols: SIZE.columns,
		rows: SIZE.rows,
		env: { ...command.env },
		cwd: '/',
	});
	const gone = new Promise<void>((resolve) => pty.onExit(() => resolve()));
	return {
		write: (data) => pty.write(data),
		onText: (listener) => pty.onData(listener),
		close: () => {
			pty.kill('SIGHUP');
			return gone;
		},
	};
};

const openActor: Open = (command) => {
	const actor = new PtyActor({ key: 'bench', command, load: () => loader.load(), size: SIZE });
	return {
		write: (data) => actor.write(data),
		onText: (listener) => actor.onDidOutput(listener),
		close: async () => {
			await actor.detach();
		},
	};
};

const SIDES: readonly (readonly [string, Open])[] = [
	['bare', openBare],
	['actor', openActor],
];

/** Resolves when the text, ignoring where it is cut, has come. */
function seen(client: Client, text: string): Promise<void> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error(`no ${text} within ${LIMIT_MS} ms`)), LIMIT_MS);
		let tail = '';
		const listening = client.onText((chunk) => {
			tail = (tail + chunk).slice(-Math.max(chunk.length, 256) - text.length);
			if (!tail.includes(text)) return;
			clearTimeout(timer);
			listening.dispose();
			resolve();
		});
	});
}

function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** From the key that starts it to the moment its last line is on the screen; tmux may skip what nobody could read. */
async function burst(open: Open): Promise<{ megabytesPerSecond: number; received: number; events: number; cpuMs: number }> {
	const program = `read -r _; yes "$(printf '%0100d' 7)" | head -c ${BURST_BYTES}; echo; echo BURST-"OVER"; read -r _`;
	tmux('new-session', '-d', '-s', 'burst', '-x', String(SIZE.columns), '-y', String(SIZE.rows), '--', 'sh', '-c', program);
	const client = open(attach('burst'));
	await seen(client, '\u001b');
	await pause(100);
	let received = 0;
	let events = 0;
	client.onText((text) => {
		received += text.length;
		events++;
	});
	const over = seen(client, 'BURST-OVER');
	const cpu = process.cpuUsage();
	const started = performance.now();
	client.write('\r');
	await over;
	const ms = performance.now() - started;
	const { user, system } = process.cpuUsage(cpu);
	await client.close();
	tmux('kill-session', '-t', '=burst');
	return { megabytesPerSecond: BURST_BYTES / 1024 / 1024 / (ms / 1_000), received, events, cpuMs: (user + system) / 1_000 };
}

async function echo(open: Open): Promise<number[]> {
	tmux('new-session', '-d', '-s', 'echo', '-x', String(SIZE.columns), '-y', String(SIZE.rows), '--', 'cat', '-');
	const client = open(attach('echo'));
	await seen(client, '\u001b');
	await pause(100);
	const times: number[] = [];
	for (let key = 0; key < KEYS; key++) {
		const character = String.fromCharCode(97 + (key % 26));
		const echoed = seen(client, character);
		const started = performance.now();
		client.write(character);
		await echoed;
		times.push(performance.now() - started);
		// A line longer than 4,095 is not echoed; and every screen stays a simple one.
		if (key % 60 === 59) client.write('\u0015');
		await pause(KEY_PAUSE_MS);
	}
	await client.close();
	tmux('kill-session', '-t', '=echo');
	return times;
}

async function firstScreens(open: Open): Promise<number[]> {
	const times: number[] = [];
	for (let i = 0; i < SCREENS; i++) {
		const started = performance.now();
		const client = open(attach('idle'));
		await seen(client, 'IDLE-SCREEN');
		times.push(performance.now() - started);
		await client.close();
	}
	return times;
}

function memoryOf(side: string): number {
	const args = ['--expose-gc', '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', import.meta.filename, side, socket];
	return Number(execFileSync(process.execPath, args, { encoding: 'utf8', timeout: LIMIT_MS }));
}

async function memory(open: Open): Promise<number> {
	await open(attach('idle')).close();
	globalThis.gc?.();
	const before = process.memoryUsage().rss;
	const clients = Array.from({ length: OPEN_TERMINALS }, () => open(attach('idle')));
	await Promise.all(clients.map((client) => seen(client, 'IDLE-SCREEN')));
	await pause(200);
	globalThis.gc?.();
	const kilobytes = (process.memoryUsage().rss - before) / OPEN_TERMINALS / 1024;
	await Promise.all(clients.map((client) => client.close()));
	return kilobytes;
}

const missed: string[] = [];

function compare(what: string, unit: string, bare: number, actor: number, target?: (ratio: number) => boolean): void {
	const ratio = actor / bare;
	const verdict = target === undefined ? '' : target(ratio) ? ' ok' : ' MISSED';
	if (verdict === ' MISSED') missed.push(what);
	console.log(`pty ${what}: actor ${actor.toFixed(3)} ${unit}, bare ${bare.toFixed(3)} ${unit}, ratio ${ratio.toFixed(3)}${verdict}`);
}

async function main(): Promise<void> {
	console.log(`pty load of node-pty: ${loadMs.toFixed(1)} ms`);
	tmux(
		'new-session',
		'-d',
		'-s',
		'idle',
		'-x',
		String(SIZE.columns),
		'-y',
		String(SIZE.rows),
		'--',
		'sh',
		'-c',
		'echo IDLE-"SCREEN"; read -r _',
	);
	const results: Record<
		string,
		{ burst: number[]; received: number[]; events: number[]; cpu: number[]; echo: number[]; screen: number[]; memory: number }
	> = {};
	for (const [name] of SIDES) results[name] = { burst: [], received: [], events: [], cpu: [], echo: [], screen: [], memory: 0 };
	// Turn about, so that what else the machine does meets both alike.
	for (let round = 0; round < BURST_ROUNDS; round++) {
		for (const [name, open] of round % 2 === 0 ? SIDES : [...SIDES].reverse()) {
			const { megabytesPerSecond, received, events, cpuMs } = await burst(open);
			results[name]?.burst.push(megabytesPerSecond);
			results[name]?.received.push(received / 1024 / 1024);
			results[name]?.events.push(events);
			results[name]?.cpu.push(cpuMs);
			results[name]?.echo.push(...(await echo(open)));
			results[name]?.screen.push(...(await firstScreens(open)));
		}
	}
	for (const [name] of SIDES) {
		const result = results[name];
		if (result !== undefined) result.memory = memoryOf(name);
	}
	const { bare, actor } = results;
	if (bare === undefined || actor === undefined) return;
	compare('throughput of a 50 MB burst', 'MB/s', median(bare.burst), median(actor.burst), (ratio) => ratio >= THROUGHPUT_TARGET);
	compare('burst, received by the terminal', 'MB', median(bare.received), median(actor.received));
	compare('burst, events', '', median(bare.events), median(actor.events));
	compare('burst, our CPU', 'ms', median(bare.cpu), median(actor.cpu));
	compare('keystroke echo, median', 'ms', median(bare.echo), median(actor.echo), (ratio) => ratio <= ECHO_TARGET);
	compare('open to first screen, median', 'ms', median(bare.screen), median(actor.screen));
	compare(`memory per open terminal (of ${OPEN_TERMINALS})`, 'KB', bare.memory, actor.memory);
}

try {
	const [, open] = SIDES.find(([name]) => name === measureMemoryOf) ?? [];
	if (open === undefined) await main();
	else console.log(await memory(open));
} finally {
	if (sharedSocket === undefined) tmux('kill-server');
	rmSync(folder, { recursive: true, force: true });
}
process.exitCode = missed.length === 0 ? 0 : 1;
