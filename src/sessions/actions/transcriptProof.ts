/** The agent's own file as proof that a prompt arrived: what was written to it since, searched for exactly that text. */
import { open, stat } from 'node:fs/promises';
import type { Session } from '../session.ts';

/** More than this within seconds is not the echo of a prompt. */
const READ_LIMIT_BYTES = 4 * 1024 * 1024;

export type Arrival = 'submitted' | 'queued';

export class TranscriptProof {
	readonly #text: string;
	readonly #from = new Map<string, number>();

	private constructor(text: string) {
		this.#text = same(text);
	}

	/** Remembers where the file ends now; what comes later is new. */
	static async before(session: Session, text: string): Promise<TranscriptProof> {
		const proof = new TranscriptProof(text);
		const file = session.conversation?.file;
		if (file !== undefined) proof.#from.set(file, await sizeOf(file));
		return proof;
	}

	async look(session: Session | undefined): Promise<Arrival | undefined> {
		const file = session?.conversation?.file;
		if (file === undefined) return undefined;
		let queued = false;
		// A file that was not there before is new as a whole.
		for (const line of (await readFrom(file, this.#from.get(file) ?? 0)).split('\n')) {
			const entry = parse(line);
			if (entry === undefined || !holds(entry, this.#text)) continue;
			if (!isQueueing(entry)) return 'submitted';
			queued = true;
		}
		return queued ? 'queued' : undefined;
	}
}

function isQueueing(entry: object): boolean {
	return 'type' in entry && entry.type === 'queue-operation';
}

/** Some text anywhere in the entry is the prompt: agents store it under several names. */
function holds(value: unknown, text: string): boolean {
	if (typeof value === 'string') return same(value) === text;
	if (typeof value !== 'object' || value === null) return false;
	return Object.values(value).some((part) => holds(part, text));
}

/** Agents trim prompts, and Claude composes characters that came in parts. */
function same(text: string): string {
	return text.replaceAll(/\r\n?/g, '\n').normalize('NFC').trim();
}

function parse(line: string): object | undefined {
	try {
		const value: unknown = JSON.parse(line);
		return typeof value === 'object' && value !== null ? value : undefined;
	} catch {
		// The last line may be only half written; it is whole at the next look.
		return undefined;
	}
}

async function sizeOf(file: string): Promise<number> {
	return stat(file).then(
		({ size }) => size,
		() => 0,
	);
}

async function readFrom(file: string, start: number): Promise<string> {
	try {
		const handle = await open(file, 'r');
		try {
			const length = Math.min((await handle.stat()).size - start, READ_LIMIT_BYTES);
			if (length <= 0) return '';
			const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
			return buffer.toString('utf8', 0, bytesRead);
		} finally {
			await handle.close();
		}
	} catch {
		return '';
	}
}
