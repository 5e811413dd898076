/** What can be done to a server. Each verb names exact ids and proves them inside the very tmux command that acts. */
import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { TmuxClient } from './client.ts';
import { TmuxError } from './errors.ts';
import type { PaneTarget, ServerIdentity, SessionTarget } from './model.ts';
import { type Command, commandText, formatLiteral } from './quoting.ts';
import type { CaptureOptions, NewSession } from './server.ts';

const DEFAULT_SIZE = { columns: 200, rows: 50 };
/** The arguments of one client must fit one 16 KB message to the server; a pane's part of a capture takes about 150 bytes. */
const PANES_PER_CAPTURE = 80;
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_-]*$/;

export async function newSession(client: TmuxClient, spec: NewSession): Promise<SessionTarget & PaneTarget> {
	if (!NAME.test(spec.name)) throw new TmuxError('refused', `not a name for a session: ${spec.name}`);
	// tmux silently chooses another folder for one that does not exist.
	const folder = await stat(spec.folder).catch(() => undefined);
	if (!folder?.isDirectory()) throw new TmuxError('no-folder', `no such folder: ${spec.folder}`);
	const { columns, rows } = spec.size ?? DEFAULT_SIZE;
	const size = ['-x', String(columns), '-y', String(rows)];
	// Exact: without the `=` a prefix would do, and without the `:` option commands look for a pane of that name.
	const created = `=${spec.name}:`;
	const fields = ['session_id', 'pane_id', 'pane_pid', 'session_created', 'pid', 'start_time'].map((field) => `#{${field}}`).join('\t');
	const output = await client.ask([
		['new-session', '-d', '-P', '-F', fields, '-s', spec.name, '-c', formatLiteral(spec.folder), ...size, '--', ...launch(spec)],
		// The user's defaults could end a session nobody looks at, or lose the last screen and exit status of the agent.
		['set-option', '-t', created, 'destroy-unattached', 'off'],
		['set-option', '-w', '-t', created, 'remain-on-exit', 'on'],
		['set-option', '-t', created, '@shoal_id', spec.shoalId],
		// A client attached elsewhere lends its size to new sessions: ask for ours, then let it adapt to who attaches.
		['resize-window', '-t', created, ...size],
		['set-option', '-wu', '-t', created, 'window-size'],
	]);
	const [sessionId = '', paneId = '', ...numbers] = output.trim().split('\t');
	const [panePid = 0, createdAt = 0, pid = 0, startTime = 0] = numbers.map(Number);
	if (!sessionId || !paneId || !pid) throw new TmuxError('refused', `tmux did not say what it created: ${output.trim()}`);
	return { server: { pid, startTime }, sessionId, created: createdAt, paneId, panePid };
}

/**
 * tmux hands a single word to a shell, so that one goes by way of a shell that replaces itself with it, unread.
 * `env` sets variables on every tmux version (`-e` came with 3.2) and for this program only, not for the user's later windows.
 */
function launch({ command, env }: NewSession): string[] {
	const variables = Object.entries(env ?? {}).map(([name, value]) => `${name}=${value}`);
	const exact = command.length > 1 ? command : ['/bin/sh', '-c', 'exec "$0"', ...command];
	return variables.length > 0 ? ['/usr/bin/env', ...variables, ...exact] : [...exact];
}

export async function killSession(client: TmuxClient, target: SessionTarget): Promise<void> {
	await onSession(client, target, [['kill-session', '-t', target.sessionId]]);
}

export async function renameSession(client: TmuxClient, target: SessionTarget, name: string): Promise<void> {
	await onSession(client, target, [['rename-session', '-t', target.sessionId, '--', formatLiteral(name)]]);
}

export async function setUserOption(
	client: TmuxClient,
	target: SessionTarget,
	option: { readonly name: string; readonly value: string; readonly onlyIfUnset: boolean },
): Promise<string> {
	if (!/^@[A-Za-z0-9_-]+$/.test(option.name)) throw new TmuxError('refused', `not a user option: ${option.name}`);
	const output = await onSession(client, target, [
		['set-option', ...(option.onlyIfUnset ? ['-oq'] : []), '-t', target.sessionId, '--', option.name, option.value],
		['show-options', '-v', '-t', target.sessionId, option.name],
	]);
	return output.replace(/\n$/, '');
}

export async function detachClients(client: TmuxClient, target: SessionTarget): Promise<number> {
	// `detach-client` fails where no client is attached at all.
	const detach: Command[] = [
		['list-clients', '-t', target.sessionId, '-F', 'client'],
		['detach-client', '-s', target.sessionId],
	];
	const output = await onSession(client, target, [
		['if-shell', '-F', '-t', `${target.sessionId}:`, '#{session_attached}', commandText(detach)],
	]);
	return output.split('\n').filter((line) => line === 'client').length;
}

export async function claimSize(client: TmuxClient, clientPid: number): Promise<void> {
	const clients = await client.ask([['list-clients', '-F', '#{client_pid} #{client_name}']]);
	const line = clients.split('\n').find((text) => text.startsWith(`${clientPid} `));
	if (line) await client.ask([['refresh-client', '-t', line.slice(`${clientPid} `.length), '-f', '!ignore-size']]);
}

