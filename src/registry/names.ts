/** Default names of sessions: `prefix-folder`, then `-2`, `-3`, …, never one that was in use before, also after a restart. */
import { basename } from 'node:path';
import * as v from 'valibot';
import { toRegistryError } from './errors.ts';
import { readBounded, writeAtomic } from './files.ts';
import type { LockFolder } from './lock.ts';

/** Longer numbers are dates or ticket numbers that people gave, not places in a row. */
const COUNTED_NUMBER = /^(.+)-([1-9]\d{0,3})$/;
const MAX_BASE_CHARS = 60;

/** Highest number used, by name without number. */
export type Counters = Readonly<Record<string, number>>;
const countersSchema = v.record(v.string(), v.number());

/** Keeps what tmux and file systems take without change: dots and colons would be targets to tmux. */
export function defaultBase(prefix: string, folder: string): string {
	const clean = (text: string) =>
		text
			.normalize('NFC')
			.replace(/[^\p{L}\p{N}_-]+/gu, '-')
			.replace(/^-+|-+$/g, '');
	return [clean(prefix), clean(basename(folder))].filter(Boolean).join('-').slice(0, MAX_BASE_CHARS) || 'session';
}

/** The next name past the counters and past everything taken. */
export function nextName(base: string, counters: Counters, taken: Iterable<string>): { name: string; number: number } {
	const names = new Set(taken);
	let number = (Object.hasOwn(counters, base) ? (counters[base] ?? 0) : 0) + 1;
	for (const name of names) number = Math.max(number, numberIn(name, base) + 1);
	while (names.has(numbered(base, number))) number++;
	return { name: numbered(base, number), number };
}

function numbered(base: string, number: number): string {
	return number === 1 ? base : `${base}-${number}`;
}

function numberIn(name: string, base: string): number {
	if (name === base) return 1;
	const match = COUNTED_NUMBER.exec(name);
	return match?.[1] === base ? Number(match[2]) : 0;
}

export class NameCounters {
	readonly #path: string;
	readonly #locks: LockFolder;

	constructor(path: string, locks: LockFolder) {
		this.#path = path;
		this.#locks = locks;
	}

	/** Reserves a name: no other window gets it, whether or not it is used. */
	async reserve(base: string, taken: Iterable<string>): Promise<string> {
		let reserved = base;
		await this.#change((counters) => {
			const { name, number } = nextName(base, counters, taken);
			reserved = name;
			return { ...counters, [base]: number };
		});
		return reserved;
	}

	/** What would be reserved now; another window may be first. */
	async preview(base: string, taken: Iterable<string>): Promise<string> {
		return nextName(base, await this.#read(), taken).name;
	}

	/** Remembers a name that is about to leave the list, so that it is not given again. */
	async retire(name: string): Promise<void> {
		await this.#change((counters) => {
			const match = COUNTED_NUMBER.exec(name);
			const [base, number] = match?.[1] === undefined ? [name, 1] : [match[1], Number(match[2])];
			const known = Object.hasOwn(counters, base) ? (counters[base] ?? 0) : 0;
			return known >= number ? counters : { ...counters, [base]: number };
		});
	}

	async #change(change: (counters: Counters) => Counters): Promise<void> {
		try {
			await this.#locks.hold('counters', async (lease) => {
				const before = await this.#read();
				const after = change(before);
				if (after !== before) await writeAtomic(this.#path, JSON.stringify(after, undefined, '\t'), lease.assertHeld);
			});
		} catch (error) {
			throw toRegistryError(error, 'Could not reserve a name for a session');
		}
	}

	/** Counters that can't be read start over: the names in use are looked at anyway. */
	async #read(): Promise<Counters> {
		const file = await readBounded(this.#path);
		if (file === undefined) return {};
		try {
			return v.parse(countersSchema, JSON.parse(file.text));
		} catch {
			return {};
		}
	}
}
