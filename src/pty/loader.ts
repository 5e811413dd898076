/** Loads node-pty once, when the first terminal wants it, and says why if it cannot. */
import { type NodePty, spawnWith } from './nodePty.ts';
import type { SpawnPty } from './process.ts';

export type PtySupport = { readonly kind: 'loaded'; readonly spawn: SpawnPty } | { readonly kind: 'unavailable'; readonly message: string };

export class PtyLoader {
	readonly #importNodePty: () => Promise<NodePty>;
	#support: Promise<PtySupport> | undefined;

	constructor(importNodePty: () => Promise<NodePty> = () => import('node-pty')) {
		this.#importNodePty = importNodePty;
	}

	/** The same answer for every caller; a failure stays one until the window reloads, since the files on disk do not change. */
	load(): Promise<PtySupport> {
		this.#support ??= this.#load();
		return this.#support;
	}

	async #load(): Promise<PtySupport> {
		try {
			return { kind: 'loaded', spawn: spawnWith(await this.#importNodePty()) };
		} catch (error) {
			return { kind: 'unavailable', message: error instanceof Error ? error.message : String(error) };
		}
	}
}
