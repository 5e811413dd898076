/** The environment variables of a session as a list: one is added, changed or removed at a time. */
import { type QuickInputButton, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import { answered, ask, type Objection } from './steps/inputs.ts';
import type { Frame, Reply } from './steps/reply.ts';
import { overridesWords } from './words/overrides.ts';

const VARIABLE = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s;

/** Only what changes; null removes a variable. */
export type VariableChange = Readonly<Record<string, string | null>>;

type Row = QuickPickItem & { readonly variable?: string };

export async function askForVariables(frame: Frame, variables: Readonly<Record<string, string>>): Promise<Reply<VariableChange>> {
	const names = Object.keys(variables);
	if (names.length === 0) return askForVariable(frame, undefined);
	const chosen = await pickVariable(frame, variables);
	if (chosen.kind !== 'value') return chosen;
	if ('removes' in chosen.value) return { kind: 'value', value: { [chosen.value.removes]: null } };
	const { name } = chosen.value;
	const reply = await askForVariable(frame, name === undefined ? undefined : `${name}=${variables[name] ?? ''}`);
	if (reply.kind === 'back') return askForVariables(frame, variables);
	// A name that was changed leaves none of the old one behind.
	if (reply.kind !== 'value' || name === undefined || name in reply.value) return reply;
	return { kind: 'value', value: { ...reply.value, [name]: null } };
}

type Chosen = { readonly name: string | undefined } | { readonly removes: string };

function pickVariable(frame: Frame, variables: Readonly<Record<string, string>>): Promise<Reply<Chosen>> {
	const remove: QuickInputButton = { iconPath: new ThemeIcon('trash'), tooltip: overridesWords.removeVariable() };
	const list = window.createQuickPick<Row>();
	list.placeholder = overridesWords.pickVariable();
	list.items = [
		...Object.entries(variables).map(([variable, value]): Row => ({ label: variable, description: value, buttons: [remove], variable })),
		{ label: '', kind: QuickPickItemKind.Separator },
		{ label: overridesWords.addVariable(), iconPath: new ThemeIcon('add') },
	];
	return answered<Chosen>(list, frame, (settle, parts) => {
		parts.add(list.onDidTriggerItemButton(({ item }) => item.variable && settle({ kind: 'value', value: { removes: item.variable } })));
		parts.add(
			list.onDidAccept(() => {
				const [row] = list.selectedItems;
				if (row) settle({ kind: 'value', value: { name: row.variable } });
			}),
		);
	});
}

async function askForVariable(frame: Frame, value: string | undefined): Promise<Reply<VariableChange>> {
	const reply = await ask(frame, {
		prompt: overridesWords.variablePrompt(),
		placeholder: 'NAME=value',
		objection: (typed): Objection | undefined => (VARIABLE.test(typed.trim()) ? undefined : { message: overridesWords.notAVariable() }),
		...(value !== undefined && { value }),
	});
	if (reply.kind !== 'value') return reply;
	const [, name = '', text = ''] = VARIABLE.exec(reply.value) ?? [];
	return { kind: 'value', value: { [name]: text } };
}
