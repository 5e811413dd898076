/** What an edit that an agent asks to make would do to the files as they are on disk now. */
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ProposedEdit } from '../agents/call.ts';
import { differenceOf, type Hunk } from './lineDifference.ts';

export type Applied =
	| { readonly kind: 'applies'; readonly before: string; readonly after: string; readonly hunks: readonly Hunk[] }
	/** The text that is to be replaced is not in the file (any more). */
	| { readonly kind: 'not-found' };

export interface FileProposal {
	/** Absolute. */
	readonly path: string;
	/** As the agent names it. */
	readonly file: string;
	readonly change: 'made' | 'changed' | 'removed';
	readonly result: Applied | { readonly kind: 'unreadable'; readonly message: string };
}

/** VS Code's diff editor gives up on larger files, and a person with it. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** One entry for each file, in the order in which the agent names them. */
export async function readProposal(folder: string, edits: readonly ProposedEdit[]): Promise<readonly FileProposal[]> {
	const byPath = new Map<string, ProposedEdit[]>();
	for (const edit of edits) {
		const path = resolve(folder, edit.file);
		byPath.set(path, [...(byPath.get(path) ?? []), edit]);
	}
	return Promise.all([...byPath].map(([path, some]) => proposalFor(path, some)));
}

async function proposalFor(path: string, edits: readonly ProposedEdit[]): Promise<FileProposal> {
	const file = edits[0]?.file ?? path;
	try {
		const current = await textOf(path);
		const gone = edits.at(-1)?.after === undefined;
		return { path, file, change: gone ? 'removed' : current === undefined ? 'made' : 'changed', result: applyEdits(current, edits) };
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		return { path, file, change: 'changed', result: { kind: 'unreadable', message } };
	}
}

async function textOf(path: string): Promise<string | undefined> {
	try {
		const facts = await stat(path);
		if (!facts.isFile()) throw new Error('It is not a file.');
		if (facts.size > MAX_FILE_BYTES) throw new Error(`It has ${facts.size} bytes.`);
		return await readFile(path, 'utf8');
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
		throw error;
	}
}

/** The edits one after the other, as the agent would make them. */
export function applyEdits(current: string | undefined, edits: readonly ProposedEdit[]): Applied {
	const before = current ?? '';
	// Agents see a file with plain line ends, and write back the ones it had.
	const windows = /\r\n/.test(before);
	let after = before.replaceAll('\r\n', '\n');
	for (const edit of edits) {
		const next = applyEdit(after, edit);
		if (next === undefined) return { kind: 'not-found' };
		after = next;
	}
	const hunks = differenceOf(before.replaceAll('\r\n', '\n'), after);
	return { kind: 'applies', before, after: windows ? after.replaceAll('\n', '\r\n') : after, hunks };
}

function applyEdit(text: string, { before, after = '', everywhere }: ProposedEdit): string | undefined {
	if (before === undefined) return after;
	if (!text.includes(before)) return undefined;
	// A function as replacement: in a string, `$&` would mean something.
	return everywhere ? text.replaceAll(before, () => after) : text.replace(before, () => after);
}
