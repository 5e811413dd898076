/**
 * Actions that must happen once although several windows could do them: exactly one process wins each claim.
 *
 * A claim is for an action and a key that says which occasion is meant (the fingerprint of a dialog, the run that ended).
 * The winner does the work and then calls `done` (nobody wins this key again) or `release` (it failed, another may try).
 * What becomes of the claim of a winner that died before either depends on the action:
 *  - `answer`: stays won. Whether the keys were sent can't be known, and answering twice is worse than asking again.
 *  - the rest: is free again, since doing them twice ends in the same place and not doing them loses a session.
 */
import { join } from 'node:path';
import * as v from 'valibot';
import { RegistryError, toRegistryError } from './errors.ts';
import { makeFolder, readBounded, removeFile, writeAtomic } from './files.ts';
import type { LockFolder } from './lock.ts';
import { checkId, recordName } from './paths.ts';
import { livenessOf, type ProcessIdentity } from './process.ts';

export type ClaimAction = 'resume' | 'answer' | 'adopt' | 'archive' | 'decommission';

const AFTER_CRASH: Readonly<Record<ClaimAction, 'free' | 'stays'>> = {
	resume: 'free',
	answer: 'stays',
	adopt: 'free',
	archive: 'free',
	decommission: 'free',
};

/** A winner in another container can't be seen to live; after this long without `done` it counts as dead. */
const UNKNOWN_WINNER_MS = 10 * 60_000;
/** Far more than a session has at the same time; the oldest are forgotten first. */
const MAX_CLAIMS = 200;

const claimSchema = v.object({
	action: v.string(),
	key: v.string(),
	window: v.string(),
	process: v.object({ pid: v.number(), start: v.string(), boot: v.string(), realm: v.string() }),
	at: v.number(),
	done: v.optional(v.boolean()),
});
const fileSchema = v.object({ claims: v.array(claimSchema) });
type StoredClaim = v.InferOutput<typeof claimSchema>;

export interface Winner {
	readonly window: string;
	readonly pid: number;
	readonly at: number;
	/** The action is over, not only begun. */
	readonly done: boolean;
}

export type ClaimResult =
	| { readonly outcome: 'won'; done(): Promise<void>; release(): Promise<void> }
	| { readonly outcome: 'lost'; readonly by: Winner };

export interface ClaimsOptions {
	readonly folder: string;
	readonly locks: LockFolder;
	readonly self: ProcessIdentity;
	readonly windowId: string;
	readonly now: () => number;
}

export class Claims {
	readonly #options: ClaimsOptions;

	constructor(options: ClaimsOptions) {
		this.#options = options;
	}

	async claim(id: string, action: ClaimAction, key: string): Promise<ClaimResult> {
		const { self, windowId, now } = this.#options;
		const mine: StoredClaim = { action, key, window: windowId, process: self, at: now() };
		let by: Winner | undefined;
		await this.#change(id, async (claims) => {
			const standing = claims.find((claim) => claim.action === action && claim.key === key);
			if (standing && !(await this.#isFree(standing, action))) {
				by = { window: standing.window, pid: standing.process.pid, at: standing.at, done: standing.done ?? false };
				return claims;
			}
			return [...claims.filter((claim) => claim !== standing), mine].slice(-MAX_CLAIMS);
		});
		if (by) return { outcome: 'lost', by };
		const isMine = (claim: StoredClaim) =>
			claim.action === action && claim.key === key && claim.at === mine.at && claim.process.pid === self.pid;
		return {
			outcome: 'won',
			done: () => this.#change(id, async (claims) => claims.map((claim) => (isMine(claim) ? { ...claim, done: true } : claim))),
			release: () => this.#change(id, async (claims) => claims.filter((claim) => !isMine(claim))),
		};
	}

	async remove(id: string): Promise<void> {
		await removeFile(this.#path(id));
	}

	async #isFree(standing: StoredClaim, action: ClaimAction): Promise<boolean> {
		if (standing.done || AFTER_CRASH[action] === 'stays') return false;
		const liveness = await livenessOf(standing.process, this.#options.self);
		return liveness === 'dead' || (liveness === 'unknown' && this.#options.now() - standing.at > UNKNOWN_WINNER_MS);
	}

	async #change(id: string, change: (claims: readonly StoredClaim[]) => Promise<readonly StoredClaim[]>): Promise<void> {
		checkId(id);
		try {
			await this.#options.locks.hold(`claims.${id}`, async (lease) => {
				const before = await this.#read(id);
				const after = await change(before);
				if (after === before) return;
				await makeFolder(this.#options.folder);
				await writeAtomic(this.#path(id), JSON.stringify({ claims: after }), lease.assertHeld);
			});
		} catch (error) {
			throw toRegistryError(error, `Could not agree with other windows about session ${id}`);
		}
	}

	async #read(id: string): Promise<readonly StoredClaim[]> {
		const file = await readBounded(this.#path(id));
		if (file === undefined) return [];
		try {
			return v.parse(fileSchema, JSON.parse(file.text)).claims;
		} catch (error) {
			// Written in one step, so it was edited from outside: refusing is safer than acting twice.
			throw new RegistryError('broken', `${this.#path(id)} can't be read, so who does what is unknown; remove it to go on.`, {
				cause: error,
			});
		}
	}

	#path(id: string): string {
		return join(this.#options.folder, recordName(id));
	}
}
