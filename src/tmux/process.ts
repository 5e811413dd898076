/** Whether a process still runs. */
import { readFileSync } from 'node:fs';

/** A process that ended but was not reaped by its parent is gone too: containers often have nobody who reaps. */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
	} catch (error) {
		// Another user's process may not be signalled, but it runs.
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
	return !/^\d+ \(.*\) [ZX]/s.test(statOf(pid));
}

function statOf(pid: number): string {
	try {
		return readFileSync(`/proc/${pid}/stat`, 'utf8');
	} catch {
		// No such file system here: the signal's word stands.
		return '';
	}
}
