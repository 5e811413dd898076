/** No secret is read: whatever the watcher does for its agents, their keys, tokens and settings stay closed. */
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProcessFacts } from '../../../src/agents/process/facts.ts';
import type { ProcessSource } from '../../../src/agents/process/source.ts';
import type { AgentSignal } from '../../../src/agents/watch/facts.ts';
import { AgentWatcher } from '../../../src/agents/watch/watcher.ts';
import { nextEvent } from '../../../src/base/event.ts';
import { FIXTURES, recording } from './recordings.ts';

const CONVERSATION = '11111111-1111-4111-8111-111111111111';
const THREAD = '01a1edc2-1780-79b1-8461-37b8563f76ba';

const SECRETS = [
	'.claude.json',
	'.claude/.claude.json',
	'.claude/.credentials.json',
	'.claude/settings.json',
	'.claude/settings.local.json',
	'.claude/history.jsonl',
	'.claude/sessions/101.key',
	'.claude/sessions/101.0123abcd.key',
	'.claude/sessions/101.json.key',
	'.codex/auth.json',
	'.codex/config.toml',
	'.codex/.env',
	'.codex/history.jsonl',
	'.gemini/oauth_creds.json',
	'.copilot/config.json',
	'.netrc',
	'.npmrc',
	'.aws/credentials',
	'.ssh/id_ed25519',
	'work/.env',
];

let home: string;
let watcher: AgentWatcher | undefined;

/** A pipe tells whether anyone has it open for reading, or waits to: opening its other end then succeeds, else fails with ENXIO. */
function isOpened(file: string): boolean {
	try {
		closeSync(openSync(join(home, file), constants.O_WRONLY | constants.O_NONBLOCK));
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code !== 'ENXIO';
	}
}

const running = (pid: number, name: string): ProcessFacts => ({
	pid,
	parentPid: pid - 1,
	startTime: '500',
	argv: [name],
	executable: `/opt/${name}`,
	terminal: true,
});
const processes = [running(101, 'claude'), running(201, 'codex')];

/** As the system tells it; the environment is asked for by name, and holds a key that nobody asks for. */
const source: ProcessSource = {
	table: async () => ({
		get: (pid) => processes.find((process) => process.pid === pid),
		childrenOf: (pid) => processes.filter(({ parentPid }) => parentPid === pid).map(({ pid: child }) => child),
		pids: () => processes.map(({ pid }) => pid),
	}),
	environment: async (_, names) => {
		if (names.some((name) => /key|token|secret/i.test(name))) throw new Error(`asked for ${names.join(', ')}`);
		return { CLAUDE_CONFIG_DIR: join(home, '.claude') };
	},
	openFiles: async (pid, wanted) =>
		pid === 201
			? [
					join(home, '.codex/auth.json'),
					join(home, `.codex/thread-writer-locks/${THREAD}.lock`),
					join(home, `.codex/sessions/2026/11/18/rollout-2026-11-18T08-25-00-${THREAD}.jsonl`),
				].filter(wanted)
			: [],
	isAlive: () => true,
};

beforeEach(async () => {
	home = await mkdtemp(join(tmpdir(), 'shoal-secrets-'));
	for (const file of SECRETS) {
		await mkdir(dirname(join(home, file)), { recursive: true });
		execFileSync('mkfifo', [join(home, file)]);
	}
	const transcript = join(home, `.claude/projects/work/${CONVERSATION}.jsonl`);
	const rollout = join(home, `.codex/sessions/2026/11/18/rollout-2026-11-18T08-25-00-${THREAD}.jsonl`);
	for (const file of [transcript, rollout]) await mkdir(dirname(file), { recursive: true });
	await copyFile(join(FIXTURES, 'transcripts/claude.jsonl'), transcript);
	await copyFile(join(FIXTURES, 'transcripts/codex.jsonl'), rollout);
	const status = { pid: 101, sessionId: CONVERSATION, cwd: join(home, 'work'), procStart: '500', status: 'busy', statusUpdatedAt: 1 };
	await writeFile(join(home, '.claude/sessions/101.json'), JSON.stringify(status));
});

afterEach(async () => {
	watcher?.dispose();
	// Whoever waits at a pipe is let go, so that a failing test ends too.
	for (const file of SECRETS) isOpened(file);
	await rm(home, { recursive: true });
});

describe('watching agents', () => {
	it('opens none of their keys, tokens and settings, nor the user’s', async () => {
		const made = new AgentWatcher({
			processes: source,
			home,
			nativeEveryMs: 0,
			requestScreen: async () => ({ text: recording('claude/working/working-streaming').text }),
		});
		watcher = made;
		const heard = (key: string) =>
			nextEvent(made.onDidSignal, AbortSignal.timeout(5_000), (signal: AgentSignal) => signal.key === key && signal.kind === 'usage');
		const both = Promise.all([heard('%1'), heard('%2')]);
		const facts = { title: '', path: join(home, 'work'), outputMark: '1', dead: false };
		made.handlePane({ ...facts, key: '%1', panePid: 101, command: 'claude' });
		made.handlePane({ ...facts, key: '%2', panePid: 201, command: 'codex' });
		await both;
		made.handlePane({ ...facts, key: '%1', panePid: 101, command: 'claude', outputMark: '2' });
		await made.refreshNatives();
		expect(SECRETS.filter(isOpened)).toEqual([]);
	});

	it('would be caught at it', () => {
		const reader = openSync(join(home, '.netrc'), constants.O_RDONLY | constants.O_NONBLOCK);
		expect(SECRETS.filter(isOpened)).toEqual(['.netrc']);
		closeSync(reader);
	});
});
