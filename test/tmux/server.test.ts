import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTmuxServer, probeTmux } from '../../src/tmux/open.ts';
import { commandLine, exists, listed, observed, session, sessionTarget, streaming, useTmux, waitUntil } from './harness.ts';

const tmux = useTmux();

const isAbsent = ({ kind }: { kind: string }) => kind === 'absent';
const isUnobservable = ({ kind }: { kind: string }) => kind === 'unobservable';

test('looking never starts a server, and one that starts later is found', async () => {
	const server = tmux().open();
	server.start();
	await observed(server, 'absent', isAbsent);
	expect((await server.refresh('command')).kind).toBe('absent');
	expect(exists(tmux().socketPath)).toBe(false);
	tmux().session('late');
	await session(server, 'late');
	await streaming(server);
});

test('a server in a folder that does not exist yet is found', async () => {
	const socketPath = join(tmux().dir, 'sub', 's');
	const server = tmux().open({ socketPath });
	server.start();
	await observed(server, 'absent', isAbsent);
	mkdirSync(join(tmux().dir, 'sub'));
	tmux().runOn(socketPath, 'new-session', '-d', '-s', 'late', 'sleep 1000');
	await session(server, 'late');
	tmux().runOn(socketPath, 'kill-server');
	await observed(server, 'absent', isAbsent);
});

test.each(['kill-server', 'SIGKILL', 'SIGTERM'] as const)(
	'a server ended by %s is absent, and its successor is another server',
	async (how) => {
		tmux().session('before');
		const server = await tmux().follow();
		const { server: first } = await listed(server, 'a listing', () => true);
		const stale = sessionTarget(server, 'before');
		if (how === 'kill-server') tmux().run('kill-server');
		else process.kill(first.pid, how);
		await observed(server, 'absent', isAbsent);
		tmux().session('after');
		await session(server, 'after');
		const { server: second } = await listed(server, 'a listing', () => true);
		expect(second).not.toEqual(first);
		await expect(server.killSession(stale)).rejects.toMatchObject({ reason: 'stale-target' });
		await streaming(server);
		expect(tmux().run('list-sessions', '-F', '#{session_name}')).toBe('after\n');
	},
);

test('a server whose last session ends is not kept alive by us', async () => {
	tmux().session('only');
	const server = await tmux().follow();
	const pid = tmux().serverPid();
	tmux().run('kill-session', '-t', '=only');
	await observed(server, 'absent', isAbsent);
	await waitUntil('the server exits', () => commandLine(pid) === '');
});

test('a server that exits when unattached is not kept alive by us', async () => {
	tmux().run('new-session', '-d', '-s', 'only', 'sleep 1000', ';', 'set-option', '-s', 'exit-unattached', 'off');
	const server = await tmux().follow();
	const pid = tmux().serverPid();
	server.setPace('slow');
	tmux().try('set-option', '-s', 'exit-unattached', 'on');
	await observed(server, 'absent', isAbsent, 25_000);
	await waitUntil('the server exits', () => commandLine(pid) === '');
}, 40_000);

test('a server without sessions is listed, empty', async () => {
	tmux().run('new-session', '-d', '-s', 'only', 'sleep 1000', ';', 'set-option', '-s', 'exit-empty', 'off');
	const server = await tmux().follow();
	tmux().run('kill-session', '-t', '=only');
	await listed(server, 'no sessions', ({ sessions }) => sessions.length === 0);
	tmux().session('again');
	await session(server, 'again');
	await streaming(server);
});

test('a server that hangs is unobservable, its list stands, and it is found again', async () => {
	tmux().session('stays');
	const server = await tmux().follow();
	const seen: string[] = [];
	server.onDidObserve(({ kind }) => seen.push(kind));
	const pid = tmux().serverPid();
	process.kill(pid, 'SIGSTOP');
	try {
		const observation = await server.refresh('command');
		expect(observation).toMatchObject({ kind: 'unobservable', error: { reason: 'unobservable' } });
		await observed(server, 'still hung', isUnobservable);
	} finally {
		process.kill(pid, 'SIGCONT');
	}
	await session(server, 'stays');
	expect(seen).not.toContain('absent');
	await streaming(server);
});

test('a hung server is noticed without being asked', async () => {
	tmux().session('stays');
	const server = await tmux().follow();
	const pid = tmux().serverPid();
	process.kill(pid, 'SIGSTOP');
	try {
		await observed(server, 'hung', isUnobservable);
	} finally {
		process.kill(pid, 'SIGCONT');
	}
	await session(server, 'stays');
});

test('another server on the same socket takes over while the first lives on', async () => {
	tmux().session('old');
	const server = await tmux().follow();
	const old = tmux().serverPid();
	rmSync(tmux().socketPath);
	tmux().session('new');
	try {
		await listed(server, 'the new server', ({ sessions }) => sessions.map(({ name }) => name).join() === 'new');
		await streaming(server);
	} finally {
		process.kill(old, 'SIGKILL');
	}
});

test('a socket removed from under a living server says nothing about its sessions', async () => {
	tmux().session('hidden');
	const server = await tmux().follow();
	const seen: string[] = [];
	server.onDidObserve(({ kind }) => seen.push(kind));
	const pid = tmux().serverPid();
	rmSync(tmux().socketPath);
	try {
		await observed(server, 'unobservable', isUnobservable);
		expect(seen).not.toContain('absent');
		// tmux makes its socket again when it is told to.
		process.kill(pid, 'SIGUSR1');
		await session(server, 'hidden');
	} finally {
		process.kill(pid, 'SIGKILL');
	}
	await observed(server, 'absent', isAbsent);
});

