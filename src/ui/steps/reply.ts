/** Questions one after the other: each says where it stands, and can be gone back from. */

/** What became of a question. */
export type Reply<T> = { readonly kind: 'value'; readonly value: T } | { readonly kind: 'back' } | { readonly kind: 'cancelled' };

/** What a question shows of the row it belongs to. */
export interface Frame {
	readonly title: string;
	/** From 1; absent for a question outside of any row. */
	readonly step?: number;
	readonly totalSteps?: number;
	readonly canGoBack: boolean;
}

/** A question of a row: what it learns goes into the draft. */
export interface Step<D> {
	/** Asked only where it has a meaning for what is known so far. */
	readonly applies?: (draft: D) => boolean;
	readonly ask: (draft: D, frame: Omit<Frame, 'title'>) => Promise<Reply<D>>;
}

/** The draft after the last question; undefined where the user left. Going back changes one answer and keeps the others. */
export async function runSteps<D>(first: D, steps: readonly Step<D>[]): Promise<D | undefined> {
	let draft = first;
	let answered = 0;
	for (;;) {
		const asked = steps.filter(({ applies }) => applies?.(draft) ?? true);
		const step = asked[answered];
		if (!step) return draft;
		const reply = await step.ask(draft, { step: answered + 1, totalSteps: asked.length, canGoBack: answered > 0 });
		switch (reply.kind) {
			case 'value':
				draft = reply.value;
				answered += 1;
				break;
			case 'back':
				answered -= 1;
				break;
			case 'cancelled':
				return undefined;
		}
	}
}
