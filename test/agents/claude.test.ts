import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { approveIndex, rejectKeys } from '../../src/agents/answer.ts';
import { agents } from '../../src/agents/catalog.ts';
import { claudeHooks } from '../../src/sessions/claudeHooks.ts';
import { type AgentHome, claudeHome, makeWorkspace } from './homes.ts';
import { HOOKS, Live } from './live.ts';
import { programs } from './programs.ts';
import { TestTmux } from './tmux.ts';

/** From the agent's own stamp to our state, for nine of ten changes; the tenth may meet a machine that is busy with other things. */
const BY_FILE_MS = 200;
/** From the screen's picture to our state, where only the screen tells, and for every change in any case. */
const BY_SCREEN_MS = 1_000;

describe.skipIf(!programs)('the real Claude Code', () => {
	const program = programs?.claude ?? '';
	let live: Live;
	let folder: string;
	let home: AgentHome;
	let pane: string;

	const spawn = (name: string, options: { home?: AgentHome; command?: readonly string[] } = {}) =>
		live.tmux.spawn({
			name,
			folder,
			env: (options.home ?? home).env,
			command: options.command ?? agents.claude.launch({ program, permissionMode: 'manual' }),
		});
	const send = (text: string) => live.send(pane, 'claude', text);
	/** Waits for the state and holds it to the agent's own stamp. */
	const promptly = async (activity: 'working' | 'idle' | 'needsApproval' | 'needsAnswer') => {
		await live.untilActivity(pane, activity);
		const { at, truthAt, source } = live.lastChange(pane, activity);
		if (source === 'status-file') expect(at - truthAt).toBeLessThan(BY_SCREEN_MS);
	};

	beforeAll(async () => {
		live = await Live.start();
		folder = await makeWorkspace(live.tmux.folder, 'project');
		home = await claudeHome(live.tmux.folder, { api: live.api.url, workspace: folder });
		pane = await spawn('main');
		await live.untilActivity(pane, 'idle');
		await live.untilScreen(pane, /^❯\u00a0/m);
	}, 60_000);
	afterAll(() => live?.stop(), 30_000);
	// What a failed test left running is not the next one's burden.
	afterEach(async () => {
		if (['idle', 'failed', 'unknown'].includes(live.state(pane).activity)) return;
		await live.tmux.keys(pane, 'Escape');
		await live.untilActivity(pane, 'idle');
	});

	it('waits in its start dialog, and goes on when the folder is trusted', async () => {
		const stranger = await claudeHome(live.tmux.folder, { api: live.api.url, workspace: folder, trusted: false, name: 'stranger' });
		const key = await spawn('start', { home: stranger });
		const shown = await live.untilScreen(key, /trust this folder/);
		expect((await live.untilActivity(key, 'startDialog')) - shown).toBeLessThan(BY_SCREEN_MS);
		const decision = await live.decision(key, 'start');
		expect(decision.options[decision.defaultIndex]?.label).toBe('No, exit');
		await live.choose(key, decision, approveIndex(decision));
		await live.untilActivity(key, 'idle');
		expect(live.state(key).decision).toBeUndefined();
		await live.tmux.end('start');
	});

	it('takes a plain turn and tells what it said and used', async () => {
		// Answered within some 60 ms: that it worked in between may go unseen.
		await send('do:text');
		await live.until(pane, 'thought', ({ thought }) => thought?.text === 'Hello from the loopback model.');
		await live.until(pane, 'usage', ({ usage }) => (usage?.contextTokens ?? 0) > 100);
		await promptly('idle');
		expect(live.state(pane)).toMatchObject({
			agent: 'claude',
			thought: { state: 'sleeping', source: 'transcript' },
			conversation: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
		});
	});

	it('is interrupted while it streams', async () => {
		await send('do:slow');
		await promptly('working');
		await live.untilScreen(pane, /A slow answer/);
		expect(live.state(pane).activity).toBe('working');
		await live.type(pane, agents.claude.keys.interrupt);
		await promptly('idle');
	});

	it('asks before it runs a command, and runs it when approved', async () => {
		await send('do:bash');
		await promptly('needsApproval');
		const decision = await live.decision(pane, 'approval');
		expect(decision).toMatchObject({ tool: 'Bash', command: `touch ${folder}/made-by-claude && ls`, defaultIndex: 0 });
		await live.choose(pane, decision, approveIndex(decision));
		await live.until(pane, 'no decision', (state) => state.decision === undefined);
		await promptly('idle');
		expect(existsSync(join(folder, 'made-by-claude'))).toBe(true);
	});

	it('asks before it writes a file, and does not when rejected', async () => {
		await send('do:write');
		await promptly('needsApproval');
		expect(await live.decision(pane, 'approval')).toMatchObject({ tool: 'Write', diff: expect.stringContaining('one') });
		const whole = [{ file: join(folder, 'new-file.txt'), after: 'one\ntwo\n' }];
		await live.until(pane, 'the whole of it', ({ decision }) => isDeepStrictEqual(decision?.edits, whole));
		await live.type(pane, rejectKeys());
		await promptly('idle');
		expect(live.state(pane).decision).toBeUndefined();
		expect(existsSync(join(folder, 'new-file.txt'))).toBe(false);
	});

	it('asks before it changes a file, and tells what goes and what comes', async () => {
		await send('do:edit');
		await promptly('needsApproval');
		const whole = [{ file: join(folder, 'hello.txt'), before: 'hello world', after: 'hello brave world' }];
		await live.until(pane, 'the whole of it', ({ decision }) => isDeepStrictEqual(decision?.edits, whole));
		await live.type(pane, rejectKeys());
		await promptly('idle');
	});

	it('is interrupted while a tool runs', async () => {
		await send('do:longbash');
		const decision = await live.decision(pane, 'approval');
		await live.choose(pane, decision, approveIndex(decision));
		await promptly('working');
		await live.untilScreen(pane, /\(\d+s · \d+ lines?\)|ctrl\+b/);
		await live.until(
			pane,
			'the tool as a thought',
			({ activity, thought }) => activity === 'working' && thought?.text === 'Count slowly' && thought.state === 'active',
		);
		await live.type(pane, agents.claude.keys.interrupt);
		await promptly('idle');
	});

	it('asks a question with options', async () => {
		await send('do:ask');
		await promptly('needsAnswer');
		const decision = await live.decision(pane, 'question');
		expect(decision).toMatchObject({
			question: 'Which database shall it be?',
			options: [{ label: 'SQLite' }, { label: 'Postgres' }, {}, {}],
		});
		expect(live.state(pane).thought?.text).toBe('Which database shall it be?');
		await live.choose(pane, decision, 1);
		await promptly('idle');
		await live.untilScreen(pane, /→ Postgres/);
	});

	it('fails when the API refuses', async () => {
		await send('do:err400');
		await live.untilActivity(pane, 'failed');
		const { at, truthAt } = live.lastChange(pane, 'failed');
		expect(at - truthAt).toBeLessThan(BY_SCREEN_MS);
		await live.until(pane, 'the reason', ({ evidence }) => evidence.source === 'transcript' && evidence.observation.includes('400'));
	});

	it('retries when the API is down, and is idle when that is interrupted', async () => {
		await send('do:err500');
		const shown = await live.untilScreen(pane, /retrying in/);
		expect((await live.untilActivity(pane, 'retrying')) - shown).toBeLessThan(BY_SCREEN_MS);
		await live.type(pane, agents.claude.keys.interrupt);
		await promptly('idle');
	});

	it('works while its sub-agent works, which is counted', async () => {
		await send('do:agent');
		await promptly('working');
		await live.until(pane, 'a sub-agent', ({ delegations }) => delegations === 1);
		expect(live.state(pane).activity).toBe('working');
		await live.until(pane, 'no sub-agent', ({ delegations }) => delegations === 0);
		await promptly('idle');
	});

	it('is idle with a background shell', async () => {
		await send('do:bgbash');
		await promptly('working');
		await live.until(pane, 'a background shell', ({ backgroundShell, activity }) => backgroundShell && activity === 'idle');
		await live.until(pane, 'its end', ({ backgroundShell }) => !backgroundShell);
		await promptly('idle');
	});

	it('shows a list that the user opened as no approval', async () => {
		await live.type(pane, agents.claude.keys.clearInput(1));
		await live.tmux.keys(pane, '-l', '/model');
		await live.untilScreen(pane, /❯ \/model/);
		await live.tmux.keys(pane, 'Enter');
		await promptly('needsAnswer');
		await live.decision(pane, 'menu');
		await live.tmux.keys(pane, 'Escape');
		await promptly('idle');
	});

	it('begins another conversation with /clear', async () => {
		const before = live.state(pane).conversation?.id;
		await live.tmux.keys(pane, '-l', '/clear');
		await live.untilScreen(pane, /❯ \/clear/);
		await live.tmux.keys(pane, 'Enter');
		await live.until(pane, 'another conversation', ({ conversation }) => conversation !== undefined && conversation.id !== before);
		await promptly('idle');
	});

	it('ends with /exit', async () => {
		await live.tmux.keys(pane, '-l', '/exit');
		await live.untilScreen(pane, /❯ \/exit/);
		await live.tmux.keys(pane, 'Enter');
		await live.until(pane, 'the end', ({ ended }) => ended === 'pane-dead');
		expect(live.state(pane)).toMatchObject({ activity: 'unknown', evidence: { source: 'process', confidence: 'certain' } });
	});

	it('asks for approval of its plan', async () => {
		const key = await spawn('plan', {
			command: agents.claude.launch({ program, permissionMode: 'plan', firstPrompt: 'do:plan', name: 'the-plan' }),
		});
		const decision = await live.decision(key, 'plan');
		expect(live.state(key)).toMatchObject({ activity: 'needsApproval', evidence: { source: 'status-file' } });
		expect(decision.diff).toContain('1. Read hello.txt');
		await live.type(key, rejectKeys());
		await live.untilActivity(key, 'idle');
		await live.tmux.end('plan');
	});

	it('tells by its hook what a sub-agent asks leave for', async () => {
		const settings = await claudeHooks(join(live.tmux.folder, HOOKS));
		const request = { program, permissionMode: 'manual', firstPrompt: 'do:agentask', settings };
		const key = await spawn('hooked', { command: agents.claude.launch(request) });
		await live.decision(key, 'approval');
		await live.until(key, 'the purpose', ({ decision }) => decision?.purpose === 'Make a file for the parent');
		expect(live.state(key)).toMatchObject({
			activity: 'needsApproval',
			evidence: { source: 'status-file' },
			decision: { tool: 'Bash', command: `touch ${folder}/made-by-sub-agent` },
		});
		await live.type(key, rejectKeys());
		await live.until(key, 'no decision', (state) => state.decision === undefined);
		await live.tmux.end('hooked');
	});

	it('is seen to be gone after kill -9, though its status file stays', async () => {
		const key = await spawn('killed', { command: ['bash', '--norc', '-c', `${program} --permission-mode manual; exec bash --norc`] });
		await live.untilActivity(key, 'idle');
		const pid = live.state(key).process?.pid ?? 0;
		await live.send(key, 'claude', 'do:slow');
		await live.untilActivity(key, 'working');
		const killedAt = Date.now();
		process.kill(pid, 'SIGKILL');
		const seenAt = await live.until(key, 'the end', (state) => state.activity !== 'working');
		expect(seenAt - killedAt).toBeLessThan(BY_SCREEN_MS);
		expect(existsSync(join(home.folder, 'sessions', `${pid}.json`))).toBe(true);
		// A killed program leaves its picture behind; a cleared screen shows the shell's prompt again.
		await live.tmux.keys(key, 'clear', 'Enter');
		await live.untilActivity(key, 'idle');
		expect(live.state(key).agent).toBe('other');
		await live.tmux.end('killed');
	});

	it('is listed where no pane of ours holds it, with its state', async () => {
		const elsewhere = await TestTmux.start();
		try {
			await elsewhere.spawn({
				name: 'native',
				folder,
				env: home.env,
				command: agents.claude.launch({ program, permissionMode: 'manual', firstPrompt: 'do:bash' }),
			});
			const [terminal] = await elsewhere.panes();
			const pid = terminal?.panePid ?? 0;
			const key = () => live.watcher.natives.find((sighting) => sighting.pid === pid)?.key ?? '';
			await live.until('', 'the sighting', () => key() !== '');
			await live.untilActivity(key(), 'needsApproval');
			expect(live.watcher.natives.find((sighting) => sighting.pid === pid)).toMatchObject({ agent: 'claude', folder });
		} finally {
			await elsewhere.stop();
		}
	});

	it('was told within 200 ms of its own stamp, whenever its status file told', () => {
		const delays = live.changes
			.filter(({ key, source }) => key.startsWith('%') && source === 'status-file')
			.map(({ at, truthAt }) => at - truthAt)
			.sort((a, b) => a - b);
		process.stdout.write(`status file to state, ms: ${delays.join(' ')}\n`);
		expect(delays.length).toBeGreaterThan(15);
		expect(delays[Math.floor(delays.length * 0.9)]).toBeLessThan(BY_FILE_MS);
	});
});