export async function capture(
	client: TmuxClient,
	paneIds: readonly string[],
	{ ansi = false, scrolledLines = 0 }: CaptureOptions,
): Promise<ReadonlyMap<string, string>> {
	const part = [...(ansi ? ['-e'] : []), ...(scrolledLines > 0 ? ['-S', `-${scrolledLines}`] : [])];
	const screens = new Map<string, string>();
	for (let start = 0; start < paneIds.length; start += PANES_PER_CAPTURE) {
		const mark = randomBytes(9).toString('hex');
		const wanted = paneIds.slice(start, start + PANES_PER_CAPTURE).filter((id) => /^%\d+$/.test(id));
		if (wanted.length === 0) continue;
		const output = await client.ask(
			wanted.map((id) => [
				'if-shell',
				'-F',
				'-t',
				id,
				`#{==:#{pane_id},${id}}`,
				commandText([
					['display-message', '-p', '-t', id, `${mark} #{pane_id}`],
					['capture-pane', '-p', ...part, '-t', id],
				]),
			]),
		);
		for (const part of output.split(`${mark} `).slice(1)) {
			const end = part.indexOf('\n');
			screens.set(part.slice(0, end), part.slice(end + 1));
		}
	}
	return screens;
}

/**
 * The proof stands right before the paste and after the only step that waits (the text arriving): tmux 3.3a crashes, with
 * every session, when a buffer is pasted into a dead pane.
 */
export async function paste(client: TmuxClient, target: PaneTarget, text: string, enter: boolean): Promise<void> {
	const buffer = `shoal-${randomBytes(6).toString('hex')}`;
	const act: Command[] = [
		leaveMode(target.paneId),
		['paste-buffer', '-p', '-d', '-b', buffer, '-t', target.paneId],
		...(enter ? [['send-keys', '-t', target.paneId, 'Enter']] : []),
	];
	const guarded = ifElse(target.paneId, paneProof(target), act, [['delete-buffer', '-b', buffer], REFUSE]);
	await checked(client, [ifElse(target.paneId, paneProof(target), [['load-buffer', '-b', buffer, '-'], guarded], [REFUSE])], text);
}

export async function sendKeys(
	client: TmuxClient,
	target: PaneTarget,
	{ keys, shown }: { readonly keys: readonly string[]; readonly shown: readonly string[] },
): Promise<void> {
	if (keys.length === 0) return;
	const act: Command[] = [leaveMode(target.paneId), ['send-keys', '-t', target.paneId, '--', ...keys]];
	const guarded = shown.length === 0 ? act : [ifElse(target.paneId, all(...shown.map(shows)), act, [SAY_CHANGED])];
	await checked(client, [ifElse(target.paneId, paneProof(target), guarded, [REFUSE])]);
}

/** A session that is no longer the one that was meant is not shown: the client then says so and fails. */
export function attachCommand(target: SessionTarget, { ignoreSize, flags }: { ignoreSize: boolean; flags: boolean }): Command {
	const attach: Command = ['attach-session', ...(ignoreSize && flags ? ['-f', 'ignore-size'] : []), '-t', target.sessionId];
	const fail: Command = ['has-session', '-t', '=(the session that was meant is gone)'];
	return ifElse(`${target.sessionId}:`, sessionProof(target), [attach], [fail]);
}

/** Copy mode would take the keys for itself. */
function leaveMode(paneId: string): Command {
	return ['if-shell', '-F', '-t', paneId, '#{pane_in_mode}', commandText([['send-keys', '-t', paneId, '-X', 'cancel']])];
}

/** Never printed by anything else, as no name, title or option reaches the output of the commands that print it. */
const REFUSED = 'shoal: not the one that was meant';
const REFUSE: Command = ['display-message', '-p', REFUSED];

const CHANGED = 'shoal: not what was looked at';
const SAY_CHANGED: Command = ['display-message', '-p', CHANGED];

/** Halved again and again: tmux 3.0 expands formats ten deep and no further. */
function all(...conditions: readonly string[]): string {
	if (conditions.length < 2) return conditions[0] ?? '1';
	const middle = Math.ceil(conditions.length / 2);
	return `#{&&:${all(...conditions.slice(0, middle))},${all(...conditions.slice(middle))}}`;
}

/** What a screen shows may be anything: characters that mean something to a format or a pattern stand for any one character. */
function shows(row: string): string {
	return `#{C:${row.replaceAll(/[#,{}%*?[\]\\]/g, '?')}}`;
}

function is(field: string, value: string | number): string {
	return `#{==:#{${field}},${value}}`;
}

function serverProof({ pid, startTime }: ServerIdentity): string {
	return all(is('pid', pid), is('start_time', startTime));
}

function sessionProof(target: SessionTarget): string {
	return all(serverProof(target.server), is('session_id', target.sessionId), is('session_created', target.created));
}

function paneProof(target: PaneTarget): string {
	return all(serverProof(target.server), is('pane_id', target.paneId), is('pane_pid', target.panePid), is('pane_dead', 0));
}

function ifElse(target: string, condition: string, then: readonly Command[], otherwise: readonly Command[]): Command {
	return ['if-shell', '-F', '-t', target, condition, commandText(then), commandText(otherwise)];
}

/** A target that is gone makes every proof false: `if-shell` may fail to find it. */
async function onSession(client: TmuxClient, target: SessionTarget, act: readonly Command[]): Promise<string> {
	if (!/^\$\d+$/.test(target.sessionId)) throw new TmuxError('stale-target', `not a session id: ${target.sessionId}`);
	return checked(client, [ifElse(`${target.sessionId}:`, sessionProof(target), act, [REFUSE])]);
}

async function checked(client: TmuxClient, commands: readonly Command[], input?: string): Promise<string> {
	const output = await client.ask(commands, input === undefined ? {} : { input }).catch((error: unknown) => {
		// Without a server there is no target either.
		if (error instanceof TmuxError && error.reason === 'absent') throw new TmuxError('stale-target', error.message, { cause: error });
		throw error;
	});
	if (output.trimEnd().endsWith(CHANGED)) throw new TmuxError('changed', CHANGED);
	if (output.trimEnd().endsWith(REFUSED)) throw new TmuxError('stale-target', REFUSED);
	return output;
}
