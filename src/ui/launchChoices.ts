/** Asks for a model or a permission mode, in the words of the agent; its own default is always the first choice. */
import { type QuickPickItem, QuickPickItemKind } from 'vscode';
import type { AgentOffer } from '../sessions/actions/spawnAdvice.ts';
import { ask, pick } from './steps/inputs.ts';
import type { Frame, Reply } from './steps/reply.ts';
import { choiceWords } from './words/choices.ts';

type ChoiceItem = QuickPickItem & { readonly value?: string; readonly other?: boolean };

/** Undefined stands for the agent's own default. */
export function askForModel(frame: Frame, offer: AgentOffer, current: string | undefined): Promise<Reply<string | undefined>> {
	const items = offer.models.map((model): ChoiceItem => ({ label: model, value: model }));
	return choose(frame, { items, current, placeholder: choiceWords.pickModel(offer.displayName), otherPrompt: choiceWords.otherModel() });
}

export function askForPermissionMode(frame: Frame, offer: AgentOffer, current: string | undefined): Promise<Reply<string | undefined>> {
	const items = offer.permissionModes.map(
		({ mode, permission }): ChoiceItem => ({ label: mode, description: choiceWords.permission(permission), value: mode }),
	);
	return choose(frame, { items, current, placeholder: choiceWords.pickMode(offer.displayName), otherPrompt: choiceWords.otherMode() });
}

interface Choice {
	readonly items: readonly ChoiceItem[];
	readonly current: string | undefined;
	readonly placeholder: string;
	readonly otherPrompt: string;
}

async function choose(frame: Frame, { items, current, placeholder, otherPrompt }: Choice): Promise<Reply<string | undefined>> {
	const byDefault: ChoiceItem = { label: choiceWords.byDefault(), description: choiceWords.byDefaultDetail() };
	const known = items.some(({ value }) => value === current);
	const own: ChoiceItem[] = current !== undefined && !known ? [{ label: current, value: current }] : [];
	const other: ChoiceItem = { label: choiceWords.other(), other: true };
	const all = [byDefault, ...own, ...items, { label: '', kind: QuickPickItemKind.Separator }, other];
	const reply = await pick(frame, { items: all, placeholder, active: all.find(({ value }) => value === current) });
	if (reply.kind !== 'value') return reply;
	if (!reply.value.other) return { kind: 'value', value: reply.value.value };
	const typed = await ask(frame, { prompt: otherPrompt, ...(current !== undefined && { value: current }) });
	if (typed.kind === 'back') return choose(frame, { items, current, placeholder, otherPrompt });
	return typed.kind === 'value' ? { kind: 'value', value: typed.value || undefined } : typed;
}
