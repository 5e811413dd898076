/** Reads the lines that were added to a growing file, by offset; a file of any size costs no more than its end. */
import { type FileHandle, open } from 'node:fs/promises';

/** Enough for the last turns of a conversation; agents write files of 100 MB, and many of them are opened at once. */
const FIRST_READ = 128 * 1024;
/** A last line that is longer than that (a picture, a whole file) is worth a second, larger look. */
const SECOND_READ = 16 * FIRST_READ;
/** More than this between two readings is skipped to the end: the present matters, not every line of the past. */
const LARGEST_STEP = 4 * 1024 * 1024;
const CHUNK = 256 * 1024;
/** A line longer than this holds a picture or a whole file: nothing we read. */
const LONGEST_LINE = 2 * 1024 * 1024;
const NEWLINE = 0x0a;

export interface TailReading {
	readonly lines: readonly string[];
	/** The file began anew or was skipped forward: what was known from earlier lines may not connect. */
	readonly restarted: boolean;
}

export class LineTail {
	readonly path: string;
	readonly #firstRead: number;
	#inode: number | undefined;
	#offset = 0;
	/** Bytes of a line whose end is not written yet. */
	#rest: Buffer = Buffer.alloc(0);
	/** Up to the next line's end belongs to a line whose start was not read. */
	#skipping = false;

	constructor(path: string, firstRead = FIRST_READ) {
		this.path = path;
		this.#firstRead = firstRead;
	}

	/** Undefined while there is no such file. */
	async read(): Promise<TailReading | undefined> {
		let file: FileHandle;
		try {
			file = await open(this.path, 'r');
		} catch {
			return undefined;
		}
		try {
			const { size, ino } = await file.stat();
			const restarted = this.#inode !== ino || size < this.#offset || size - this.#offset > LARGEST_STEP;
			if (!restarted) return { lines: await this.#linesTo(file, size), restarted };
			await this.#restart(file, { size, inode: ino, firstRead: this.#firstRead });
			const lines = await this.#linesTo(file, size);
			if (lines.length > 0 || size <= this.#firstRead) return { lines, restarted };
			await this.#restart(file, { size, inode: ino, firstRead: SECOND_READ });
			return { lines: await this.#linesTo(file, size), restarted };
		} finally {
			await file.close();
		}
	}

	async #restart(file: FileHandle, { size, inode, firstRead }: { size: number; inode: number; firstRead: number }): Promise<void> {
		this.#inode = inode;
		this.#rest = Buffer.alloc(0);
		this.#offset = Math.max(0, size - firstRead);
		if (this.#offset === 0) {
			this.#skipping = false;
			return;
		}
		const before = Buffer.alloc(1);
		await file.read(before, 0, 1, this.#offset - 1);
		this.#skipping = before[0] !== NEWLINE;
	}

	async #linesTo(file: FileHandle, size: number): Promise<readonly string[]> {
		const lines: string[] = [];
		const chunk = Buffer.alloc(Math.min(CHUNK, Math.max(0, size - this.#offset)));
		while (this.#offset < size) {
			const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, size - this.#offset), this.#offset);
			if (bytesRead === 0) break;
			this.#offset += bytesRead;
			this.#take(chunk.subarray(0, bytesRead), lines);
		}
		return lines;
	}

	#take(bytes: Buffer, lines: string[]): void {
		let start = 0;
		for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
			if (!this.#skipping) lines.push(Buffer.concat([this.#rest, bytes.subarray(start, end)]).toString('utf8'));
			this.#skipping = false;
			this.#rest = Buffer.alloc(0);
			start = end + 1;
		}
		if (this.#skipping) return;
		this.#rest = Buffer.concat([this.#rest, bytes.subarray(start)]);
		if (this.#rest.length <= LONGEST_LINE) return;
		this.#rest = Buffer.alloc(0);
		this.#skipping = true;
	}
}
