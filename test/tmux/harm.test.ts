import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { LIMIT_MS, useTmux, waitUntil } from './harness.ts';

const tmux = useTmux();
const exec = promisify(execFile);

const ROUNDS = 200;
const MOST_SESSIONS = 8;
/** A process of ours takes a while to start; these many deaths are enough to meet every action. */
const MOST_DEATHS = 12;

/** A small generator of random numbers that begins again the same for the same seed. */
function generator(seed: number): (below: number) => number {
	let state = seed >>> 0;
	return (below) => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
	};
}

/** Two servers live through the same: one under our eyes, one not. */
class Pair {
	readonly watched = tmux().socketPath;
	readonly alone = join(tmux().dir, 'alone');
	/** Holds the terminals of the clients that are attached to the two. */
	readonly terminals = join(tmux().dir, 'terminals');
	sessions: string[] = [];
	clients: string[] = [];
	#counter = 0;

	name(prefix: string): string {
		return `${prefix}${this.#counter++}`;
	}

	async on(socket: string, ...args: string[]): Promise<string> {
		const { TMUX: _, TMUX_PANE: __, ...env } = process.env;
		const { stdout } = await exec('tmux', ['-u', '-f', '/dev/null', '-S', socket, ...args], { env }).catch(
			(error: { stdout?: string; stderr?: string }) => {
				if (/no server running|server exited|lost server/.test(error.stderr ?? ''))
					throw new Error(`the server ${socket} is gone after: ${args.join(' ')}`);
				return { stdout: '' };
			},
		);
		return stdout;
	}

	/** Both do the same; what one refuses the other refuses too. */
	async both(...args: string[]): Promise<void> {
		await Promise.all([this.on(this.watched, ...args), this.on(this.alone, ...args)]);
	}

	/** Clients come and go in their own time; what follows must find both servers alike. */
	async settle(accept: (clients: number) => boolean): Promise<void> {
		for (const deadline = Date.now() + LIMIT_MS; ; ) {
			const lists = await Promise.all([this.watched, this.alone].map((socket) => this.on(socket, 'list-clients', '-F', 'client')));
			if (lists.every((list) => accept(list.split('client').length - 1))) return;
			if (Date.now() > deadline) throw new Error('the clients do not come or go');
		}
	}

	async clientCount(): Promise<number> {
		return (await this.on(this.alone, 'list-clients', '-F', 'client')).split('client').length - 1;
	}

	async state(socket: string): Promise<string> {
		const sessions = await this.on(
			socket,
			'list-sessions',
			'-F',
			'#{session_id} #{session_name} #{session_attached} #{session_windows} #{session_alerts}',
		);
		const questions = [
			[
				'list-windows',
				'-a',
				'-F',
				'#{session_name}:#{window_index} #{window_id} #{window_name} #{window_width}x#{window_height} #{window_active} #{window_layout}',
			],
			['list-panes', '-a', '-F', '#{pane_id} #{pane_width}x#{pane_height} #{pane_active} #{pane_dead} #{pane_in_mode} #{pane_title}'],
			['list-clients', '-F', '#{client_session} #{client_width}x#{client_height} #{client_flags}'],
			['show-options', '-g'],
			['show-options', '-s'],
			['show-options', '-gw'],
			['show-hooks', '-g'],
			['show-hooks', '-gw'],
			['show-environment', '-g'],
			['list-buffers'],
			['list-keys'],
		];
		const answers = [sessions];
		for (const question of questions) answers.push(`${question.join(' ')}\n${await this.on(socket, ...question)}`);
		for (const session of this.sessions) {
			for (const [kind, ...flags] of [['show-options'], ['show-options', '-w'], ['show-hooks']] as [string, ...string[]][]) {
				answers.push(`${kind} ${session}\n${await this.on(socket, kind, ...flags, '-t', `=${session}:`)}`);
			}
		}
		// Each server names its clients and itself differently.
		return answers
			.join('\n')
			.replaceAll(/^(SHLVL|PWD|OLDPWD|_)=.*$/gm, '')
			.replaceAll(',focused', '');
	}
}

type Action = (pair: Pair, pick: (below: number) => number) => Promise<void>;

