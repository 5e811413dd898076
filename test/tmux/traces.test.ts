import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { session, useTmux, waitUntil } from './harness.ts';

const tmux = useTmux();

const hooks = () => tmux().run('show-hooks', '-g') + tmux().run('show-hooks', '-gw');
const options = () => tmux().run('show-options', '-g') + tmux().run('show-options', '-s') + tmux().run('show-options', '-gw');
const members = () => (tmux().try('show-options', '-gv', '@shoal_w') ?? '').trim().split(' ').filter(Boolean);

/** Another window of ours: a process that follows the server until it is ended. */
async function otherWindow(): Promise<ChildProcess> {
	const child = spawn(process.execPath, ['--no-warnings', join(import.meta.dirname, 'fixtures/window.ts'), tmux().socketPath], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	await new Promise<void>((resolve, reject) => {
		child.stdout?.on('data', (chunk: Buffer) => {
			if (chunk.includes('streaming')) resolve();
		});
		child.on('exit', (code) => reject(new Error(`ended with ${code}`)));
	});
	return child;
}

async function crash(window: ChildProcess): Promise<void> {
	const ended = new Promise((resolve) => window.removeAllListeners('exit').once('exit', resolve));
	window.kill('SIGKILL');
	await ended;
}

test('the last window takes everything of ours with it and leaves what is the user’s', async () => {
	tmux().session('first');
	tmux().run('set-hook', '-g', 'session-created', 'display-message made');
	tmux().run('set-hook', '-ga', 'alert-bell', 'display-message rang');
	tmux().run('set-option', '-g', '@mine', 'kept');
	const before = { hooks: hooks(), options: options() };
	const one = await tmux().follow();
	const two = await tmux().follow();
	expect(members()).toHaveLength(2);
	expect(hooks()).toContain('session-created[0] display-message made');
	expect(hooks()).toContain('session-created[8731]');
	one.dispose();
	await waitUntil('one has left', () => members().length === 1);
	tmux().session('second');
	await session(two, 'second');
	expect(hooks()).toContain('session-created[8731]');
	two.dispose();
	await waitUntil('all has gone', () => !hooks().includes('8731') && !options().includes('shoal'));
	expect({ hooks: hooks(), options: options() }).toEqual(before);
});

test('windows that leave together leave nothing', async () => {
	tmux().session('first');
	const before = { hooks: hooks(), options: options() };
	const windows = await Promise.all(Array.from({ length: 4 }, () => tmux().follow()));
	for (const window of windows) window.dispose();
	await waitUntil('all has gone', () => !hooks().includes('8731') && !options().includes('shoal'));
	expect({ hooks: hooks(), options: options() }).toEqual(before);
});

test('windows hear of everything beside each other', async () => {
	tmux().session('first');
	const windows = await Promise.all(Array.from({ length: 3 }, () => tmux().follow()));
	for (let round = 0; round < 5; round++) {
		tmux().session(`s${round}`);
		await Promise.all(windows.map((window) => session(window, `s${round}`)));
	}
});

test('what a crashed window left is used by the next and taken away with it', async () => {
	tmux().session('first');
	const before = { hooks: hooks(), options: options() };
	const crashed = await otherWindow();
	await crash(crashed);
	expect(members()).toHaveLength(1);
	expect(hooks()).toContain('[8731]');
	tmux().session('meanwhile');
	const next = await tmux().follow();
	await session(next, 'meanwhile');
	expect(members()).toHaveLength(1);
	next.dispose();
	await waitUntil('all has gone', () => !hooks().includes('8731') && !options().includes('shoal'));
	expect({ hooks: hooks(), options: options() }).toEqual(before);
});

test('a window that crashes while another lives is forgotten when that one leaves', async () => {
	tmux().session('first');
	const crashed = await otherWindow();
	const lives = await tmux().follow();
	expect(members()).toHaveLength(2);
	await crash(crashed);
	lives.dispose();
	await waitUntil('all has gone', () => !hooks().includes('8731') && !options().includes('shoal'));
});

test('hooks that a configuration read again has cleared are put back beside the user’s', async () => {
	tmux().session('first');
	await tmux().follow();
	tmux().run('set-hook', '-g', 'session-created', 'display-message mine');
	expect(hooks()).not.toContain('session-created[8731]');
	await waitUntil('it stands again', () => hooks().includes('session-created[8731]'), 20_000);
	expect(hooks()).toContain('session-created[0] display-message mine');
}, 40_000);

test('a format that is taken away is put back at once, and no session is lost meanwhile', async () => {
	tmux().session('first');
	const server = await tmux().follow();
	const counts: number[] = [];
	server.onDidObserve((observation) => counts.push(observation.kind === 'listed' ? observation.listing.sessions.length : -1));
	tmux().run('set-option', '-gu', '@shoal_f1');
	await waitUntil('it stands again', () => options().includes('@shoal_f1'));
	tmux().session('second');
	await session(server, 'second');
	expect(Math.min(...counts)).toBeGreaterThan(0);
});

test('a user’s own hooks still run', async () => {
	tmux().session('first');
	tmux().run('set-hook', '-g', 'session-renamed', 'set-option -g @heard yes');
	await tmux().follow();
	tmux().run('rename-session', '-t', '=first', 'renamed');
	await waitUntil('it ran', () => tmux().try('show-options', '-gv', '@heard')?.trim() === 'yes');
});
