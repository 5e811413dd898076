import { execFile } from 'node:child_process';
import { existsSync, watch as watchFolder } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HookSpool } from '../../../src/agents/claude/hookSpool.ts';
import { hookSettings } from '../../../src/agents/claude/hooks.ts';
import type { ProcessFacts } from '../../../src/agents/process/facts.ts';
import { linuxProcesses, readProcess } from '../../../src/agents/process/linux.ts';
import type { ProcessSource } from '../../../src/agents/process/source.ts';
import type { AgentSignal, PaneFacts } from '../../../src/agents/watch/facts.ts';
import { AgentWatcher, type AgentWatcherOptions } from '../../../src/agents/watch/watcher.ts';
import { type Event, nextEvent } from '../../../src/base/event.ts';
import { recording } from './recordings.ts';

const ID = '11111111-1111-4111-8111-111111111111';

let home: string;
let processes: ProcessFacts[];
let watcher: AgentWatcher | undefined;
let signals: AgentSignal[];
let screen: string;
let looks: number;

const claudeProcess: ProcessFacts = {
	pid: 101,
	parentPid: 100,
	startTime: '500',
	argv: ['claude'],
	executable: '/opt/claude/claude',
	terminal: true,
};
const shellProcess: ProcessFacts = { pid: 100, parentPid: 1, startTime: '400', argv: ['-bash'], executable: '/bin/bash', terminal: true };
const pane: PaneFacts = { key: '%1', panePid: 100, title: '✳ Claude Code', command: 'claude', path: '/x', outputMark: '1', dead: false };

const source: ProcessSource = {
	table: async () => ({
		get: (pid) => processes.find((process) => process.pid === pid),
		childrenOf: (pid) => processes.filter(({ parentPid }) => parentPid === pid).map(({ pid: child }) => child),
		pids: () => processes.map(({ pid }) => pid),
	}),
	environment: async () => ({ CLAUDE_CONFIG_DIR: join(home, '.claude') }),
	openFiles: async () => [],
	isAlive: ({ pid, startTime }) => processes.some((process) => process.pid === pid && process.startTime === startTime),
};

function watch(options: Partial<AgentWatcherOptions> = {}): AgentWatcher {
	watcher = new AgentWatcher({
		processes: source,
		home,
		nativeEveryMs: 0,
		requestScreen: async () => {
			looks += 1;
			return { text: screen };
		},
		...options,
	});
	watcher.onDidSignal((signal) => signals.push(signal));
	return watcher;
}

const next = (accept: (signal: AgentSignal) => boolean) => {
	const found = signals.find(accept);
	return (
		found ?? (watcher ? nextEvent(watcher.onDidSignal, AbortSignal.timeout(5_000), accept) : Promise.reject(new Error('not watching')))
	);
};

const isReading = (activity: string, from?: string) => (signal: AgentSignal) =>
	signal.kind === 'reading' && signal.reading.activity === activity && (from === undefined || signal.reading.source === from);

/** Fires whenever something in a folder changes. */
function folderEvents(folder: string): Event<void> {
	return (listener) => {
		const watched = watchFolder(folder, () => listener());
		return { dispose: () => watched.close() };
	};
}

function writeStatus(status: string, more: object = {}): Promise<void> {
	return writeFile(
		join(home, '.claude/sessions/101.json'),
		JSON.stringify({ pid: 101, sessionId: ID, cwd: '/x', procStart: '500', status, statusUpdatedAt: Date.now(), ...more }),
	);
}

beforeEach(async () => {
	home = await mkdtemp(join(tmpdir(), 'shoal-watch-'));
	await mkdir(join(home, '.claude/sessions'), { recursive: true });
	processes = [shellProcess, claudeProcess];
	signals = [];
	screen = recording('claude/idle/idle-finished-text').text;
	looks = 0;
});

afterEach(async () => {
	watcher?.dispose();
	watcher = undefined;
	await rm(home, { recursive: true });
});

