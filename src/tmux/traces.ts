/** Everything of ours in a user's server, shared by all our windows: how it is put there, checked, and taken away by the last to leave. */
import { randomBytes, randomInt } from 'node:crypto';
import { PANE_FORMAT } from './formats.ts';
import { isAlive } from './process.ts';
import { type Command, commandText } from './quoting.ts';

/** Hooks are arrays; nobody counts to here, so ours stands beside the user's own. */
const HOOK_INDEX = 8731;

/**
 * Changes that tmux announces itself. A window's list of them, all rung the same way: which one rang does not matter, as the
 * listing that follows says what is.
 */
const HOOKS = [
	'session-created',
	'session-closed',
	'session-renamed',
	'session-window-changed',
	'window-linked',
	'window-unlinked',
	'window-pane-changed',
	'window-layout-changed',
	'pane-died',
	'pane-exited',
	'pane-title-changed',
	'pane-mode-changed',
	'alert-bell',
	'client-attached',
	'client-detached',
	'client-session-changed',
] as const;

/**
 * A channel remembers one signal for whoever waits next, so each window listens on its own; with more windows than channels two
 * share one and may hear of a change from the next tick only. The number is fixed so that every window writes the same hooks.
 */
const CHANNELS = 8;

/** Raised whenever the format changes: windows of two versions of Shoal then do not overwrite each other's. */
export const FORMAT_OPTION = '@shoal_f1';
const MEMBERS_OPTION = '@shoal_w';

/** Runs inside the server, starts nothing and can't fail: left behind by a crash it is harmless. */
const RING = Array.from({ length: CHANNELS }, (_, channel) => `wait-for -S ${channelName(channel)}`).join(' ; ');

function channelName(channel: number): string {
	return `shoal${channel}`;
}

/** A window that observes the server: its process, the channel it listens on, and a random part for several in one process. */
export interface Member {
	readonly entry: string;
	readonly channel: string;
}

export function newMember(members: readonly string[]): Member {
	const taken = new Set(members.map((member) => Number(member.split('-')[1])));
	const all = Array.from({ length: CHANNELS }, (_, channel) => channel);
	const untaken = all.filter((channel) => !taken.has(channel));
	const free = untaken.length > 0 ? untaken : all;
	// Any of them: windows that open together do not see each other yet.
	const channel = free[randomInt(free.length)] ?? 0;
	return { entry: `${process.pid}-${channel}-${randomBytes(3).toString('hex')}`, channel: channelName(channel) };
}

/** Windows that crashed without leaving. */
function isGone(entry: string): boolean {
	return !isAlive(Number(entry.split('-')[0]));
}

/** What stands is left as it is: setting an option redraws every client of the user. Each hook stands alone, as old versions lack some. */
export function joinCommands(member: Member, members: readonly string[]): Command[] {
	return [
		unless(`#{${FORMAT_OPTION}}`, [['set-option', '-g', FORMAT_OPTION, PANE_FORMAT]]),
		...HOOKS.map((hook) => unless(stands(hook), [['set-hook', '-g', `${hook}[${HOOK_INDEX}]`, RING]])),
		...members.filter(isGone).map(removeMember),
		...(members.includes(member.entry) ? [] : [['set-option', '-gF', MEMBERS_OPTION, `#{${MEMBERS_OPTION}} ${member.entry}`]]),
	];
}

/** Several windows may leave at once: the server decides, in one command, whether anybody is left. */
export function leaveCommands(member: Member, members: readonly string[]): Command[] {
	const erase: Command[] = [
		...[FORMAT_OPTION, MEMBERS_OPTION].map((option) => ['set-option', '-guq', option]),
		...HOOKS.map((hook) => ['if-shell', '-F', '1', commandText([['set-hook', '-gu', `${hook}[${HOOK_INDEX}]`]])]),
	];
	const entries = new Set([member.entry, ...members.filter(isGone)]);
	return [...[...entries].map(removeMember), unless(`#{${MEMBERS_OPTION}}`, erase)];
}

/** Printed now and then inside a stream: who is there, whether all of ours stands, and whether the user's options allow a stream. */
export const CHECK_FORMAT = [`#{${MEMBERS_OPTION}}`, `#{?${FORMAT_OPTION},1,0}${HOOKS.map(stands).join('')}`, '#{exit-unattached}'].join(
	'\t',
);

export interface Check {
	readonly members: readonly string[];
	/** One digit each, `1` where it stands. */
	readonly standing: string;
	/** The server ends with its last attached client, but not before our streams end: there must be none. */
	readonly exitsUnattached: boolean;
}

export function parseCheck(line: string): Check {
	const [members = '', standing = '', exitUnattached = ''] = line.trimEnd().split('\t');
	return {
		members: members.split(' ').filter((entry) => /^\d+-\d+-[0-9a-f]+$/.test(entry)),
		standing,
		exitsUnattached: exitUnattached === '1' || exitUnattached === 'on',
	};
}

/** Our first trace, without which nothing works, is the format; a hook that this tmux does not know is merely not pushed. */
export function isUsable({ standing }: Check): boolean {
	return standing.startsWith('1');
}

export function lackingHooks({ standing }: Check): string[] {
	return HOOKS.filter((_, index) => standing[index + 1] !== '1');
}

function stands(hook: string): string {
	return `#{m:*${channelName(0)}*,#{${hook}[${HOOK_INDEX}]}}`;
}

function removeMember(entry: string): Command {
	return ['set-option', '-gF', MEMBERS_OPTION, `#{s/ ${entry}//:${MEMBERS_OPTION}}`];
}

function unless(condition: string, commands: readonly Command[]): Command {
	return ['if-shell', '-F', condition, '', commandText(commands)];
}
