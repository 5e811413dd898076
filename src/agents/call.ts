/** A call of a tool as the agent itself wrote it down: whole, where a dialog on the screen shows a part of it. */
import { asArray, asObject, asText, type JsonObject } from './json.ts';

/** One change to a file that the agent wants to make. */
export interface ProposedEdit {
	/** As the agent names it: absolute with Claude, mostly relative to its folder with Codex. */
	readonly file: string;
	/** The text that is to go. Absent: the file is made, or written anew as a whole. */
	readonly before?: string;
	/** The text that is to come. Absent: the file is removed. */
	readonly after?: string;
	/** Every place with that text, not only the first. */
	readonly everywhere?: boolean;
}

export interface ProposedQuestion {
	readonly question: string;
	readonly options: readonly { readonly label: string; readonly description?: string }[];
	/** More than one option may be taken. */
	readonly several: boolean;
}

export interface ToolCall {
	/** Absent where a hook tells of the call: it knows no id, and the transcript, which does, comes after it. */
	readonly id?: string;
	readonly tool: string;
	readonly command?: string;
	/** What the agent says the call is for. */
	readonly purpose?: string;
	readonly edits?: readonly ProposedEdit[];
	readonly plan?: string;
	readonly questions?: readonly ProposedQuestion[];
}

/** Longer than anything a person reads before saying yes. A change that is cut would lie: beyond this the screen's excerpt has to do. */
const EDIT_LIMIT = 400_000;
/** Longer than any command a person would approve at a glance. */
const COMMAND_LIMIT = 4_000;
const PLAN_LIMIT = 40_000;

/** Leaves out what is absent, and what is too long to be held. */
export function toolCall(parts: { readonly [name in keyof ToolCall]?: ToolCall[name] | undefined }): ToolCall {
	const { id, tool = '', command, purpose, edits = [], plan, questions = [] } = parts;
	const length = edits.reduce((sum, { before = '', after = '' }) => sum + before.length + after.length, 0);
	return {
		...(id && { id }),
		tool,
		...(command && { command: command.slice(0, COMMAND_LIMIT) }),
		...(purpose && { purpose: purpose.slice(0, COMMAND_LIMIT) }),
		...(edits.length > 0 && length <= EDIT_LIMIT && { edits }),
		...(plan && { plan: plan.slice(0, PLAN_LIMIT) }),
		...(questions.length > 0 && { questions }),
	};
}

/** Claude and Codex write their questions alike. */
export function questionsIn(input: JsonObject | undefined): readonly ProposedQuestion[] {
	return asArray(input?.questions)
		.map(asObject)
		.map(questionOf)
		.filter((question) => question !== undefined);
}

function questionOf(input: JsonObject | undefined): ProposedQuestion | undefined {
	const question = asText(input?.question);
	if (!question) return undefined;
	const options = asArray(input?.options)
		.map(asObject)
		.map((option) => ({ label: asText(option?.label) ?? '', description: asText(option?.description) }))
		.filter(({ label }) => label !== '')
		.map(({ label, description }) => ({ label, ...(description && { description }) }));
	return { question, options, several: input?.multiSelect === true };
}
