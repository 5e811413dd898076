import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { approveIndex, rejectKeys } from '../../src/agents/answer.ts';
import { agents } from '../../src/agents/catalog.ts';
import { type AgentHome, codexHome, makeWorkspace } from './homes.ts';
import { Live } from './live.ts';
import { programs } from './programs.ts';

/** From the screen's picture, or from the rollout's stamp, to our state. */
const PROMPTLY_MS = 1_000;

describe.skipIf(!programs)('the real Codex', () => {
	const program = programs?.codex ?? '';
	let live: Live;
	let folder: string;
	let home: AgentHome;
	let pane: string;

	const spawn = (name: string, options: { home?: AgentHome; command?: readonly string[] } = {}) =>
		live.tmux.spawn({ name, folder, env: (options.home ?? home).env, command: options.command ?? agents.codex.launch({ program }) });
	const send = (text: string) => live.send(pane, 'codex', text);

	beforeAll(async () => {
		live = await Live.start();
		folder = await makeWorkspace(live.tmux.folder, 'project');
		home = await codexHome(live.tmux.folder, { api: live.api.url, workspace: folder });
		pane = await spawn('main');
		await live.untilScreen(pane, /^› .*\n\n {2}gpt/m);
		await live.until(pane, 'a conversation', ({ conversation }) => conversation !== undefined);
		await live.untilActivity(pane, 'idle');
	}, 60_000);
	afterAll(() => live?.stop(), 30_000);
	// What a failed test left running is not the next one's burden.
	afterEach(async () => {
		if (['idle', 'failed', 'unknown'].includes(live.state(pane).activity)) return;
		await live.tmux.keys(pane, 'Escape');
		await live.untilActivity(pane, 'idle');
	});

	it('waits in its start dialog', async () => {
		const stranger = await codexHome(live.tmux.folder, { api: live.api.url, workspace: folder, trusted: false, name: 'stranger' });
		const key = await spawn('start', { home: stranger });
		const shown = await live.untilScreen(key, /Trust and continue/);
		expect((await live.untilActivity(key, 'startDialog')) - shown).toBeLessThan(PROMPTLY_MS);
		expect(await live.decision(key, 'start')).toMatchObject({ options: [{ label: 'Trust and continue' }, {}], defaultIndex: 0 });
		await live.tmux.end('start');
	});

	it('takes a plain turn and tells what it said and used', async () => {
		// Answered within some 100 ms: that it worked in between may go unseen.
		await send('do:text');
		await live.until(pane, 'thought', ({ thought }) => thought?.text === 'Hello from the loopback model.');
		await live.until(pane, 'usage', ({ usage }) => (usage?.contextTokens ?? 0) > 100);
		await live.untilActivity(pane, 'idle');
		const ended = live.signals.findLast((signal) => signal.key === pane && signal.kind === 'turn' && signal.phase === 'ended');
		expect(live.lastChange(pane, 'idle').at - (ended?.kind === 'turn' ? ended.at : 0)).toBeLessThan(PROMPTLY_MS);
		expect(live.state(pane)).toMatchObject({
			agent: 'codex',
			usage: { contextLimit: 258_400, model: 'gpt-5.2-codex' },
			thought: { source: 'transcript', state: 'sleeping' },
		});
	});

	it('is interrupted while it streams', async () => {
		await send('do:slow');
		await live.untilActivity(pane, 'working');
		await live.untilScreen(pane, /A slow answer/);
		expect(live.state(pane).activity).toBe('working');
		await live.type(pane, agents.codex.keys.interrupt);
		const shown = await live.untilScreen(pane, /Conversation interrupted/);
		expect((await live.untilActivity(pane, 'idle')) - shown).toBeLessThan(PROMPTLY_MS);
	});

	it('asks before it runs a command, and runs it when approved', async () => {
		await send('do:bash');
		const shown = await live.untilScreen(pane, /Would you like to run/);
		expect((await live.untilActivity(pane, 'needsApproval')) - shown).toBeLessThan(PROMPTLY_MS);
		const decision = await live.decision(pane, 'approval');
		expect(decision).toMatchObject({ tool: 'Shell', command: `touch ${folder}-outside && ls` });
		await live.choose(pane, decision, approveIndex(decision));
		await live.until(pane, 'no decision', (state) => state.decision === undefined);
		await live.untilActivity(pane, 'idle');
		expect(existsSync(`${folder}-outside`)).toBe(true);
	});

	it('does not run it when rejected', async () => {
		await send('do:bash');
		await live.decision(pane, 'approval');
		await live.type(pane, rejectKeys());
		await live.untilActivity(pane, 'idle');
		expect(live.state(pane).decision).toBeUndefined();
	});

	it('is interrupted while a tool runs', async () => {
		await send('do:longbash');
		await live.untilActivity(pane, 'working');
		await live.untilScreen(pane, /Working \([2-9]s/);
		expect(live.state(pane)).toMatchObject({ activity: 'working', thought: { state: 'active' } });
		await live.type(pane, agents.codex.keys.interrupt);
		await live.untilActivity(pane, 'idle');
	});

	it('fails when the API refuses', async () => {
		await send('do:err400');
		const shown = await live.untilScreen(pane, /■ .*something is invalid/);
		expect((await live.untilActivity(pane, 'failed')) - shown).toBeLessThan(PROMPTLY_MS);
		expect(live.state(pane).thought?.text).toContain('something is invalid');
	});

	it('retries when the connection breaks, then fails', async () => {
		await send('do:drop');
		const shown = await live.untilScreen(pane, /Reconnecting/);
		expect((await live.untilActivity(pane, 'retrying')) - shown).toBeLessThan(PROMPTLY_MS);
		await live.untilActivity(pane, 'failed');
	});

	it('asks a question in plan mode, then for approval of its plan, which only the screen shows', async () => {
		await live.tmux.keys(pane, 'BTab');
		await live.untilScreen(pane, /Plan mode/);
		await send('do:ask');
		const asked = await live.untilScreen(pane, /Question 1\/1/);
		expect((await live.untilActivity(pane, 'needsAnswer')) - asked).toBeLessThan(PROMPTLY_MS);
		const question = await live.decision(pane, 'question');
		expect(question.question).toBe('Which database shall it be?');
		await live.choose(pane, question, 1);
		await live.tmux.keys(pane, 'Enter');
		await live.untilActivity(pane, 'idle');
		await send('do:plan');
		const shown = await live.untilScreen(pane, /Implement this plan\?/);
		expect((await live.untilActivity(pane, 'needsApproval')) - shown).toBeLessThan(PROMPTLY_MS);
		expect(await live.decision(pane, 'plan')).toMatchObject({ diff: expect.stringContaining('1. Read hello.txt') });
		await live.type(pane, rejectKeys());
		await live.untilActivity(pane, 'idle');
		expect(live.state(pane).decision).toBeUndefined();
	});

	it('asks before it changes a file, and tells what goes and what comes', async () => {
		const careful = await codexHome(live.tmux.folder, { api: live.api.url, workspace: folder, name: 'careful', sandbox: 'read-only' });
		const key = await spawn('edit', { home: careful, command: agents.codex.launch({ program, firstPrompt: 'do:patch' }) });
		expect(await live.decision(key, 'approval')).toMatchObject({ tool: 'Edit' });
		const whole = [{ file: 'hello.txt', before: 'hello world\n', after: 'hello brave world\n' }];
		await live.until(key, 'the whole of it', ({ decision }) => isDeepStrictEqual(decision?.edits, whole));
		await live.type(key, rejectKeys());
		await live.untilActivity(key, 'idle');
		expect(live.state(key).commitCandidate).toBe(false);
		await live.tmux.end('edit');
	});

	it('is idle with a background shell', async () => {
		await send('do:bgbash');
		await live.until(pane, 'its last words', ({ thought }) => thought?.text === 'It runs in the background; I stop here.');
		await live.untilActivity(pane, 'idle');
		await live.untilScreen(pane, /background terminal/);
		expect(live.state(pane).activity).toBe('idle');
	});

	it('begins another conversation with /clear', async () => {
		const before = live.state(pane).conversation?.id;
		await live.tmux.keys(pane, '-l', '/clear');
		await live.untilScreen(pane, /› \/clear/);
		await live.tmux.keys(pane, 'Enter');
		await live.until(pane, 'another conversation', ({ conversation }) => conversation !== undefined && conversation.id !== before);
		await live.untilActivity(pane, 'idle');
	});

	it('is seen to be gone after kill -9', async () => {
		const key = await spawn('killed', { command: ['bash', '--norc', '-c', `${program} --no-daemon; exec bash --norc`] });
		await live.until(key, 'Codex', ({ agent, activity }) => agent === 'codex' && activity === 'idle');
		const pid = live.state(key).process?.pid ?? 0;
		const killedAt = Date.now();
		process.kill(pid, 'SIGKILL');
		const seenAt = await live.until(key, 'the end', ({ agent, ended }) => agent !== 'codex' || ended !== undefined);
		expect(seenAt - killedAt).toBeLessThan(PROMPTLY_MS);
		await live.tmux.end('killed');
	});

	it('ends when its pane does', async () => {
		await live.tmux.keys(pane, 'C-c');
		await live.until(pane, 'the end', ({ ended }) => ended === 'pane-dead');
		expect(live.state(pane).activity).toBe('unknown');
	});
});
