/** A colour per repository: what its own file says, else by a stable hash, and distinct from its neighbours while there are colours left. Pure. */

/** Those that terminals and themes know. */
export const REPO_COLOURS = ['blue', 'magenta', 'cyan', 'green', 'yellow', 'red'] as const;

export type RepoColour = (typeof REPO_COLOURS)[number];

/** Red and yellow are for those who ask for them: by themselves they read as failure and as waiting. */
const GIVEN_OUT = REPO_COLOURS.filter((colour) => colour !== 'red' && colour !== 'yellow');

export interface ColourWish {
	readonly root: string;
	/** What the repository's own file asks for. */
	readonly chosen?: RepoColour;
}

/** Who has a colour keeps it, unless its file says otherwise: a colour that changes tells nobody apart. */
export function giveColours(wishes: readonly ColourWish[], before: ReadonlyMap<string, RepoColour>): ReadonlyMap<string, RepoColour> {
	const given = new Map<string, RepoColour>();
	for (const { root, chosen } of wishes) if (chosen) given.set(root, chosen);
	for (const { root } of wishes) {
		const kept = before.get(root);
		if (kept && !given.has(root)) given.set(root, kept);
	}
	const others = wishes.map(({ root }) => root).filter((root) => !given.has(root));
	for (const root of others.sort()) given.set(root, freeColour(root, new Set(given.values())));
	return given;
}

function freeColour(root: string, taken: ReadonlySet<RepoColour>): RepoColour {
	const start = hash(root) % GIVEN_OUT.length;
	const inOrder = [...GIVEN_OUT.slice(start), ...GIVEN_OUT.slice(0, start)];
	return inOrder.find((colour) => !taken.has(colour)) ?? inOrder[0] ?? 'blue';
}

/** FNV-1a: the same on every machine and in every run. */
function hash(text: string): number {
	let value = 0x811c9dc5;
	for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
	return value;
}
