/** What every agent program must tell us to be managed. One file or folder per agent implements this; nothing else knows its words. */
import type { ProcessFacts } from './process/facts.ts';
import type { ScreenFacts, ScreenReading } from './screen/reading.ts';
import type { SignalContext, SignalReader } from './signals.ts';

export type AgentKind = 'claude' | 'codex' | 'gemini' | 'opencode' | 'copilot' | 'other';

export interface LaunchRequest {
	/** The program as found or as set by the user; an absolute path where one is known. */
	readonly program: string;
	/** Given to the agent as one argument, whatever it contains. */
	readonly firstPrompt?: string;
	readonly model?: string;
	/** The agent's own word for how much it asks before it acts. */
	readonly permissionMode?: string;
	/** Chosen by us where the agent allows it, so that the conversation is known before its first word. */
	readonly conversationId?: string;
	/** Shown by the agent in its own lists and title. */
	readonly name?: string;
	/** Settings given on the command line only, so that no file of the user changes. */
	readonly settings?: string;
}

export interface ResumeRequest extends LaunchRequest {
	readonly conversationId: string;
}

/** How much a permission mode asks before it acts. */
export type Permission = 'asks' | 'edits' | 'plans' | 'decides' | 'denies' | 'never-asks';

/** What can be chosen for a start, in the agent's own words; empty where its command line offers no such choice. */
export interface LaunchChoices {
	/** Names that stay good while versions come and go; any other may be given. */
	readonly models: readonly string[];
	readonly permissionModes: readonly { readonly mode: string; readonly permission: Permission }[];
}

export type CommandLine = readonly [string, ...string[]];

/** One thing to type: literal characters, or a key by the name that terminals share. */
export type Keystroke =
	| { readonly kind: 'text'; readonly text: string }
	| { readonly kind: 'key'; readonly key: 'Enter' | 'Escape' | 'Up' | 'Down' | 'C-u' | 'C-c' };

export interface AgentAdapter {
	readonly kind: AgentKind;
	/** The product's own name; not translated. */
	readonly displayName: string;
	/** The executable people type. */
	readonly program: string;
	/** The command that installs it. */
	readonly install: string;
	readonly choices: LaunchChoices;
	/** A quick guess from a pane's foreground command; `recogniseProcess` decides. */
	recognises(command: string): boolean;
	/** Whether this process is the agent itself: by its executable and arguments, so that wrappers and look-alikes are told apart. */
	recogniseProcess(process: ProcessFacts): boolean;
	/** Whether this screen can only be this agent's: used where the process is out of sight (ssh, containers). */
	recogniseScreen(screen: ScreenFacts): boolean;
	readScreen(screen: ScreenFacts): ScreenReading;
	/** What the title alone proves: working or blocked, never idle. */
	readTitle(title: string): ScreenReading | undefined;
	launch(request: LaunchRequest): CommandLine;
	/** Undefined where the agent can't continue a conversation by its id. */
	resume?(request: ResumeRequest): CommandLine;
	fork?(request: ResumeRequest): CommandLine;
	readonly keys: AgentKeys;
	/** Files and sockets through which the agent tells what it does; absent where only the screen speaks. */
	openSignals?(context: SignalContext): SignalReader;
}

export interface AgentKeys {
	readonly interrupt: readonly Keystroke[];
	/** Empties an input box that holds this many lines. */
	clearInput(lines: number): readonly Keystroke[];
}
