/** Each trap is a bug that somebody shipped (see the numbers in the names). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentOfProcess } from '../../../../src/agents/catalog.ts';
import { readHook } from '../../../../src/agents/claude/hooks.ts';
import { readCodexTitle } from '../../../../src/agents/codex/screen.ts';
import { speakingPane } from '../../../../src/sessions/activity/panes.ts';
import { FIXTURES, recording } from '../../agents/recordings.ts';
import { Scene } from './scene.ts';

const HOOKS = JSON.parse(readFileSync(join(FIXTURES, 'signals/claude-hooks.json'), 'utf8')) as Readonly<
	Record<string, Readonly<Record<string, unknown>>>
>;
const hook = (name: string, more = {}) => readHook(JSON.stringify({ ...HOOKS[name], ...more }), 0);
const toolCall = {
	type: 'assistant',
	message: { id: 'm', model: 'x', content: [{ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls', description: 'List' } }] },
};

describe('trap 1: a title', () => {
	it('proves work with any frame of the spinner, and never idle', () => {
		for (const frame of ['⠋', '⠙', '⣾', '⠿']) expect(readCodexTitle(`${frame} folder`)?.activity).toBe('working');
		for (const title of ['folder', 'host', '', '✳ Claude Code', '- folder']) expect(readCodexTitle(title)).toBeUndefined();
	});

	it('that says nothing leaves the state as it was until the screen speaks', () => {
		const scene = new Scene('codex');
		scene.title('⠋ works');
		expect(scene.title('works').activity).toBe('working');
		expect(scene.screen(recording('codex/idle/idle-finished-text')).activity).toBe('idle');
	});

	it('of Claude, the same in every state inside tmux, moves nothing', () => {
		const scene = new Scene('claude');
		scene.status('busy');
		expect(scene.screen({ ...recording('claude/working/working-streaming'), title: '✳ anything' }).activity).toBe('working');
	});
});

describe('trap 2: Esc and Ctrl-C fire no hook', () => {
	it('Claude interrupted while streaming is idle by its status file', () => {
		const scene = new Scene('claude');
		scene.status('busy');
		expect(scene.status('idle').activity).toBe('idle');
	});

	it('Codex interrupted is idle by title and screen', () => {
		const scene = new Scene('codex');
		scene.title('⠋ works');
		scene.title('works');
		expect(scene.screen(recording('codex/idle/interrupted-idle')).activity).toBe('idle');
	});
});

describe('trap 3: the reminder a minute after a finished turn', () => {
	it('is no request', () => {
		expect(hook('Notification')).toBeUndefined();
		expect(hook('Notification', { notification_type: 'idle_prompt', message: 'Claude is waiting for your input' })).toBeUndefined();
	});
});

describe('trap 4: a background shell', () => {
	it('is idle, and says that the shell runs', () => {
		const scene = new Scene('claude');
		scene.status('busy');
		scene.signal({ kind: 'backgroundShell', running: true, at: scene.now });
		expect(scene.status('shell')).toMatchObject({ activity: 'idle', backgroundShell: true });
		expect(scene.screen(recording('claude/idle/bgshell-80x24')).activity).toBe('idle');
	});
});

describe('trap 5: a sub-agent', () => {
	it('is counted and moves nothing, neither by its hooks nor by its lines', () => {
		const scene = new Scene('claude');
		scene.status('busy');
		scene.line({
			type: 'assistant',
			message: { id: 'm', model: 'x', content: [{ type: 'tool_use', id: 'a1', name: 'Agent', input: { description: 'Look' } }] },
		});
		expect(scene.state).toMatchObject({ activity: 'working', delegations: 1 });
		scene.line({
			type: 'assistant',
			isSidechain: true,
			isApiErrorMessage: true,
			message: { content: [{ type: 'text', text: 'API Error' }] },
		});
		scene.line({ type: 'user', isSidechain: true, message: { content: [{ type: 'text', text: '[Request interrupted by user]' }] } });
		expect(scene.state).toMatchObject({ activity: 'working', delegations: 1 });
		const news = hook('PermissionRequest', { agent_id: 'ac5f' });
		if (news) scene.signal(news.fact);
		expect(scene.state).toMatchObject({ activity: 'working', delegations: 1 });
		expect(hook('SubagentStop')).toBeUndefined();
	});

	it('that runs on keeps its parent working, as the screen says too', () => {
		const scene = new Scene('claude');
		scene.status('busy');
		expect(scene.screen(recording('claude/working/working-subagent'))).toMatchObject({ activity: 'working' });
		expect(scene.state.evidence.disagrees).toBeUndefined();
	});
});

describe('trap 6: a split window', () => {
	const shell = { id: '%1', active: true, dead: false };
	const agent = { id: '%2', active: false, dead: false };

	it('is read from the agent’s pane, not from the active one', () => {
		expect(speakingPane([shell, agent], ({ id }) => id === '%2')).toBe(agent);
	});

	it('prefers an agent that lives, and without one the active pane', () => {
		expect(speakingPane([{ ...agent, dead: true }, agent], () => true)).toBe(agent);
		expect(speakingPane([agent, shell], () => false)).toBe(shell);
		expect(speakingPane([], () => true)).toBeUndefined();
	});
});

describe('trap 7: a dead pane', () => {
	it('does nothing, whatever was known before', () => {
		const scene = new Scene('claude');
		scene.status('waiting', 'permission prompt');
		scene.screen(recording('claude/needsApproval/permission-bash'));
		const state = scene.signal({ kind: 'ended', reason: 'pane-dead', at: scene.now });
		expect(state).toMatchObject({ activity: 'unknown', ended: 'pane-dead', evidence: { source: 'process', confidence: 'certain' } });
		expect(state.decision).toBeUndefined();
		expect(scene.screen(recording('claude/working/working-streaming')).activity).toBe('unknown');
	});
});

describe('trap 8: a tool call without an answer in the transcript', () => {
	it('alone proves neither work nor a question', () => {
		const scene = new Scene('claude');
		scene.line({ type: 'user', message: { role: 'user', content: 'do it' } });
		expect(scene.line(toolCall).activity).toBe('unknown');
	});

	it('is work or a question as the status file says', () => {
		const scene = new Scene('claude');
		scene.status('busy');
		expect(scene.line(toolCall).activity).toBe('working');
		expect(scene.status('waiting', 'permission prompt').activity).toBe('needsApproval');
	});
});

describe('trap 9: an approval that is answered elsewhere', () => {
	it('is gone the moment Claude goes on', () => {
		const scene = new Scene('claude');
		scene.status('waiting', 'permission prompt');
		scene.wait(400);
		expect(scene.screen(recording('claude/needsApproval/permission-bash')).decision).toMatchObject({ tool: 'Bash' });
		expect(scene.status('busy').decision).toBeUndefined();
		// A picture from before the answer brings it back neither.
		scene.now -= 1;
		expect(
			scene.signal({
				kind: 'reading',
				reading: { source: 'screen', activity: 'needsApproval', observation: 'late', confidence: 'certain', at: scene.now - 50 },
			}).activity,
		).toBe('working');
	});

	it('is gone when Codex’s title spins again', () => {
		const scene = new Scene('codex');
		scene.title('[ ! ] Action Required | works');
		expect(scene.screen(recording('codex/needsApproval/permission-bash')).decision).toMatchObject({ kind: 'approval' });
		const state = scene.title('⠋ works');
		expect([state.activity, state.decision]).toEqual(['working', undefined]);
	});
});

describe('trap 10: hooks in any order', () => {
	it('only add what is asked, so their order changes no state', () => {
		const late = hook('PermissionRequest');
		expect(hook('SessionStart')).toBeUndefined();
		const scene = new Scene('claude');
		scene.status('busy');
		if (late) scene.signal({ ...late.fact, at: scene.now });
		expect(scene.state.activity).toBe('working');
		scene.status('waiting', 'permission prompt');
		expect(scene.screen(recording('claude/needsApproval/permission-bash')).decision?.command).toBe(
			'touch /home/user/works/ws/made-by-bash && ls -la',
		);
	});
});

// Trap 11 (stamps of one second) is a matter of when to look: see watcher.test.ts. Trap 12 (wrappers): see recognise.test.ts.

describe('trap 13: a session older than our hooks', () => {
	it('is known as well as any other', () => {
		const scene = new Scene('claude');
		expect(scene.status('busy').activity).toBe('working');
		scene.status('waiting', 'permission prompt');
		expect(scene.screen(recording('claude/needsApproval/permission-bash'))).toMatchObject({
			activity: 'needsApproval',
			decision: { tool: 'Bash' },
		});
	});
});

describe('trap 14: words of a dialog in what was printed', () => {
	it.each(['claude/idle/trap-80x24', 'claude/idle/trap-45x18', 'codex/idle/trap-80x24', 'codex/idle/trap-45x18'])(
		'are no dialog in %s',
		(name) => {
			const scene = new Scene(name.startsWith('claude') ? 'claude' : 'codex');
			const state = scene.screen(recording(name));
			expect([state.activity, state.decision]).toEqual(['idle', undefined]);
		},
	);
});

describe('trap 15: what nobody knows', () => {
	it('is unknown, not idle', () => {
		for (const agent of ['claude', 'codex', 'gemini', 'opencode', 'copilot', 'other'] as const) {
			const scene = new Scene(agent);
			expect(scene.state).toMatchObject({ activity: 'unknown', evidence: { source: 'none', confidence: 'none' } });
			expect(scene.wait(3_600_000).activity).toBe('unknown');
			expect(scene.screen({ text: 'Loading modules\n', title: '', dead: false, command: 'node' }).activity).toBe('unknown');
		}
	});
});

describe('trap 16: tmux that can’t be asked', () => {
	it('changes nothing that is known', () => {
		const scene = new Scene('claude');
		scene.status('busy');
		expect(scene.wait(600_000).activity).toBe('working');
		expect(scene.state.ended).toBeUndefined();
	});
});

describe('trap 17: children', () => {
	it('are no sign of work: tool servers run all the time', () => {
		const server = {
			pid: 5,
			parentPid: 4,
			startTime: '1',
			argv: ['node', '/srv/mcp/server.js'],
			executable: '/usr/bin/node',
			terminal: true,
		};
		expect(agentOfProcess(server)).toBe('other');
		const scene = new Scene('claude');
		expect(scene.status('idle').activity).toBe('idle');
	});
});

// Trap 22 (pid reuse): see watcher.test.ts, where a stale file meets a new process.
