/** The box for a prompt: what is typed is sent, what was sent before is offered, files are added by their path, and lines are kept. */
import {
	env,
	type QuickInputButton,
	type QuickPick,
	type QuickPickItem,
	QuickPickItemKind,
	ThemeIcon,
	UIKind,
	type Uri,
	window,
	workspace,
} from 'vscode';
import type { Memory } from '../memory.ts';
import { answered } from '../steps/inputs.ts';
import type { Frame, Reply } from '../steps/reply.ts';
import { promptWords } from '../words/prompt.ts';
import { BREAK_SIGN, toLines, toOneLine, withBreaks } from './lineBreaks.ts';

const KEY = 'shoal.promptHistory';
/** As many as a person scrolls through. */
const HISTORY_LIMIT = 50;
/** What an agent takes for a command of its own. */
const COMMAND = /^\s*[!/]/;

/** One way to deliver what is typed. */
export interface Manner {
	readonly asCommand: boolean;
	readonly when: 'now' | 'idle';
}

export interface Prompt extends Manner {
	readonly text: string;
}

export interface PromptBoxOptions {
	readonly memory: Memory;
	readonly placeholder: string;
	/** How a prompt may be delivered, in words; the first is what Enter does. */
	readonly ways: readonly { readonly when: Manner['when']; readonly label: string }[];
	/** Where nothing has to be typed, what that means. */
	readonly empty?: string;
	readonly value?: string;
}

type Row = QuickPickItem & {
	readonly manner?: Manner;
	/** A prompt that was sent before; without, the row is about what is typed. */
	readonly old?: string;
};

export function askForPrompt(frame: Frame, options: PromptBoxOptions): Promise<Reply<Prompt>> {
	return openBox(frame, options, options.value ?? '');
}

async function openBox(frame: Frame, options: PromptBoxOptions, line: string): Promise<Reply<Prompt>> {
	const { memory, placeholder } = options;
	const attach: QuickInputButton = { iconPath: new ThemeIcon('attach'), tooltip: promptWords.attachFile() };
	const newLine: QuickInputButton = { iconPath: new ThemeIcon('newline'), tooltip: promptWords.newLine() };
	const paste: QuickInputButton = { iconPath: new ThemeIcon('clippy'), tooltip: promptWords.paste() };
	const history = memory.get<readonly string[]>(KEY, []);
	const box = window.createQuickPick<Row>();
	box.placeholder = placeholder;
	box.buttons = isWeb ? [attach, newLine, paste] : [attach, newLine];
	const setValue = (value: string) => {
		box.value = value;
		box.items = rowsFor(value, history, options);
	};
	let last = line;
	const append = (text: string) => {
		last = box.value + text;
		setValue(last);
	};
	setValue(line);
	const reply = await answered<Prompt | 'attach'>(box, frame, (settle, parts) => {
		parts.add(
			box.onDidChangeValue(async (value) => {
				const before = last;
				last = value;
				box.items = rowsFor(value, history, options);
				const restored = await pasted(before, value);
				if (restored === undefined || box.value !== value) return;
				last = restored;
				setValue(restored);
			}),
		);
		parts.add(
			box.onDidTriggerButton((button) => {
				if (button === attach) settle({ kind: 'value', value: 'attach' });
				if (button === newLine) append(BREAK_SIGN);
				if (button === paste) void env.clipboard.readText().then((text) => append(toOneLine(text)));
			}),
		);
		parts.add(
			box.onDidAccept(() => {
				const prompt = chosen(box, options);
				if (prompt) settle({ kind: 'value', value: prompt });
			}),
		);
	});
	if (reply.kind !== 'value') return reply;
	// A file is chosen in a box of its own, which takes the place of this one.
	if (reply.value === 'attach') return openBox(frame, options, [last.trimEnd(), ...(await chooseFiles())].filter(Boolean).join(' '));
	const { text } = reply.value;
	if (text !== '') await memory.update(KEY, [text, ...history.filter((old) => old !== text)].slice(0, HISTORY_LIMIT));
	return { kind: 'value', value: reply.value };
}

/**
 * What Enter means. The window shows new rows a moment after the keys that called for them: a row from before is not what is meant,
 * and what is sent is what stands in the line, not what the row repeats of it.
 */
function chosen(box: QuickPick<Row>, { ways, empty }: PromptBoxOptions): Prompt | undefined {
	const [row] = [...box.selectedItems, ...box.activeItems].filter((one) => box.items.includes(one));
	const manner = row?.manner ?? { asCommand: false, when: ways[0]?.when ?? 'now' };
	const text = row?.old ?? toLines(box.value);
	return text.trim() === '' && empty === undefined ? undefined : { ...manner, text: text.trim() === '' ? '' : text };
}

/** What is typed stands first, so that Enter sends it and nothing else. */
function rowsFor(line: string, history: readonly string[], { ways, empty }: PromptBoxOptions): Row[] {
	const isTyped = line.trim() !== '';
	const first = ways[0]?.when ?? 'now';
	const typed: Row[] = [];
	const add = (label: string, description: string, manner: Manner) => typed.push({ label, description, alwaysShow: true, manner });
	if (isTyped) for (const { when, label } of ways) add(line, label, { asCommand: false, when });
	if (isTyped && COMMAND.test(line)) add(line, promptWords.asCommand(), { asCommand: true, when: first });
	if (!isTyped && empty !== undefined) add(empty, '', { asCommand: false, when: first });
	const old = history
		.filter((prompt) => toOneLine(prompt) !== line)
		.map((prompt): Row => ({ label: toOneLine(prompt), manner: { asCommand: false, when: first }, old: prompt }));
	return old.length === 0 ? typed : [...typed, { label: promptWords.history(), kind: QuickPickItemKind.Separator }, ...old];
}

/** A browser asks the user before it lets anybody read the clipboard: there it is read on a button only. */
const isWeb = env.uiKind === UIKind.Web;

/** Only more than one character at once can be a paste. */
async function pasted(before: string, after: string): Promise<string | undefined> {
	if (after.includes('\n')) return toOneLine(after);
	if (isWeb || after.length - before.length < 2) return undefined;
	return withBreaks(before, after, await env.clipboard.readText());
}

/** Files by their paths, as agents take them. */
async function chooseFiles(): Promise<readonly string[]> {
	const folder = workspace.workspaceFolders?.[0]?.uri;
	const files = await window.showOpenDialog({
		canSelectMany: true,
		openLabel: promptWords.attach(),
		title: promptWords.attachFile(),
		...(folder && { defaultUri: folder }),
	});
	return (files ?? []).map(mention);
}

export function mention(file: Uri): string {
	return /\s/.test(file.fsPath) ? `@"${file.fsPath}"` : `@${file.fsPath}`;
}
