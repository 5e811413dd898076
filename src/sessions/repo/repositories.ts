/** Which repository each session works in, and the colour that tells repositories apart. Looked up once per folder, in the background. */
import { DisposableList } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import { inParallel } from '../../base/parallel.ts';
import type { SessionList } from '../sessionList.ts';
import { giveColours, type RepoColour } from './colours.ts';
import { branchOf, locate, type RepoLocation } from './location.ts';
import { readTheme } from './theme.ts';

/** A few files are read per folder; more at once would only wait for each other. */
const LOOKS_AT_ONCE = 8;

export class Repositories extends DisposableList {
	readonly #list: SessionList;
	readonly #locations = new Map<string, RepoLocation | undefined>();
	readonly #chosen = new Map<string, RepoColour | undefined>();
	#colours: ReadonlyMap<string, RepoColour> = new Map();
	/** One look after the other, so that the newest is the last to write. */
	#looking: Promise<void> = Promise.resolve();
	readonly #onDidChange = this.add(new Emitter<void>());
	/** More is known of where sessions work, or in which colour. */
	readonly onDidChange = this.#onDidChange.event;

	constructor(list: SessionList) {
		super();
		this.#list = list;
		this.add(list.onDidChange(({ added, changed }) => this.#lookAt([...added, ...changed].map(({ folder }) => folder))));
		this.#lookAt(list.all.map(({ folder }) => folder));
	}

	of(folder: string): RepoLocation | undefined {
		return this.#locations.get(folder);
	}

	/** Undefined where all sessions work in one repository that asks for no colour: there is nothing to tell apart. */
	colourOf(folder: string): RepoColour | undefined {
		const root = this.of(folder)?.root;
		if (root === undefined) return undefined;
		return this.#colours.size > 1 || this.#chosen.get(root) ? this.#colours.get(root) : undefined;
	}

	async branchOf(folder: string): Promise<string | undefined> {
		const location = this.of(folder) ?? (await locate(folder));
		return location && branchOf(location);
	}

	/** Looks at every folder again: a repository may have been made since, or its file changed. */
	refresh(): Promise<void> {
		this.#locations.clear();
		this.#chosen.clear();
		this.#lookAt(this.#list.all.map(({ folder }) => folder));
		return this.#looking;
	}

	#lookAt(folders: readonly string[]): void {
		const unknown = [...new Set(folders)].filter((folder) => !this.#locations.has(folder));
		if (unknown.length === 0) return;
		for (const folder of unknown) this.#locations.set(folder, undefined);
		this.#looking = this.#looking.then(() => this.#look(unknown));
	}

	async #look(folders: readonly string[]): Promise<void> {
		await inParallel(folders, LOOKS_AT_ONCE, async (folder) => this.#locations.set(folder, await locate(folder)));
		const roots = [...new Set([...this.#locations.values()].flatMap((location) => location?.root ?? []))];
		const unread = roots.filter((root) => !this.#chosen.has(root));
		await inParallel(unread, LOOKS_AT_ONCE, async (root) => this.#chosen.set(root, await readTheme(root)));
		if (this.disposed) return;
		const wishes = roots.map((root) => {
			const chosen = this.#chosen.get(root);
			return { root, ...(chosen && { chosen }) };
		});
		this.#colours = giveColours(wishes, this.#colours);
		if (folders.some((folder) => this.#locations.get(folder))) this.#onDidChange.fire();
	}
}
