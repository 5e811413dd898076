/** The end of a screen as plain text, for whoever writes a thought about it: short, and without what must not leave the machine. */
import { rowsOf } from '../agents/screen/rows.ts';
import { redact } from '../agents/text.ts';
import type { TmuxServer } from '../tmux/server.ts';

/** What a person would glance at; more would send more of the screen than one sentence needs. */
const TAIL_CHARS = 500;

export async function tailOf(server: TmuxServer, paneId: string): Promise<string | undefined> {
	const text = (await server.capture([paneId])).get(paneId);
	return text === undefined ? undefined : screenTail(text);
}

/** Secrets are taken out of the whole before it is cut, so that no half of one is left. */
export function screenTail(text: string, home?: string): string {
	const rows = rowsOf(text).map((row) => row.trim());
	return redact(rows.filter((row) => row !== '').join('\n'), home).slice(-TAIL_CHARS);
}
