/** Commands that answer and interrupt an agent. Each says what really became of it. */
import { type QuickPickItem, window } from 'vscode';
import type { AnswerRequest } from '../../sessions/actions/answer.ts';
import type { Session } from '../../sessions/session.ts';
import { askedWord } from '../words/state.ts';
import { talkWords } from '../words/talk.ts';
import { type CommandContext, mention, valueOrTell } from './context.ts';

export async function answerWith(session: Session, choice: AnswerRequest['choice'], { supervisor }: CommandContext): Promise<void> {
	if (!session.decision) {
		mention(talkWords.nothingAsked(session.name));
		return;
	}
	const receipt = await valueOrTell(await supervisor.actions.answer(session.id, { fingerprint: session.decision.fingerprint, choice }));
	if (!receipt) return;
	mention(receipt.kind === 'answered' ? talkWords.answered(session.name) : talkWords.answerUnverified(session.name));
}

type Option = QuickPickItem & { readonly choice?: AnswerRequest['choice'] };

/** The question as the agent put it, its options, and a way to say something else. */
export async function answer(session: Session, context: CommandContext): Promise<void> {
	const { decision } = session;
	if (!decision) return answerWith(session, { kind: 'approve' }, context);
	const options: Option[] = decision.options.map(({ label, description }, index) => ({
		label: `${index + 1}. ${label}`,
		description: [description, index === decision.defaultIndex && talkWords.byDefault()].filter(Boolean).join(' · '),
		choice: { kind: 'option', index },
	}));
	const inWords: Option = { label: `$(edit) ${talkWords.answerInWords()}` };
	const title = `${session.name}: ${askedWord(decision)}`;
	const picked = await window.showQuickPick([...options, inWords], { title, placeHolder: decision.question, ignoreFocusOut: true });
	if (!picked) return;
	if (picked.choice) return answerWith(session, picked.choice, context);
	const text = await window.showInputBox({ title, prompt: decision.question, ignoreFocusOut: true });
	if (text) await answerWith(session, { kind: 'text', text }, context);
}

export async function interrupt(session: Session, { supervisor }: CommandContext): Promise<void> {
	const { actions } = supervisor;
	const receipt = await valueOrTell(await actions.interrupt(session.id, { turn: actions.turnOf(session.id) }));
	if (receipt) mention(receipt.kind === 'interrupted' ? talkWords.interrupted(session.name) : talkWords.interruptUnverified(session.name));
}