describe('the watcher', () => {
	it('finds the agent in a pane and tells its status as it changes, in order', async () => {
		await writeStatus('idle');
		watch().handlePane(pane);
		await next(isReading('idle', 'status-file'));
		await writeStatus('busy');
		await next(isReading('working', 'status-file'));
		expect(signals[0]).toMatchObject({ key: '%1', kind: 'identified', agent: 'claude', process: { pid: 101, startTime: '500' } });
		expect(signals.map(({ seq }) => seq)).toEqual(signals.map((_, index) => index + 1));
		expect(watcher?.identity('%1')).toMatchObject({ agent: 'claude', how: 'process' });
	});

	it('trap 22: takes nothing from a status file that another process with the same pid left', async () => {
		await writeStatus('busy', { procStart: '499' });
		watch().handlePane(pane);
		await next(isReading('idle', 'screen'));
		expect(signals.filter(isReading('working'))).toEqual([]);
		await writeStatus('waiting', { waitingFor: 'permission prompt' });
		await next(isReading('needsApproval', 'status-file'));
	});

	it('trap 22: tells the end of a killed agent whose file stays behind', async () => {
		await writeStatus('busy');
		watch().handlePane(pane);
		await next(isReading('working', 'status-file'));
		processes = [shellProcess];
		watcher?.handlePane({ ...pane, command: 'bash', outputMark: '2' });
		await next(({ kind }) => kind === 'ended');
		expect(existsSync(join(home, '.claude/sessions/101.json'))).toBe(true);
		expect(watcher?.identity('%1').agent).toBe('other');
		const after = signals.length;
		await writeStatus('idle');
		expect(signals.slice(after).filter(isReading('idle', 'status-file'))).toEqual([]);
	});

	it('trap 7: tells that a pane is dead, once', async () => {
		watch().handlePane(pane);
		await next(({ kind }) => kind === 'identified');
		watcher?.handlePane({ ...pane, dead: true });
		watcher?.handlePane({ ...pane, dead: true, outputMark: '9' });
		expect(signals.filter(({ kind }) => kind === 'ended')).toMatchObject([{ reason: 'pane-dead' }]);
	});

	it('trap 11: looks once more after the last output, whose stamp may not have changed', async () => {
		processes = [shellProcess];
		screen = 'compiling';
		watch().handlePane({ ...pane, command: 'make' });
		await next(({ kind }) => kind === 'identified');
		watcher?.handlePane({ ...pane, command: 'make', outputMark: '2' });
		// The next frame comes within the same second: no mark tells of it.
		screen = 'me@host:~$ ';
		const seen = new Promise<void>((resolve) => {
			const poll = setInterval(() => {
				if (looks < 2) return;
				clearInterval(poll);
				resolve();
			}, 10);
		});
		await seen;
		expect(looks).toBeGreaterThanOrEqual(2);
	});

	it('asks for no screen while an idle Claude’s pane prints, because the file says it all', async () => {
		await writeStatus('idle');
		watch().handlePane(pane);
		await next(isReading('idle', 'status-file'));
		await next(isReading('idle', 'screen'));
		const before = looks;
		for (let mark = 2; mark < 40; mark++) watcher?.handlePane({ ...pane, outputMark: String(mark) });
		await new Promise((resolve) => setTimeout(resolve, 600));
		expect(looks - before).toBeLessThanOrEqual(1);
	});

	it('looks until an announced dialog is painted, and tells what it asks', async () => {
		await writeStatus('waiting', { waitingFor: 'permission prompt' });
		screen = 'not painted yet';
		watch().handlePane(pane);
		await next(isReading('unknown', 'screen'));
		screen = recording('claude/needsApproval/permission-bash').text;
		const signal = await next(isReading('needsApproval', 'screen'));
		expect(signal.kind === 'reading' && signal.reading.decision?.tool).toBe('Bash');
	});

	it('follows the transcript, found by the conversation’s id', async () => {
		await writeStatus('busy');
		watch().handlePane(pane);
		await next(isReading('working', 'status-file'));
		await mkdir(join(home, '.claude/projects/slug'), { recursive: true });
		await writeFile(
			join(home, `.claude/projects/slug/${ID}.jsonl`),
			`${JSON.stringify({ type: 'assistant', message: { id: 'm', model: 'x', content: [{ type: 'text', text: 'Hello there' }] } })}\n`,
		);
		await writeStatus('idle');
		const signal = await next(({ kind }) => kind === 'thought');
		expect(signal).toMatchObject({ text: 'Hello there', source: 'transcript' });
		const other = '22222222-2222-4222-8222-222222222222';
		await writeStatus('idle', { sessionId: other });
		await next((candidate) => candidate.kind === 'conversation' && candidate.id === other);
	});

	it('finds the agent again when another one starts in the same pane', async () => {
		watch().handlePane(pane);
		await next(({ kind }) => kind === 'identified');
		processes = [shellProcess, { ...claudeProcess, pid: 202, argv: ['codex'], executable: '/opt/codex/codex' }];
		watcher?.handlePane({ ...pane, command: 'codex', title: '⠋ x', outputMark: '2' });
		await next((signal) => signal.kind === 'identified' && signal.agent === 'codex');
		await next(isReading('working', 'title'));
	});

	it('recognises an agent behind ssh by its screen', async () => {
		processes = [shellProcess];
		watch().handlePane({ ...pane, command: 'ssh' });
		expect(await next((signal) => signal.kind === 'identified' && signal.agent === 'claude')).toMatchObject({ how: 'screen' });
	});

	it('lists agents outside of panes, with their signals, until they end', async () => {
		await writeStatus('waiting', { waitingFor: 'input needed' });
		watch();
		const seen = watcher && nextEvent(watcher.onDidChangeNatives, AbortSignal.timeout(5_000));
		await watcher?.refreshNatives();
		expect(await seen).toMatchObject([{ key: 'native:101:500', agent: 'claude', pid: 101, ancestors: [100] }]);
		await next((signal) => signal.key === 'native:101:500' && isReading('needsAnswer')(signal));
		processes = [shellProcess];
		await watcher?.refreshNatives();
		expect(watcher?.natives).toEqual([]);
		expect(signals.at(-1)).toMatchObject({ kind: 'ended', key: 'native:101:500' });
	});

	it('takes what hooks tell of a conversation to its pane, and leaves nothing behind', async () => {
		const spool = join(home, "spool with 'quote'");
		await mkdir(spool);
		await writeStatus('busy');
		watch({ hookSpool: spool }).handlePane(pane);
		await next(({ kind }) => kind === 'conversation');
		const { hooks } = JSON.parse(hookSettings(spool)) as { hooks: { PermissionRequest: [{ hooks: [{ command: string }] }] } };
		const payload = JSON.stringify({
			session_id: ID,
			hook_event_name: 'PermissionRequest',
			tool_name: 'Bash',
			tool_input: { command: 'ls' },
		});
		const child = promisify(execFile)('sh', ['-c', hooks.PermissionRequest[0].hooks[0].command]);
		child.child.stdin?.end(payload);
		expect(await child).toEqual({ stdout: '', stderr: '' });
		expect(await next(({ kind }) => kind === 'called')).toMatchObject({ key: '%1', call: { tool: 'Bash', command: 'ls' } });
		const emptied = async (): Promise<boolean> => !(await readdir(spool)).some((name) => name.endsWith('.json'));
		while (!(await emptied())) await nextEvent(folderEvents(spool), AbortSignal.timeout(10_000));
	});

	it('takes what a hook tells to every window', async () => {
		const spool = join(home, 'spool');
		await mkdir(spool);
		const windows = [1, 2].map(() => {
			const heard = Promise.withResolvers<string>();
			return { heard: heard.promise, spool: new HookSpool(spool, ({ conversation }) => heard.resolve(conversation), Date.now) };
		});
		const payload = { session_id: ID, hook_event_name: 'PermissionRequest', tool_name: 'Bash', tool_input: { command: 'ls' } };
		await writeFile(join(spool, '1-2.json.part'), JSON.stringify(payload));
		await rename(join(spool, '1-2.json.part'), join(spool, '1-2.json'));
		expect(await Promise.all(windows.map(({ heard }) => heard))).toEqual([ID, ID]);
		for (const window of windows) window.spool.dispose();
	});

	it('has hooks that stay silent and end well even without their folder', async () => {
		const { hooks } = JSON.parse(hookSettings('/nonexistent/spool')) as {
			hooks: { PermissionRequest: [{ hooks: [{ command: string }] }] };
		};
		const child = promisify(execFile)('sh', ['-c', hooks.PermissionRequest[0].hooks[0].command]);
		child.child.stdin?.on('error', () => undefined).end('{}');
		expect(await child).toEqual({ stdout: '', stderr: '' });
	});

	it('is silent after its end', async () => {
		await writeStatus('idle');
		watch().handlePane(pane);
		await next(isReading('idle', 'status-file'));
		watcher?.dispose();
		const before = signals.length;
		await writeStatus('busy');
		watcher?.handlePane({ ...pane, outputMark: '5' });
		await new Promise((resolve) => setTimeout(resolve, 100));
		expect(signals.length).toBe(before);
	});
});

