/** Commands that send prompts: to one session, to several, now or when they are idle. Each says what really became of it. */
import { ProgressLocation, window } from 'vscode';
import type { Receipt } from '../../sessions/actions/receipt.ts';
import { isRunning } from '../../sessions/attention.ts';
import type { Outcome } from '../../sessions/outcome.ts';
import type { Session } from '../../sessions/session.ts';
import { askForPrompt, type Prompt, type Way } from '../prompt/promptBox.ts';
import { pickSessions } from '../sessionPick.ts';
import { tellRefusal } from '../tellRefusal.ts';
import { changeWord, receiptWord, refusalText } from '../words/outcome.ts';
import { promptWords } from '../words/prompt.ts';
import { type CommandContext, mention } from './context.ts';

const now = (): Way => ({ when: 'now', icon: 'send', words: promptWords.sendNow() });
const whenIdle = (): Way => ({ when: 'idle', icon: 'clock', words: promptWords.sendWhenIdle() });

export function send(sessions: readonly Session[], context: CommandContext): Promise<void> {
	return askAndDeliver(sessions, [now(), whenIdle()], context);
}

export function sendWhenIdle(sessions: readonly Session[], context: CommandContext): Promise<void> {
	return askAndDeliver(sessions, [whenIdle(), now()], context);
}

export async function broadcast(context: CommandContext): Promise<void> {
	const accepts = (session: Session) => isRunning(session) && session.host.kind === 'tmux' && session.agent !== 'other';
	const sessions = await pickSessions(context.supervisor.sessions, accepts, {
		placeHolder: promptWords.pickSessions(),
		none: promptWords.noSession(),
	});
	if (sessions.length > 0) await send(sessions, context);
}

async function askAndDeliver(sessions: readonly Session[], ways: readonly [Way, ...Way[]], context: CommandContext): Promise<void> {
	const title = promptWords.sendTo(sessions.map(({ name }) => name));
	const reply = await askForPrompt({ title, canGoBack: false }, { memory: context.memory, placeholder: promptWords.placeholder(), ways });
	if (reply.kind === 'value') await deliver(sessions, reply.value, context);
}

/** The selected text, or the whole file by its path, goes to a session. */
export async function sendFromEditor(session: Session, context: CommandContext): Promise<void> {
	const editor = window.activeTextEditor;
	if (!editor) return mention(promptWords.noEditor());
	const selected = editor.document.getText(editor.selection);
	const { fsPath, scheme } = editor.document.uri;
	const from = scheme === 'file' ? `${fsPath}:${editor.selection.start.line + 1}` : promptWords.untitled();
	const stored =
		scheme === 'file' ? undefined : await context.supervisor.actions.storeAttachment(Buffer.from(editor.document.getText()), 'text.txt');
	const path = scheme === 'file' ? fsPath : stored?.kind === 'done' ? stored.value : undefined;
	const text = selected === '' ? path && `@${path}` : `${from}\n\n${selected}`;
	if (!text) return;
	const more = await window.showInputBox({ prompt: promptWords.sendWith(session.name), ignoreFocusOut: true });
	if (more === undefined) return;
	await deliver([session], { text: [more, text].filter(Boolean).join('\n\n'), asCommand: false, when: 'now' }, context);
}

export async function deliver(
	sessions: readonly Session[],
	{ text, asCommand, when }: Prompt,
	{ supervisor }: CommandContext,
): Promise<void> {
	const ids = sessions.map(({ id }) => id);
	const results =
		when === 'now'
			? await supervisor.actions.broadcast(ids, text, { asCommand })
			: await whileWaiting(sessions, (signal) => supervisor.actions.broadcast(ids, text, { asCommand, when, signal }));
	await tellResults(sessions.flatMap((session) => ({ session, outcome: results.get(session.id) })));
}

/** A turn may take long: what waits for its end stays in sight, and can be taken back. */
function whileWaiting<T>(sessions: readonly Session[], work: (signal: AbortSignal) => Promise<T>): Thenable<T> {
	const title = promptWords.waiting(sessions.map(({ name }) => name));
	return window.withProgress({ location: ProgressLocation.Notification, title, cancellable: true }, (_, token) => {
		const takeBack = new AbortController();
		token.onCancellationRequested(() => takeBack.abort());
		return work(takeBack.signal);
	});
}

interface Result {
	readonly session: Session;
	readonly outcome: Outcome<Receipt> | undefined;
}

/** One message for all: a sentence for each fate; in the way only where something needs a look. */
async function tellResults(results: readonly Result[]): Promise<void> {
	const [only] = results;
	if (results.length === 1 && only?.outcome?.kind === 'refused') return tellRefusal(only.outcome.refusal);
	const receipts = new Map<Receipt['kind'], string[]>();
	const refusals: string[] = [];
	/** The same text went to all, so that what was changed in it is told once. */
	const changes = new Set<string>();
	for (const { session, outcome } of results) {
		if (outcome?.kind === 'refused') refusals.push(promptWords.refused(session.name, refusalText(outcome.refusal)));
		if (outcome?.kind !== 'done') continue;
		const { kind, changes: changed = [] } = outcome.value;
		receipts.set(kind, [...(receipts.get(kind) ?? []), session.name]);
		for (const change of changed) changes.add(changeWord(change));
	}
	const text = [...[...receipts].map(([kind, names]) => receiptWord(names, kind)), ...changes, ...refusals].join(' ');
	const arrived = refusals.length === 0 && [...receipts.keys()].every((kind) => kind === 'submitted' || kind === 'queued');
	if (!arrived) void window.showWarningMessage(text);
	else if (results.length > 1 || changes.size > 0) void window.showInformationMessage(text);
	else mention(text);
}
