/** The plan of a resume as a list: what can be resumed is ticked, the rest says why it can't be or should be looked at first. */
import { type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import type { ResumePlanEntry } from '../sessions/actions/resumePlan.ts';
import type { SessionId } from '../sessions/session.ts';
import { tildify } from './paths.ts';
import { answered } from './steps/inputs.ts';
import { resumeWords } from './words/resume.ts';

type PlanItem = QuickPickItem & { readonly entry?: ResumePlanEntry };

/** The sessions to resume; undefined where the user left. */
export async function pickFromPlan(plan: readonly ResumePlanEntry[]): Promise<readonly SessionId[] | undefined> {
	const list = window.createQuickPick<PlanItem>();
	const items = itemsFor(plan);
	list.canSelectMany = true;
	list.matchOnDescription = true;
	list.placeholder = resumeWords.pick();
	list.items = items;
	list.selectedItems = items.filter(({ entry }) => entry && isTicked(entry));
	const frame = { title: resumeWords.title(), canGoBack: false };
	const reply = await answered<readonly SessionId[]>(list, frame, (settle, parts) => {
		parts.add(
			list.onDidChangeSelection((selected) => {
				// What can't be resumed takes no tick.
				const able = selected.filter(({ entry }) => entry && isAble(entry));
				if (able.length < selected.length) list.selectedItems = able;
			}),
		);
		parts.add(
			list.onDidAccept(() => {
				const entries = list.selectedItems.flatMap(({ entry }) => (entry && isAble(entry) ? [entry.id] : []));
				if (entries.length > 0) settle({ kind: 'value', value: entries });
			}),
		);
	});
	return reply.kind === 'value' ? reply.value : undefined;
}

function isAble({ kind }: ResumePlanEntry): boolean {
	return kind === 'resumable' || kind === 'parked';
}

/** What was paused with a note, or keeps dying, waits for a person to say so. */
export function isTicked({ kind, pauseNote }: ResumePlanEntry): boolean {
	return kind === 'resumable' && pauseNote === undefined;
}

function itemsFor(plan: readonly ResumePlanEntry[]): PlanItem[] {
	const parts: readonly (readonly [heading: string, entries: readonly ResumePlanEntry[]])[] = [
		[resumeWords.resumable(), plan.filter(isTicked)],
		[resumeWords.lookFirst(), plan.filter((entry) => isAble(entry) && !isTicked(entry))],
		[resumeWords.notResumable(), plan.filter((entry) => !isAble(entry))],
	];
	return parts.flatMap(([heading, entries]): PlanItem[] =>
		entries.length === 0 ? [] : [{ label: heading, kind: QuickPickItemKind.Separator }, ...entries.map(itemFor)],
	);
}

function itemFor(entry: ResumePlanEntry): PlanItem {
	const why = resumeWords.why(entry);
	// A long path may be cut off; why it is not simply resumed may not.
	return { label: entry.name, description: [why, tildify(entry.folder)].filter(Boolean).join(' · '), entry };
}
