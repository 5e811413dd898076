/** The question put to tmux for every pane, and how its lines become sessions. */
import type { ServerIdentity, TmuxPane, TmuxSession } from './model.ts';

/** A literal tab passes every tmux version unchanged, and neither names nor titles can hold one. */
const TAB = '\t';

/**
 * Stands between records once they are read. tmux is given a random word to print before each record, as a folder can hold
 * anything else: line breaks, tabs, or what looks like a record.
 */
const SEPARATOR = '\0';

/** The records of a listing as they were printed, each after the random word. */
export function joinRecords(printed: string, word: string): string {
	return printed.replaceAll(word, SEPARATOR);
}

/**
 * Ids and numbers first, free text last. `history_bytes` is left out: the server would walk the whole scrollback of every pane for it.
 */
const FIELDS = [
	'session_id',
	'session_created',
	'session_attached',
	'window_id',
	'window_active',
	'pane_active',
	'pane_dead',
	'window_bell_flag',
	'pane_in_mode',
	'pane_id',
	'pane_pid',
	'pane_dead_status',
	'pane_dead_signal',
	'window_activity',
	'cursor_x',
	'cursor_y',
	'history_size',
	'session_name',
	'pane_title',
	'@shoal_id',
] as const;

export const PANE_FORMAT = FIELDS.map((field) => `#{${field}}`).join(TAB);

/**
 * Added where something changes. For these two the server asks the kernel about every pane, which is a third of the cost of a
 * listing; a question for the changed panes alone would cost a process each time. The folder, which may hold a tab, comes last.
 */
export const FOREGROUND_FORMAT = `${TAB}#{pane_current_command}${TAB}#{pane_current_path}`;

/** Printed after a listing: proves it whole, and says which run of which server it is and the second it was made in. */
export const SERVER_FORMAT = ['#{pid}', '#{start_time}', '%s', '#{version}'].join(TAB);

export interface PaneRecord {
	readonly sessionId: string;
	readonly sessionName: string;
	readonly created: number;
	readonly attached: number;
	readonly bell: boolean;
	readonly shoalId: string;
	readonly activity: number;
	/** In a listing that asked for it. */
	readonly foreground?: { readonly command: string; readonly path: string };
	readonly pane: Omit<TmuxPane, 'command' | 'path'>;
}

export interface ServerStamp {
	readonly server: ServerIdentity;
	/** Seconds since the epoch, by the server's clock. */
	readonly now: number;
	readonly version: string;
}

export function parseServer(line: string): ServerStamp | undefined {
	const [pid, startTime, now, version = ''] = line.trimEnd().split(TAB);
	const stamp = { server: { pid: Number(pid), startTime: Number(startTime) }, now: Number(now), version };
	return stamp.server.pid > 0 && stamp.server.startTime > 0 && stamp.now > 0 ? stamp : undefined;
}

/** A record that does not fit is left out: one odd pane must not hide the others. */
export function parsePanes(records: string): PaneRecord[] {
	return records
		.split(SEPARATOR)
		.slice(1)
		.flatMap((record) => parseRecord(record) ?? []);
}

/** Whether there is at least one whole record. */
export function hasRecords(records: string): boolean {
	return records.split(SEPARATOR).some((record, index) => index > 0 && parseRecord(record) !== undefined);
}

type Field = (typeof FIELDS)[number];
const POSITIONS = new Map(FIELDS.map((field, index) => [field, index]));

function parseRecord(record: string): PaneRecord | undefined {
	const values = record.replace(/\n$/, '').split(TAB);
	if (values.length < FIELDS.length) return undefined;
	const at = (field: Field) => values[POSITIONS.get(field) ?? 0] ?? '';
	const [command, ...path] = values.slice(FIELDS.length);
	const flag = (field: Field) => at(field) !== '' && at(field) !== '0';
	const dead = flag('pane_dead');
	const pane = {
		id: at('pane_id'),
		windowId: at('window_id'),
		pid: Number(at('pane_pid')),
		active: flag('window_active') && flag('pane_active'),
		dead,
		...(dead ? exitOf(at('pane_dead_status'), at('pane_dead_signal')) : {}),
		title: at('pane_title'),
		outputMark: [at('window_activity'), at('cursor_x'), at('cursor_y'), at('history_size')].join('.'),
		inMode: flag('pane_in_mode'),
	};
	if (!/^\$\d+$/.test(at('session_id')) || !/^%\d+$/.test(pane.id)) return undefined;
	return {
		sessionId: at('session_id'),
		sessionName: at('session_name'),
		created: Number(at('session_created')),
		attached: Number(at('session_attached')),
		bell: flag('window_bell_flag'),
		shoalId: at('@shoal_id'),
		activity: Number(at('window_activity')),
		...(command === undefined ? {} : { foreground: { command, path: path.join(TAB) } }),
		pane,
	};
}

/** tmux before 3.3 does not know the signal; a status below is then all there is. */
function exitOf(status: string, signal: string): Pick<TmuxPane, 'exit'> {
	if (signal !== '' && signal !== '0') return { exit: { signal: Number(signal) } };
	return status === '' ? {} : { exit: { status: Number(status) } };
}

/** One session each, in tmux's order; a window linked twice into a session shows its panes once. */
export function groupSessions(records: readonly (Omit<PaneRecord, 'pane'> & { readonly pane: TmuxPane })[]): TmuxSession[] {
	const sessions = new Map<string, TmuxSession & { readonly panes: TmuxPane[] }>();
	for (const record of records) {
		const known = sessions.get(record.sessionId);
		const bell = record.bell || known?.bell === true;
		const panes = known?.panes ?? [];
		const twin = panes.findIndex((pane) => pane.id === record.pane.id);
		if (twin < 0) panes.push(record.pane);
		else if (record.pane.active) panes[twin] = record.pane;
		sessions.set(record.sessionId, {
			id: record.sessionId,
			name: record.sessionName,
			created: record.created,
			attached: record.attached,
			bell,
			shoalId: record.shoalId,
			panes,
		});
	}
	return [...sessions.values()];
}
