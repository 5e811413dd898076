/** Remembers each pane's foreground command and folder between the listings that ask for them. */
import type { PaneRecord } from './formats.ts';
import type { TmuxPane } from './model.ts';

export type CompleteRecord = Omit<PaneRecord, 'pane'> & { readonly pane: TmuxPane };

type Known = Pick<TmuxPane, 'command' | 'path'>;
const UNKNOWN: Known = { command: '', path: '' };

export class Foreground {
	#known = new Map<string, Known>();

	/** A pane is the same while the process in it is. What is no longer listed is forgotten. */
	complete(records: readonly PaneRecord[]): CompleteRecord[] {
		const known = new Map<string, Known>();
		const completed = records.map((record) => {
			const key = `${record.pane.id} ${record.pane.pid}`;
			const now = record.foreground ?? known.get(key) ?? this.#known.get(key) ?? UNKNOWN;
			known.set(key, now);
			return { ...record, pane: { ...record.pane, ...now } };
		});
		this.#known = known;
		return completed;
	}
}
