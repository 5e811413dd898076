/** Commands about questions: show one, and answer the one whose change is in the diff editor. */
import { Uri } from 'vscode';
import { type Handler, mention, onSession } from '../commands/context.ts';
import { answerWith } from '../commands/talk.ts';
import { tellRefusal } from '../tellRefusal.ts';
import { viewWords } from '../words/view.ts';
import { questionIn } from './editDocuments.ts';
import { questionOf, waitingOf } from './waiting.ts';

/** Of the row that was clicked; from the palette, of whoever has waited longest. */
export const showDecision: Handler = (context, target) => {
	const first = target === undefined ? waitingOf(context.supervisor.sessions.all)[0] : undefined;
	if (target === undefined && !first) return mention(viewWords.nobodyNeedsYou());
	return onSession((session) => context.decisions.show(session))(context, first?.id ?? target);
};

/** The answer is for the question that the shown change belongs to, and for no other one that the session may ask by now. */
export function answerShownEdit(kind: 'approve' | 'reject'): Handler {
	return async (context, shown) => {
		const question = shown instanceof Uri ? questionIn(shown) : undefined;
		const asker = waitingOf(context.supervisor.sessions.all).find(({ decision }) => questionOf(decision) === question);
		if (asker) await answerWith(asker, { kind }, context);
		else await tellRefusal({ kind: 'changed' });
	};
}