const one = (pair: Pair, pick: (below: number) => number) => pair.sessions[pick(pair.sessions.length)] ?? 'keeper';

async function create(pair: Pair): Promise<void> {
	const name = pair.name('s');
	const size = ['-x', '90', '-y', '30'];
	await pair.both(
		'new-session',
		'-d',
		...size,
		'-s',
		name,
		'sleep 1000',
		';',
		'new-window',
		'cat',
		';',
		'new-window',
		'sleep 1000',
		';',
		'split-window',
		'cat',
	);
	pair.sessions.push(name);
}

function forget(pair: Pair, name: string): void {
	pair.sessions = pair.sessions.filter((other) => other !== name);
}

/** What people do, and the sequences that are known to end a server that has a control client. */
const ACTIONS: Action[] = [
	create,
	create,
	create,
	async (pair, pick) => {
		const [seen, gone] = [one(pair, pick), one(pair, pick)];
		if (gone === 'keeper') return;
		await pair.both('select-window', '-t', `=${seen}:1`, ';', 'kill-session', '-t', `=${gone}`);
		forget(pair, gone);
	},
	async (pair, pick) => {
		const gone = one(pair, pick);
		if (gone === 'keeper') return;
		await pair.both('next-window', '-t', `=${gone}:`, ';', 'kill-session', '-t', `=${gone}`);
		forget(pair, gone);
	},
	async (pair, pick) => {
		const gone = one(pair, pick);
		if (gone === 'keeper') return;
		await pair.both('kill-window', '-t', `=${gone}:`, ';', 'kill-window', '-t', `=${gone}:`, ';', 'kill-window', '-t', `=${gone}:`);
		await pair.both('kill-session', '-t', `=${gone}`);
		forget(pair, gone);
	},
	async (pair, pick) => {
		const name = one(pair, pick);
		if (name === 'keeper') return;
		const renamed = pair.name('r');
		await pair.both('rename-session', '-t', `=${name}`, renamed);
		forget(pair, name);
		pair.sessions.push(renamed);
	},
	(pair, pick) => pair.both('new-window', '-d', '-t', `=${one(pair, pick)}:`, 'sleep 1000'),
	(pair, pick) => pair.both('split-window', '-t', `=${one(pair, pick)}:`, 'cat'),
	(pair, pick) => pair.both('select-pane', '-t', `=${one(pair, pick)}:2.${pick(2)}`),
	(pair, pick) => pair.both('select-pane', '-t', `=${one(pair, pick)}:`, '-T', pair.name('title ')),
	(pair, pick) => pair.both('resize-pane', '-t', `=${one(pair, pick)}:`, '-Z'),
	(pair, pick) => pair.both('select-layout', '-t', `=${one(pair, pick)}:`, 'tiled'),
	async (pair, pick) => {
		const session = one(pair, pick);
		await pair.both('swap-pane', '-s', `=${session}:2.0`, '-t', `=${session}:2.1`);
	},
	(pair, pick) => pair.both('kill-pane', '-t', `=${one(pair, pick)}:2`),
	(pair, pick) => pair.both('link-window', '-d', '-s', `=${one(pair, pick)}:1`, '-t', `=${one(pair, pick)}:${20 + pick(20)}`),
	(pair, pick) => pair.both('unlink-window', '-t', `=${one(pair, pick)}:1`),
	(pair, pick) => pair.both('respawn-pane', '-k', '-t', `=${one(pair, pick)}:`, 'cat'),
	(pair, pick) => pair.both('set-option', '-t', `=${one(pair, pick)}:`, '@note', pair.name('n')),
	(pair, pick) => pair.both('set-option', '-g', `@user${pick(3)}`, pair.name('n')),
	(pair, pick) => pair.both('set-option', '-g', 'status', ['on', 'off', '2'][pick(3)] ?? 'on'),
	(pair, pick) => pair.both('set-hook', '-g', 'session-renamed', `set-option -g @renamed ${pick(5)}`),
	(pair, pick) => pair.both('set-hook', '-t', `=${one(pair, pick)}:`, 'session-window-changed', 'display-message changed'),
	(pair) => pair.both('set-buffer', '-b', 'mine', pair.name('text')),
	(pair, pick) => pair.both('copy-mode', '-t', `=${one(pair, pick)}:`),
	async (pair, pick) => {
		const terminal = pair.name('t');
		const session = one(pair, pick);
		const before = await pair.clientCount();
		await Promise.all(
			[pair.watched, pair.alone].map((socket) =>
				pair.on(
					pair.terminals,
					...['new-session', '-d', '-x', '70', '-y', '20', '-s', `${terminal}-${socket === pair.alone}`, '--'],
					...['env', '-u', 'TMUX', 'TERM=xterm-256color', 'tmux', '-u', '-S', socket, 'attach-session', '-t', `=${session}`],
				),
			),
		);
		await pair.settle((clients) => clients === before + 1);
		pair.clients.push(terminal);
	},
	// Clients that disconnect together, from sessions that end when nobody looks.
	async (pair, pick) => {
		const session = one(pair, pick);
		if (session === 'keeper' || pair.clients.length === 0) return;
		await pair.both('set-option', '-t', `=${session}:`, 'destroy-unattached', 'on');
		const gone = pair.clients.splice(0).flatMap((terminal) => [`${terminal}-true`, `${terminal}-false`]);
		await Promise.all(gone.map((terminal) => pair.on(pair.terminals, 'kill-session', '-t', `=${terminal}`)));
		await pair.settle((clients) => clients === 0);
		await pair.both('kill-session', '-t', `=${session}`);
		forget(pair, session);
	},
];

