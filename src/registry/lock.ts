/**
 * A lock between processes that outlives the death of its holder by no more than a moment.
 *
 * The lock of a key is a symbolic link whose target says who holds it: made in one step, exclusive, never half written.
 * Taking over from a dead holder can't be "remove, then make": a slow second taker would remove the lock of the first.
 * So a dead holder's link stays, and its successor makes `<key>.after.<nonce of the dead one>`, again exclusively; a dead
 * successor is succeeded in the same way. The holder is the last of the chain. While the first link stands, the chain only
 * grows, and nonces never come back; a taker that sees the first link unchanged after it joined is the holder. Release
 * removes the first link first: from then on the rest of the chain leads nowhere and is only litter.
 */
import { randomBytes } from 'node:crypto';
import { readdir, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, isMissing, RegistryError } from './errors.ts';
import { makeFolder, removeFile } from './files.ts';
import { livenessOf, type ProcessIdentity } from './process.ts';

export interface LockLimits {
	/** Work under a lock takes milliseconds, on a busy disk a second; whoever waits longer should tell the user instead. */
	readonly waitMs: number;
	/** A holder that can't be checked from here (another container) and has not moved for this long counts as dead. */
	readonly unknownHolderMs: number;
}

const DEFAULT_LIMITS: LockLimits = { waitMs: 15_000, unknownHolderMs: 10_000 };
/** Asking whether a holder lives costs a file read, on some systems a process: soon at first, then ever more seldom. */
const FIRST_QUESTION_MS = 5;
const LONGEST_QUESTION_MS = 320;
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 20;

const AFTER = '.after.';

export interface Lease {
	/** Throws `lost-race` where another process took this one for dead. Asked right before a change shows. */
	assertHeld(): Promise<void>;
}

interface Holder {
	readonly nonce: string;
	readonly process: ProcessIdentity;
}

interface Chain {
	readonly head: Holder;
	readonly tail: Holder;
	readonly links: readonly string[];
}

export class LockFolder {
	readonly #folder: string;
	readonly #self: ProcessIdentity;
	readonly #limits: LockLimits;
	/** Locks of ours that could not be removed: nobody works under them. */
	readonly #unreleased = new Set<string>();

	constructor(folder: string, self: ProcessIdentity, limits = DEFAULT_LIMITS) {
		this.#folder = folder;
		this.#self = self;
		this.#limits = limits;
	}

	async hold<T>(key: string, work: (lease: Lease) => Promise<T>): Promise<T> {
		const nonce = randomBytes(9).toString('base64url');
		const since = performance.now();
		const links = await this.#acquire(key, nonce);
		const heldSince = performance.now();
		// Nobody takes a holder for dead before half of the limit; until then there is nothing to ask.
		const succeeded = async () =>
			performance.now() - heldSince > this.#limits.unknownHolderMs / 2 && (await readHolder(this.#successorPath(key, nonce))) !== undefined;
		const assertHeld = async () => {
			if (await succeeded()) {
				const seconds = Math.round((performance.now() - since) / 1000);
				throw new RegistryError('lost-race', `Another window took over after ${seconds} s without a sign of life.`);
			}
		};
		try {
			return await work({ assertHeld });
		} finally {
			await this.#release(nonce, links, succeeded);
		}
	}

