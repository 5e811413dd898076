import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import type { ShoalApi } from '../../src/extension.ts';
import type { Session } from '../../src/sessions/session.ts';

const run = promisify(execFile);
/** Far above what anything here takes; only a hang reaches it. */
const LIMIT_MS = 15_000;

const socket = process.env.SHOAL_TMUX_SOCKET ?? '';
const tmux = async (...args: string[]) => (await run('tmux', ['-S', socket, '-f', '/dev/null', ...args])).stdout.trim();

async function eventually<T>(check: () => T | undefined | Promise<T | undefined>, what: string): Promise<T> {
	const end = Date.now() + LIMIT_MS;
	while (Date.now() < end) {
		const value = await check();
		if (value) return value;
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	throw new Error(`never happened: ${what}`);
}

describe('Shoal in the extension host', () => {
	let api: ShoalApi;
	const seen = (name: string): Promise<Session> =>
		eventually(() => api.supervisor.sessions.all.find((session) => session.name === name), `${name} is listed`);
	const clients = async (name: string) => (await tmux('list-clients', '-t', `=${name}`)).split('\n').filter(Boolean).length;

	before(async () => {
		assert.ok(socket, 'the suite runs on a tmux server of its own');
		const extension = vscode.extensions.getExtension<ShoalApi>('shoal.shoal');
		assert.ok(extension, 'the extension is installed');
		api = await extension.activate();
	});

	it('registers every command of its manifest', async () => {
		const registered = await vscode.commands.getCommands(true);
		const declared: { command: string }[] = vscode.extensions.getExtension('shoal.shoal')?.packageJSON.contributes.commands;
		assert.ok(declared.length > 0);
		for (const { command } of declared) assert.ok(registered.includes(command), command);
	});

	it('finds tmux, and the sessions that others make', async () => {
		await tmux('new-session', '-d', '-s', 'found', '-x', '90', '-y', '20');
		const session = await seen('found');
		assert.equal(session.lifecycle, 'live');
		assert.equal(api.supervisor.availability.kind, 'available');
		assert.equal(await tmux('show-options', '-v', '-t', '=found:', '@shoal_id'), session.id);
	});

	it('opens a session in one terminal, attached to tmux, and detaches when the tab closes', async () => {
		const session = await seen('found');
		await vscode.commands.executeCommand('shoal.open', session.id);
		await eventually(async () => (await clients('found')) === 1, 'a client is attached');
		await vscode.commands.executeCommand('shoal.open', session.id);
		const tabs = vscode.window.terminals.filter((terminal) => terminal.name === 'found');
		assert.equal(tabs.length, 1);
		await vscode.commands.executeCommand('shoal.detach', session.id);
		await eventually(async () => (await clients('found')) === 0, 'the client has left');
		assert.equal(await tmux('list-sessions', '-F', '#{session_name}'), 'found');
	});

	it('copies a line that attaches from any terminal', async () => {
		const session = await seen('found');
		await vscode.commands.executeCommand('shoal.copyAttachCommand', session.id);
		const line = await vscode.env.clipboard.readText();
		assert.match(line, /attach-session/);
		assert.ok(line.includes(socket));
	});

	it('refuses to act on a session that is gone, without throwing', async () => {
		const session = await seen('found');
		await tmux('kill-session', '-t', '=found');
		await eventually(() => api.supervisor.sessions.get(session.id) === undefined, 'the row goes');
		assert.deepEqual(await api.supervisor.actions.kill(session.id), { kind: 'refused', refusal: { kind: 'gone' } });
		assert.deepEqual(await api.supervisor.actions.spawn({ agent: 'claude', folder: join('/', 'no', 'such', 'folder') }), {
			kind: 'refused',
			refusal: { kind: 'no-folder', folder: '/no/such/folder' },
		});
	});
});
