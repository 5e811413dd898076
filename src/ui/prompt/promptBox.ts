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

/** How what is typed is delivered. */
export interface Manner {
	readonly asCommand: boolean;
	readonly when: 'now' | 'idle';
}

export interface Prompt extends Manner {
	readonly text: string;
}

export interface Way {
	readonly when: Manner['when'];
	readonly icon: string;
	readonly words: string;
}

export interface PromptBoxOptions {
	readonly memory: Memory;
	readonly placeholder: string;
	/** How a prompt may be delivered; the first is what Enter does. */
	readonly ways: readonly [Way, ...Way[]];
	/** Whether Enter without a text is an answer too. */
	readonly mayBeEmpty?: boolean;
	readonly value?: string;
}

type Row = QuickPickItem & {
	readonly manner?: Manner;
	/** A prompt that was sent before; without, the row is about what is typed. */
	readonly old?: string;
};

export function askForPrompt(frame: Frame, options: PromptBoxOptions): Promise<Reply<Prompt>> {
	return openBox(frame, options, toOneLine(options.value ?? ''));
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
	box.matchOnDescription = true;
	box.items = rowsFor(history, options);
	box.value = line;
	let last = line;
	const setLine = (text: string) => {
		last = text;
		box.value = text;
	};
	const reply = await answered<Prompt | 'attach'>(box, frame, (settle, parts) => {
		parts.add(
			box.onDidChangeValue(async (value) => {
				const before = last;
				last = value;
				const restored = await pasted(before, value);
				if (restored !== undefined && box.value === value) setLine(restored);
			}),
		);
		parts.add(
			box.onDidTriggerButton((button) => {
				if (button === attach) settle({ kind: 'value', value: 'attach' });
				if (button === newLine) setLine(box.value + BREAK_SIGN);
				if (button === paste) void env.clipboard.readText().then((text) => setLine(box.value + toOneLine(text)));
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

function chosen(box: QuickPick<Row>, { ways: [first], mayBeEmpty = false }: PromptBoxOptions): Prompt | undefined {
	const row = box.selectedItems[0] ?? box.activeItems[0];
	const text = row?.old ?? toLines(box.value);
	if (text.trim() === '') return mayBeEmpty ? { asCommand: false, when: first.when, text: '' } : undefined;
	return { asCommand: false, when: first.when, ...row?.manner, text };
}

/**
 * The same rows whatever is typed: VS Code knows rows by their place, and an Enter right after a key would take a row that has moved
 * into the place of another. The words are no labels, since matching labels are sorted first, and Enter takes the first.
 */
function rowsFor(history: readonly string[], { ways }: PromptBoxOptions): Row[] {
	const row = (icon: string, words: string, manner: Manner): Row => ({
		label: `$(${icon})`,
		description: words,
		alwaysShow: true,
		manner,
	});
	return [
		...ways.map(({ icon, words, when }) => row(icon, words, { asCommand: false, when })),
		row('terminal', promptWords.asCommand(), { asCommand: true, when: ways[0].when }),
		...(history.length > 0 ? [{ label: promptWords.history(), kind: QuickPickItemKind.Separator }] : []),
		...history.map((old): Row => ({ label: '$(history)', description: toOneLine(old), old })),
	];
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

function mention(file: Uri): string {
	return /\s/.test(file.fsPath) ? `@"${file.fsPath}"` : `@${file.fsPath}`;
}