describe.runIf(process.platform === 'linux')('processes on Linux', () => {
	it('are read with parent, start and arguments, and told from a later one with the same pid', async () => {
		const me = readProcess(process.pid);
		expect(me).toMatchObject({ pid: process.pid, parentPid: process.ppid });
		expect(me?.startTime).toMatch(/^\d+$/);
		const system = linuxProcesses();
		expect(me && system.isAlive(me)).toBe(true);
		expect(me && system.isAlive({ ...me, startTime: '1' })).toBe(false);
		expect((await system.table()).pids()).toContain(process.pid);
	});

	it('give only the variables that are asked for', async () => {
		const found = await linuxProcesses().environment(process.pid, ['PATH', 'NO_SUCH_NAME']);
		expect(Object.keys(found)).toEqual(['PATH']);
	});

	it('trap 12: an impostor by name is not the agent', async () => {
		const child = execFile('bash', ['-c', 'exec -a claude sleep 30']);
		try {
			const pid = child.pid ?? 0;
			const start = Date.now();
			while (readProcess(pid)?.argv[0] !== 'claude' && Date.now() - start < 3_000) await new Promise((resolve) => setImmediate(resolve));
			const { agentOfProcess } = await import('../../../src/agents/catalog.ts');
			const found = readProcess(pid);
			expect(found?.argv[0]).toBe('claude');
			expect(found && agentOfProcess(found)).toBe('other');
		} finally {
			child.kill();
		}
	});
});