	/** Removes what processes left behind that died while they released. */
	async sweep(): Promise<void> {
		const names = await readdir(this.#folder).catch(() => []);
		for (const name of names) {
			const at = name.lastIndexOf(AFTER);
			if (at < 0) continue;
			// Without a first link nothing can lead here again, since nonces never come back.
			if ((await readHolder(join(this.#folder, name.slice(0, at)))) === undefined) await removeFile(join(this.#folder, name));
		}
	}

	async #acquire(key: string, nonce: string): Promise<readonly string[]> {
		const deadline = performance.now() + this.#limits.waitMs;
		const patience = new Patience(this.#self, this.#limits.unknownHolderMs, this.#unreleased);
		let pause = FIRST_PAUSE_MS;
		for (;;) {
			const head = join(this.#folder, key);
			if (await this.#link(head, nonce)) return [head];
			const chain = await this.#readChain(key);
			if (chain === undefined) continue;
			if (await patience.isOver(chain.tail)) {
				const successor = this.#successorPath(key, chain.tail.nonce);
				if (!(await this.#link(successor, nonce))) continue;
				if ((await readHolder(head))?.nonce === chain.head.nonce) return [...chain.links, successor];
				await removeFile(successor);
				continue;
			}
			if (performance.now() > deadline) {
				throw new RegistryError('busy', `Another window (process ${chain.tail.process.pid}) keeps "${key}" locked; try again later.`);
			}
			// Uneven pauses, so that several waiting processes don't try in step.
			await sleep(pause * (0.5 + Math.random()));
			pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
		}
	}

	async #release(nonce: string, links: readonly string[], succeeded: () => Promise<boolean>): Promise<void> {
		try {
			// Then the lock is the successor's, and so are the links.
			if (await succeeded()) return;
			for (const link of links) await removeFile(link);
		} catch {
			// The work is done and must not be reported as failed. The next try of this process takes the lock from itself.
			this.#unreleased.add(nonce);
		}
	}

	async #link(path: string, nonce: string): Promise<boolean> {
		const target = formatHolder({ nonce, process: this.#self });
		try {
			await symlink(target, path);
			return true;
		} catch (error) {
			if (errorCode(error) === 'EEXIST') return false;
			if (!isMissing(error)) throw error;
			await makeFolder(this.#folder);
			return false;
		}
	}

	async #readChain(key: string): Promise<Chain | undefined> {
		const first = join(this.#folder, key);
		const head = await readHolder(first);
		if (head === undefined) return undefined;
		const links = [first];
		let tail = head;
		for (;;) {
			const path = this.#successorPath(key, tail.nonce);
			const next = await readHolder(path);
			if (next === undefined) return { head, tail, links };
			links.push(path);
			tail = next;
		}
	}

	#successorPath(key: string, nonce: string): string {
		return join(this.#folder, `${key}${AFTER}${nonce}`);
	}
}

/** Decides when a holder no longer counts; remembers since when the same one has been in the way. */
class Patience {
	readonly #self: ProcessIdentity;
	readonly #unknownHolderMs: number;
	readonly #unreleased: ReadonlySet<string>;
	#nonce = '';
	#firstSeen = 0;
	#askAgainAt = 0;
	#gap = FIRST_QUESTION_MS;

	constructor(self: ProcessIdentity, unknownHolderMs: number, unreleased: ReadonlySet<string>) {
		this.#self = self;
		this.#unknownHolderMs = unknownHolderMs;
		this.#unreleased = unreleased;
	}

	async isOver(holder: Holder): Promise<boolean> {
		if (this.#unreleased.has(holder.nonce)) return true;
		const now = performance.now();
		if (holder.nonce !== this.#nonce) {
			this.#nonce = holder.nonce;
			this.#firstSeen = now;
			this.#gap = FIRST_QUESTION_MS;
			// A living holder is mostly done by then, without any question.
			this.#askAgainAt = now + this.#gap;
		}
		if (now < this.#askAgainAt) return false;
		this.#gap = Math.min(this.#gap * 2, LONGEST_QUESTION_MS);
		this.#askAgainAt = now + this.#gap;
		const liveness = await livenessOf(holder.process, this.#self);
		return liveness === 'dead' || (liveness === 'unknown' && now - this.#firstSeen > this.#unknownHolderMs);
	}
}

function formatHolder({ nonce, process }: Holder): string {
	return [nonce, process.pid, process.start, process.boot, process.realm].map((part) => encodeURIComponent(part)).join(':');
}

async function readHolder(path: string): Promise<Holder | undefined> {
	let target: string;
	try {
		target = await readlink(path);
	} catch (error) {
		if (isMissing(error)) return undefined;
		if (errorCode(error) === 'EINVAL') throw new RegistryError('io', `${path} is in the way of a lock; remove it.`, { cause: error });
		throw error;
	}
	const [nonce = '', pid = '', start = '', boot = '', realm = ''] = target.split(':').map(decodeURIComponent);
	return { nonce, process: { pid: Number(pid), start, boot, realm } };
}
