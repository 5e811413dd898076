/** What every agent program must tell us to be managed: how to recognise it and how to start it. One file per agent implements this. */

export type AgentKind = 'claude' | 'codex' | 'other';

export interface LaunchRequest {
	/** The program as found or as set by the user; an absolute path where one is known. */
	readonly program: string;
	/** Given to the agent as one argument, whatever it contains. */
	readonly firstPrompt?: string;
}

export interface AgentAdapter {
	readonly kind: AgentKind;
	/** The product's own name; not translated. */
	readonly displayName: string;
	/** The executable people type. */
	readonly program: string;
	/** The command that installs it. */
	readonly install: string;
	/** Whether a pane's foreground command is this agent. */
	recognises(command: string): boolean;
	launch(request: LaunchRequest): readonly [string, ...string[]];
}
