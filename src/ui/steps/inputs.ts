/** A list and a line to answer a question with, each with a way back. They stay open until they are answered or left. */
import {
	InputBoxValidationSeverity,
	type QuickInput,
	type QuickInputButton,
	QuickInputButtons,
	type QuickPickItem,
	ThemeIcon,
	window,
} from 'vscode';
import { DisposableList } from '../../base/disposable.ts';
import type { Frame, Reply } from './reply.ts';

export interface PickOptions<T extends QuickPickItem> {
	readonly items: readonly T[];
	readonly placeholder: string;
	readonly active?: T | undefined;
	/** False where choosing the item answers nothing: the list stays. */
	readonly accepts?: (item: T) => boolean;
	readonly onItemButton?: (item: T, button: QuickInputButton) => void;
}

export function pick<T extends QuickPickItem>(frame: Frame, options: PickOptions<T>): Promise<Reply<T>> {
	const { items, placeholder, active, accepts = () => true, onItemButton } = options;
	const list = window.createQuickPick<T>();
	list.placeholder = placeholder;
	list.matchOnDescription = true;
	list.items = items;
	if (active) list.activeItems = [active];
	return answered(list, frame, (settle, parts) => {
		parts.add(list.onDidTriggerItemButton(({ item, button }) => onItemButton?.(item, button)));
		parts.add(
			list.onDidAccept(() => {
				const [item] = list.selectedItems;
				if (item && accepts(item)) settle({ kind: 'value', value: item });
			}),
		);
	});
}

export interface AskOptions {
	readonly value?: string;
	readonly prompt: string;
	readonly placeholder?: string;
	readonly objection?: (value: string) => Promise<Objection | undefined> | Objection | undefined;
}

/** What is wrong with an answer, in words, and what may be done about it. */
export interface Objection {
	readonly message: string;
	readonly help?: { readonly label: string; readonly run: () => unknown };
}

export function ask(frame: Frame, { value = '', prompt, placeholder, objection = () => undefined }: AskOptions): Promise<Reply<string>> {
	const line = window.createInputBox();
	line.value = value;
	line.prompt = prompt;
	line.placeholder = placeholder;
	return answered(line, frame, (settle, parts) => {
		const ownButtons = line.buttons;
		let help: Objection['help'];
		const check = async (): Promise<boolean> => {
			const checked = line.value;
			const found = await objection(checked);
			// Typed on meanwhile: this answer is about something else.
			if (line.value !== checked) return false;
			line.validationMessage = found && { message: found.message, severity: InputBoxValidationSeverity.Error };
			help = found?.help;
			line.buttons = help ? [...ownButtons, { iconPath: new ThemeIcon('go-to-file'), tooltip: help.label }] : ownButtons;
			return found === undefined;
		};
		parts.add(
			line.onDidTriggerButton((button) => {
				const run = button.tooltip === help?.label ? help?.run : undefined;
				if (!run) return;
				settle({ kind: 'cancelled' });
				run();
			}),
		);
		parts.add(line.onDidChangeValue(() => void check()));
		parts.add(
			line.onDidAccept(async () => {
				if (await check()) settle({ kind: 'value', value: line.value.trim() });
			}),
		);
	});
}

type Settle<T> = (reply: Reply<T>) => void;

/** Shows it and waits; it is gone afterwards. */
export function answered<T>(
	input: QuickInput & {
		buttons: readonly QuickInputButton[];
		onDidTriggerButton: (listener: (button: QuickInputButton) => void) => object;
	},
	frame: Frame,
	listen: (settle: Settle<T>, parts: DisposableList) => void,
): Promise<Reply<T>> {
	const parts = new DisposableList();
	input.title = frame.title;
	input.step = frame.step;
	input.totalSteps = frame.totalSteps;
	input.ignoreFocusOut = true;
	input.buttons = [...(frame.canGoBack ? [QuickInputButtons.Back] : []), ...input.buttons];
	return new Promise((resolve) => {
		const settle: Settle<T> = (reply) => {
			resolve(reply);
			parts.dispose();
			input.dispose();
		};
		input.onDidTriggerButton((button) => {
			if (button === QuickInputButtons.Back) settle({ kind: 'back' });
		});
		parts.add(input.onDidHide(() => settle({ kind: 'cancelled' })));
		listen(settle, parts);
		input.show();
	});
}
