/** Plays signals to the fusion with a clock of its own. */
import type { AgentKind } from '../../../../src/agents/adapter.ts';
import { readScreen } from '../../../../src/agents/catalog.ts';
import { parseStatus, readingOfStatus } from '../../../../src/agents/claude/statusFile.ts';
import { emptyTranscript, readClaudeLine } from '../../../../src/agents/claude/transcript.ts';
import { readCodexTitle } from '../../../../src/agents/codex/screen.ts';
import type { ScreenFacts } from '../../../../src/agents/screen/reading.ts';
import type { SignalContent } from '../../../../src/agents/watch/facts.ts';
import { fuse } from '../../../../src/sessions/activity/fuse.ts';
import { type ActivityState, initialState } from '../../../../src/sessions/activity/state.ts';

export const START = Date.parse('2026-11-18T08:00:00Z');

export class Scene {
	now = START;
	state: ActivityState = initialState(START);
	#transcript = emptyTranscript;

	constructor(agent: AgentKind, pid = 100) {
		this.signal({ kind: 'identified', agent, process: { pid, startTime: '5' }, how: 'process', at: this.now });
	}

	signal(content: SignalContent): ActivityState {
		this.state = fuse(this.state, content, this.now);
		return this.state;
	}

	/** Lets time pass, fusing a tick whenever the state asked for one. */
	wait(ms: number): ActivityState {
		const end = this.now + ms;
		while (this.state.dueAt !== undefined && this.state.dueAt <= end) {
			this.now = this.state.dueAt;
			this.state = fuse(this.state, { kind: 'tick' }, this.now);
		}
		this.now = end;
		return this.state;
	}

	status(status: string, waitingFor?: string): ActivityState {
		this.now += 1;
		const file = parseStatus(
			JSON.stringify({ pid: 100, sessionId: 'conversation', procStart: '5', status, waitingFor, statusUpdatedAt: this.now }),
		);
		const reading = file && readingOfStatus(file, this.now);
		return reading ? this.signal({ kind: 'reading', reading }) : this.state;
	}

	title(title: string): ActivityState {
		this.now += 1;
		const found = readCodexTitle(title);
		if (!found) return this.signal({ kind: 'silent', source: 'title', at: this.now });
		return this.signal({
			kind: 'reading',
			reading: { source: 'title', activity: found.activity, observation: found.observation, confidence: found.confidence, at: this.now },
		});
	}

	screen(screen: ScreenFacts): ActivityState {
		this.now += 1;
		const { thought: _, source, ...reading } = readScreen(this.state.agent, screen);
		return source === 'title' ? this.state : this.signal({ kind: 'reading', reading: { ...reading, source: 'screen', at: this.now } });
	}

	/** A line of Claude's transcript, stamped now. */
	line(content: object): ActivityState {
		this.now += 1;
		const step = readClaudeLine(this.#transcript, JSON.stringify({ timestamp: new Date(this.now).toISOString(), ...content }), this.now);
		this.#transcript = step.state;
		for (const fact of step.facts) this.signal(fact);
		return this.state;
	}
}
