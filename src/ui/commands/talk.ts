/** Commands that talk to an agent: approve, reject, answer, send, interrupt. Each says what really became of it. */
import { type QuickPickItem, window } from 'vscode';
import type { AnswerRequest } from '../../sessions/actions/answer.ts';
import type { Session } from '../../sessions/session.ts';
import { askForPrompt } from '../promptBox.ts';
import { receiptWord } from '../words/outcome.ts';
import { askedWord } from '../words/state.ts';
import { talkWords } from '../words/talk.ts';
import { type CommandContext, mention, tellIfRefused, valueOrTell } from './context.ts';

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

export async function send(sessions: readonly Session[], context: CommandContext): Promise<void> {
	const text = await askForPrompt(
		context.memory,
		sessions.map(({ name }) => name),
	);
	if (text) await deliver(sessions, text, context);
}

/** The selected text, or the whole file by its path, goes to a session. */
export async function sendFromEditor(session: Session, context: CommandContext): Promise<void> {
	const editor = window.activeTextEditor;
	if (!editor) return mention(talkWords.noEditor());
	const selected = editor.document.getText(editor.selection);
	const { fsPath, scheme } = editor.document.uri;
	const from = scheme === 'file' ? `${fsPath}:${editor.selection.start.line + 1}` : talkWords.untitled();
	const stored =
		scheme === 'file' ? undefined : await context.supervisor.actions.storeAttachment(Buffer.from(editor.document.getText()), 'text.txt');
	const path = scheme === 'file' ? fsPath : stored?.kind === 'done' ? stored.value : undefined;
	const text = selected === '' ? path && `@${path}` : `${from}\n\n${selected}`;
	if (!text) return;
	const more = await window.showInputBox({ prompt: talkWords.sendWith(session.name), ignoreFocusOut: true });
	if (more !== undefined) await deliver([session], [more, text].filter(Boolean).join('\n\n'), context);
}

export async function deliver(sessions: readonly Session[], text: string, { supervisor }: CommandContext): Promise<void> {
	const results = await supervisor.actions.broadcast(
		sessions.map(({ id }) => id),
		text,
	);
	for (const session of sessions) {
		const outcome = results.get(session.id);
		if (!outcome) continue;
		if (outcome.kind === 'refused') await tellIfRefused(outcome);
		else if (outcome.value.kind === 'not-submitted' || outcome.value.kind === 'unverified') {
			void window.showWarningMessage(receiptWord(session.name, outcome.value));
		} else mention(receiptWord(session.name, outcome.value));
	}
}

export async function interrupt(session: Session, { supervisor }: CommandContext): Promise<void> {
	const { actions } = supervisor;
	const receipt = await valueOrTell(await actions.interrupt(session.id, { turn: actions.turnOf(session.id) }));
	if (receipt) mention(receipt.kind === 'interrupted' ? talkWords.interrupted(session.name) : talkWords.interruptUnverified(session.name));
}
