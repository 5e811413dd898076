/** What a terminal's picture tells: the facts that go in, and the reading that comes out. */

/** What a live session does. What no signal supports is `unknown`. */
export type AgentActivity = 'working' | 'idle' | 'needsApproval' | 'needsAnswer' | 'failed' | 'retrying' | 'startDialog' | 'unknown';

export type Confidence = 'certain' | 'likely' | 'none';

export interface ScreenFacts {
	/** The visible rows as plain text; colours are removed before reading. */
	readonly text: string;
	readonly title: string;
	readonly dead: boolean;
	/** Folder of the pane's foreground process, where known. */
	readonly path?: string;
	/** Foreground command, where known. */
	readonly command?: string;
}

export interface ScreenReading {
	readonly activity: AgentActivity;
	/** Which part of the picture decided. */
	readonly source: 'screen' | 'title' | 'process';
	readonly observation: string;
	readonly confidence: Confidence;
	readonly decision?: Decision;
	/** What the agent says it is doing, as the screen shows it. */
	readonly thought?: string;
}

/** `menu` is a list the user opened, `start` a dialog before the first prompt: neither is the agent asking. */
export type DecisionKind = 'approval' | 'plan' | 'question' | 'menu' | 'start';

export type OptionEffect = 'approve' | 'approveAlways' | 'reject' | 'other';

export interface DecisionOption {
	readonly label: string;
	readonly description?: string;
	readonly effect: OptionEffect;
	/** The one key that takes this option, where the dialog has one; otherwise it is reached by moving the pointer. */
	readonly key?: string;
}

export interface Decision {
	readonly kind: DecisionKind;
	readonly tool?: string;
	readonly command?: string;
	readonly diff?: string;
	readonly question: string;
	readonly options: readonly DecisionOption[];
	/** The option that Enter takes; -1 where the pointer is out of sight. */
	readonly defaultIndex: number;
	/** A question that takes several options: one key marks an option and answers nothing. */
	readonly several?: boolean;
	/** A small window cuts it: there is more than can be seen. */
	readonly partial?: boolean;
	/** Same for the same dialog at any width and pointer position, different for another one. */
	readonly fingerprint: string;
}

export function unknownReading(observation: string, source: ScreenReading['source'] = 'screen'): ScreenReading {
	return { activity: 'unknown', source, observation, confidence: 'none' };
}