test('two servers are two lists', async () => {
	const other = join(tmux().dir, 'other');
	tmux().session('here');
	tmux().runOn(other, 'new-session', '-d', '-s', 'there', 'sleep 1000');
	const here = await tmux().follow();
	const there = tmux().open({ socketPath: other });
	there.start();
	await session(there, 'there');
	tmux().runOn(other, 'kill-server');
	await observed(there, 'absent', isAbsent);
	await session(here, 'here');
});

test('a folder with unsafe permissions is unobservable, and is observed once it is safe', async () => {
	const root = join(tmux().dir, 'root');
	const folder = join(root, `tmux-${process.getuid?.()}`);
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	tmux().runOn(join(folder, 'default'), 'new-session', '-d', '-s', 'inside', 'sleep 1000');
	chmodSync(folder, 0o777);
	const server = tmux().adopt(
		openTmuxServer({ socket: { kind: 'default' }, logger: tmux().logger, env: { ...process.env, TMUX_TMPDIR: root } }),
	);
	server.start();
	const observation = await observed(server, 'unobservable', isUnobservable);
	expect(observation).toMatchObject({ error: { reason: 'unobservable' } });
	chmodSync(folder, 0o700);
	await session(server, 'inside');
	tmux().runOn(join(folder, 'default'), 'kill-server');
	await observed(server, 'absent', isAbsent);
});

test.each([
	['error connecting to /x (Permission denied)', 1],
	['protocol version mismatch (client 8, server 7)', 1],
	['something new', 1],
	['', 0],
])('a tmux that says %j leaves the list alone', async (text, code) => {
	tmux().session('stays');
	const broken = join(tmux().dir, 'broken');
	const shim = tmux().shim(`test -e '${broken}' && { echo '${text}' >&2; exit ${code}; }; exec tmux "$@"`);
	const server = tmux().open({ tmuxPath: shim });
	server.start();
	await streaming(server);
	const seen: string[] = [];
	server.onDidObserve(({ kind }) => seen.push(kind));
	mkdirSync(broken);
	expect((await server.refresh('command')).kind).toBe('unobservable');
	rmSync(broken, { recursive: true });
	await session(server, 'stays');
	expect(seen).not.toContain('absent');
});

test('a tmux that is not there is missing, not absent', async () => {
	const server = tmux().open({ tmuxPath: join(tmux().dir, 'no-such-tmux') });
	server.start();
	expect(await observed(server, 'missing', isUnobservable)).toMatchObject({ error: { reason: 'missing' } });
	await expect(probeTmux(join(tmux().dir, 'no-such-tmux'))).rejects.toMatchObject({ reason: 'missing' });
});

test('the version is told, and whether it will do', async () => {
	expect((await probeTmux('tmux')).supported).toBe(true);
	expect(await probeTmux(tmux().shim('echo tmux 2.9a'))).toEqual({ version: '2.9a', supported: false });
});

test('a tmux without timers is listed once a second, and told of once', async () => {
	// Says another version and refuses the timer, as 3.1 does.
	const shim = tmux().shim(
		`case "$*" in *'run -d'*) echo 'command run-shell: unknown flag -d' >&2; exit 1;; esac; exec tmux "$@" | sed "s/\\t3\\.[0-9][0-9a-z]*$/\\t3.1c/"`,
	);
	tmux().session('first');
	const server = tmux().open({ tmuxPath: shim });
	server.start();
	await session(server, 'first');
	tmux().session('second');
	await session(server, 'second');
	tmux().session('third');
	await session(server, 'third');
	expect(server.observation).toMatchObject({ via: 'polling' });
	expect(tmux().log.filter(({ level, message }) => level === 'info' && message.includes('3.1c'))).toHaveLength(1);
	expect(tmux().run('show-options', '-g')).not.toContain('shoal');
});

test('a tmux that lacks a hook is followed without it', async () => {
	const rename = `case "$word" in *set-hook*pane-mode-changed*) word=$(printf %s "$word" | sed s/pane-mode-changed/no-such-hook/g);; esac`;
	const shim = tmux().shim(`for word; do shift; ${rename}; set -- "$@" "$word"; done; exec tmux "$@"`);
	tmux().session('first');
	const server = tmux().open({ tmuxPath: shim });
	server.start();
	await streaming(server);
	tmux().session('second');
	await session(server, 'second');
	expect(tmux().log.filter(({ level, message }) => level === 'info' && message.includes('lacks hooks (pane-mode-changed)'))).toHaveLength(
		1,
	);
	expect(tmux().log.filter(({ level }) => level === 'warn')).toEqual([]);
});

test('streams that break again and again give way to listings', async () => {
	const shim = tmux().shim(`case "$*" in *'run -d'*) echo 'no streams today' >&2; exit 1;; esac; exec tmux "$@"`);
	tmux().session('first');
	const server = tmux().open({ tmuxPath: shim });
	server.start();
	await session(server, 'first');
	await waitUntil('it is said', () => tmux().log.some(({ level, message }) => level === 'warn' && message.includes('again and again')));
	tmux().session('second');
	await session(server, 'second');
	expect(server.observation).toMatchObject({ via: 'polling' });
});

test('every look is logged with its reason', async () => {
	tmux().session('first');
	const server = await tmux().follow();
	await server.refresh('command');
	const reasons = tmux().log.flatMap(({ message }) => /looked \((\w+)\)/.exec(message)?.[1] ?? []);
	expect(reasons[0]).toBe('startup');
	expect(reasons).toContain('command');
});

test('a refresh is heard even when nothing has changed', async () => {
	tmux().session('first');
	const server = await tmux().follow();
	let heard = 0;
	server.onDidObserve(({ kind }) => {
		if (kind === 'listed') heard++;
	});
	await server.refresh('command');
	expect(heard).toBeGreaterThan(0);
});
