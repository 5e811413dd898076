/** The exact command that starts an agent: its own flags, the first prompt as one argument, whatever is in it. */
import type { CommandLine, LaunchRequest } from '../../agents/adapter.ts';
import { agents, type KnownAgent } from '../../agents/catalog.ts';
import { findProgram } from '../../agents/program.ts';
import type { SessionRecord } from '../../registry/record.ts';
import type { Refusal } from '../outcome.ts';
import { storageFolder, store } from './attachments.ts';
import type { ActionDesk } from './context.ts';
import { literally } from './typeable.ts';

/** One message to the tmux server holds 16 KB; folder, names and variables take their part of it. */
const MAX_COMMAND_BYTES = 10_000;
/** Linux takes no longer argument. */
const MAX_ARGUMENT_BYTES = 120_000;
/** Reads the prompt from a file and replaces itself with the agent; the mark keeps newlines at the end. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the braces are the shell's
const WITH_PROMPT_FILE = 'prompt=$(cat -- "$0"; printf x); exec "$@" "${prompt%x}"';

export async function findAgent(desk: ActionDesk, kind: KnownAgent): Promise<Pick<LaunchRequest, 'program' | 'settings'> | Refusal> {
	const wish = desk.context.programOf(kind);
	const program = await findProgram(wish);
	const settings = program && (await desk.context.settingsOf?.(kind));
	return program
		? { program, ...(settings && { settings }) }
		: { kind: 'program-missing', agent: kind, program: wish, install: agents[kind].install };
}

/** A first prompt as an argument: literal unless it is meant as a command. A NUL can be in no argument. */
export function promptArgument(prompt: string | undefined, kind: KnownAgent, asCommand: boolean): string | Refusal | undefined {
	if (prompt === undefined || prompt.trim() === '') return undefined;
	const clean = prompt.replaceAll('\0', '');
	const text = asCommand ? clean.trimStart() : literally(clean, kind);
	return Buffer.byteLength(text) > MAX_ARGUMENT_BYTES ? { kind: 'too-long', limit: MAX_ARGUMENT_BYTES } : text;
}

/** Long prompts go by way of a private file, since tmux takes no long commands. */
export async function fitting(desk: ActionDesk, command: CommandLine, prompt: string | undefined): Promise<CommandLine> {
	const bytes = command.reduce((sum, word) => sum + Buffer.byteLength(word) + 1, 0);
	if (bytes <= MAX_COMMAND_BYTES || prompt === undefined || command.at(-1) !== prompt) return command;
	const file = await store(await storageFolder(desk), Buffer.from(prompt), 'first-prompt.txt');
	return ['/bin/sh', '-c', WITH_PROMPT_FILE, file, ...command.slice(0, -1)];
}

/** What the user set for this session, in the agent's words. */
export function chosen({ overrides }: Pick<SessionRecord, 'overrides'>): Pick<LaunchRequest, 'model' | 'permissionMode'> {
	const { model, permissionMode } = overrides ?? {};
	return { ...(model !== undefined && { model }), ...(permissionMode !== undefined && { permissionMode }) };
}
