/** The history of a session as one story, whoever wrote it down. */
import type { JournalEntry } from '../registry/journal.ts';
import type { Registry } from '../registry/registry.ts';

export type HistoryEntry = Omit<JournalEntry, 'window'>;

/** Windows see the same thing happen within moments of each other. */
const SAME_MS = 10_000;

/** Oldest first; what several windows saw is told once. */
export function asOneStory(entries: readonly JournalEntry[]): readonly HistoryEntry[] {
	const story: JournalEntry[] = [];
	for (const entry of entries) if (!story.some((told) => isSame(told, entry))) story.push(entry);
	return story.sort((a, b) => a.at - b.at);
}

function isSame(told: JournalEntry, entry: JournalEntry): boolean {
	const { at, kind, why, text, window } = entry;
	if (told.window === window || Math.abs(told.at - at) > SAME_MS) return false;
	return told.kind === kind && told.why === why && (told.text === text || kind === 'stateChanged');
}

export async function readHistory(registry: Registry, id: string): Promise<readonly HistoryEntry[]> {
	return asOneStory(await registry.journal.read(id));
}
