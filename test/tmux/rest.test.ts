import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { commandLine, pane, streaming, useTmux, waitUntil } from './harness.ts';

const tmux = useTmux();
/** Long enough for several ticks at the slow pace. */
const REST_MS = 7000;

function descendants(pid: number): number[] {
	const parents = new Map<number, number>();
	for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
		try {
			parents.set(Number(name), Number(/\nPPid:\t(\d+)/.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]));
		} catch {
			// Ended meanwhile.
		}
	}
	const found: number[] = [];
	for (const [child, parent] of parents) if (parent === pid) found.push(child, ...descendants(child));
	return found;
}

async function otherWindow(): Promise<ChildProcess> {
	const args = ['--no-warnings', join(import.meta.dirname, 'fixtures/window.ts'), tmux().socketPath];
	const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
	await new Promise<void>((resolve, reject) => {
		child.stdout?.on('data', (chunk: Buffer) => {
			if (chunk.includes('streaming')) resolve();
		});
		child.once('error', reject);
	});
	return child;
}

test('at rest no process is started', async () => {
	const starts = join(tmux().dir, 'starts');
	writeFileSync(starts, '');
	const shim = tmux().shim(`echo "$$" >>'${starts}'; exec tmux "$@"`);
	for (let index = 0; index < 20; index++) tmux().session(`s${index}`);
	const server = tmux().open({ tmuxPath: shim });
	server.setPace('slow');
	server.start();
	await streaming(server);
	await pane(server, 's19', ({ outputMark }) => !outputMark.endsWith('~'));
	const count = () => readFileSync(starts, 'utf8').trim().split('\n').length;
	const before = count();
	expect(before).toBeGreaterThan(2);
	let heard = 0;
	server.onDidObserve(() => heard++);
	await delay(REST_MS);
	expect(count() - before).toBe(0);
	expect(heard).toBe(0);
});

test.each(['answers', 'hangs'])('killed while the server %s, nothing of ours is left', async (state) => {
	tmux().session('first');
	const pid = tmux().serverPid();
	const window = await otherWindow();
	// The helper, two that wait for the streams, and the two streams.
	let ours: number[] = [];
	await waitUntil('all of ours run', () => {
		ours = descendants(window.pid ?? 0);
		return ours.filter((child) => commandLine(child).startsWith('tmux')).length >= 2;
	});
	if (state === 'hangs') process.kill(pid, 'SIGSTOP');
	try {
		window.kill('SIGKILL');
		const began = performance.now();
		await waitUntil('all are gone', () => ours.every((child) => commandLine(child) === ''));
		console.info(`killed while the server ${state}: all gone after ${Math.round(performance.now() - began)} ms`);
	} finally {
		process.kill(pid, 'SIGCONT');
	}
	expect(tmux().run('list-sessions', '-F', '#{session_name}')).toBe('first\n');
});

test('ended in peace, nothing of ours is left either', async () => {
	tmux().session('first');
	const window = await otherWindow();
	const ours = [window.pid ?? 0, ...descendants(window.pid ?? 0)];
	window.stdin?.end();
	await waitUntil('all are gone', () => ours.every((child) => commandLine(child) === ''));
	expect(tmux().run('show-options', '-g')).not.toContain('shoal');
});

test('when the helper is killed another takes over', async () => {
	tmux().session('first');
	const server = await tmux().follow();
	const [helper] = descendants(process.pid).filter((child) => commandLine(child) === '/bin/sh -s');
	process.kill(helper ?? 0, 'SIGKILL');
	await waitUntil('it is gone', () => commandLine(helper ?? 0) === '');
	tmux().session('second');
	await pane(server, 'second');
	await streaming(server);
});
