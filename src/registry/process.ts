/** Which process is meant, for certain: a pid alone is given out again after a crash. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import { errorCode } from './errors.ts';

export interface ProcessIdentity {
	readonly pid: number;
	/** When it started, in the system's own words; compared, never read. */
	readonly start: string;
	/** Which run of the machine; empty where `start` tells runs apart. */
	readonly boot: string;
	/** Where the pid counts: machine and pid namespace, since containers may share the folder. */
	readonly realm: string;
}

/** `unknown`: of another machine or container, whose processes can't be seen from here. */
export type Liveness = 'alive' | 'dead' | 'unknown';

/** To tell boots and machines apart; a lock with all of it stays below 60 bytes, which file systems keep without a block of its own. */
const ENOUGH_CHARS = 8;

let self: Promise<ProcessIdentity> | undefined;

export function ownIdentity(): Promise<ProcessIdentity> {
	self ??= findIdentity();
	return self;
}

async function findIdentity(): Promise<ProcessIdentity> {
	const start = await startOf(process.pid);
	const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
	const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
	const realm = createHash('sha256').update(`${hostname()} ${namespace}`).digest('hex').slice(0, ENOUGH_CHARS);
	return { pid: process.pid, start: start ?? '', boot: boot.trim().slice(0, ENOUGH_CHARS), realm };
}

export async function livenessOf(other: ProcessIdentity, own: ProcessIdentity): Promise<Liveness> {
	if (other.realm !== own.realm) return 'unknown';
	if (other.boot !== own.boot) return 'dead';
	return (await startOf(other.pid)) === other.start ? 'alive' : 'dead';
}

/** The start of the running process with this pid; nothing where there is none. */
function startOf(pid: number): Promise<string | undefined> {
	return process.platform === 'linux' ? startFromProc(pid) : startFromPs(pid);
}

async function startFromProc(pid: number): Promise<string | undefined> {
	let stat: string;
	try {
		stat = await readFile(`/proc/${pid}/stat`, 'utf8');
	} catch (error) {
		// ESRCH: it ended between the open and the read.
		if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ESRCH') return undefined;
		throw error;
	}
	// The command name is in parentheses and may hold anything, also spaces and parentheses.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	const [state] = fields;
	const start = fields[19];
	if (state !== 'Z' && state !== 'X') return start;
	// A killed process whose first thread is gone can still have another one inside a rename: dead is when none is left.
	const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
	return threads.length > 1 ? start : undefined;
}

async function startFromPs(pid: number): Promise<string | undefined> {
	try {
		const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)], { env: { ...process.env, LC_ALL: 'C' } });
		return stdout.trim() || undefined;
	} catch (error) {
		// ps says with status 1 that there is no such process; that it could not run says nothing.
		if (error instanceof Error && 'code' in error && error.code === 1) return undefined;
		throw error;
	}
}