test('whatever the user does, and whatever happens to us, the server lives and is as it would be without us', async () => {
	const { SHOAL_SEED: wanted } = process.env;
	const seed = Number(wanted ?? Date.now() % 1_000_000);
	console.info(`harm: seed ${seed} (SHOAL_SEED)`);
	const pick = generator(seed);
	const pair = new Pair();
	const windows: ChildProcess[] = [];
	let deaths = 0;
	const open = () => {
		const args = ['--no-warnings', join(import.meta.dirname, 'fixtures/window.ts'), pair.watched];
		windows.push(spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'inherit'] }));
	};
	await pair.on(pair.terminals, 'new-session', '-d', '-s', 'keeper', 'sleep 1000');
	await pair.both('new-session', '-d', '-x', '90', '-y', '30', '-s', 'keeper', '-n', 'keeper', 'sleep 1000');
	await pair.both('set-option', '-g', 'automatic-rename', 'off', ';', 'set-option', '-g', 'allow-rename', 'off');
	const pid = tmux().serverPid();
	try {
		open();
		open();
		for (let round = 0; round < ROUNDS; round++) {
			const window = windows[pick(windows.length)];
			switch (pick(8)) {
				case 0:
					window?.kill('SIGSTOP');
					break;
				case 1:
				case 2:
					window?.kill('SIGCONT');
					break;
				case 3:
					if (++deaths > MOST_DEATHS) break;
					window?.kill('SIGKILL');
					windows.splice(windows.indexOf(window as ChildProcess), 1);
					open();
					break;
			}
			if (pair.sessions.length >= MOST_SESSIONS) {
				const [oldest = ''] = pair.sessions;
				await pair.both('kill-session', '-t', `=${oldest}`);
				forget(pair, oldest);
			}
			await ACTIONS[pick(ACTIONS.length)]?.(pair, pick);
		}
		for (const window of windows) {
			window.kill('SIGCONT');
			window.stdin?.end();
		}
		await Promise.all(windows.map((window) => window.exitCode === null && new Promise((resolve) => window.once('exit', resolve))));
	} finally {
		for (const window of windows) window.kill('SIGKILL');
	}
	// What those that were killed left is taken away by one that leaves in peace.
	const last = await tmux().follow();
	last.dispose();
	await waitUntil('nothing of ours is left', () => !/shoal|8731/.test(tmux().run('show-options', '-g', ';', 'show-hooks', '-g')));
	expect(tmux().serverPid()).toBe(pid);
	// Clients come and go in their own time.
	let [watched, alone] = ['', 'different'];
	for (const deadline = Date.now() + 5000; Date.now() < deadline && watched !== alone; ) {
		[watched = '', alone = ''] = await Promise.all([pair.state(pair.watched), pair.state(pair.alone)]);
	}
	expect(watched, `seed ${seed}`).toBe(alone);
}, 120_000);
