import { execFileSync } from 'node:child_process';
import { constants, openSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ClaudeHome, type StatusChange } from '../../../src/agents/claude/home.ts';
import { parseStatus, pidOfStatusFile, readingOfStatus } from '../../../src/agents/claude/statusFile.ts';
import { emptyTranscript, readClaudeLine } from '../../../src/agents/claude/transcript.ts';
import type { AgentFact } from '../../../src/agents/signals.ts';
import { nextEvent } from '../../../src/base/event.ts';
import { FIXTURES } from './recordings.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');

function transcriptFacts(lines: readonly string[]): readonly AgentFact[] {
	let state = emptyTranscript;
	return lines.flatMap((line) => {
		const step = readClaudeLine(state, line, NOW);
		state = step.state;
		return step.facts;
	});
}

const fixtureLines = (name: string) =>
	readFileSync(join(FIXTURES, 'transcripts', name), 'utf8')
		.split('\n')
		.filter(Boolean);

describe('Claude’s status file', () => {
	it('says what its words mean', () => {
		const read = (status: string, waitingFor?: string) =>
			readingOfStatus(
				{ pid: 1, sessionId: 'x', folder: '', procStart: '1', status, waitingFor, statusAt: NOW - 5, name: undefined, interactive: true },
				NOW,
			);
		expect(read('busy')).toMatchObject({ activity: 'working', confidence: 'certain', at: NOW - 5 });
		expect(read('idle')?.activity).toBe('idle');
		expect(read('shell')?.activity).toBe('idle');
		expect(read('waiting', 'permission prompt')?.activity).toBe('needsApproval');
		expect(read('waiting', 'input needed')?.activity).toBe('needsAnswer');
		expect(read('waiting', 'dialog open')?.activity).toBe('needsAnswer');
		expect(read('something else')).toBeUndefined();
	});

	it('is read from every recorded change', () => {
		const changes = readFileSync(join(FIXTURES, 'signals/claude-status.jsonl'), 'utf8')
			.split('\n')
			.filter(Boolean)
			.map((line) => JSON.parse(line) as { full?: object });
		const words = changes.filter(({ full }) => full).map(({ full }) => parseStatus(JSON.stringify(full)));
		expect(words.every((status) => status?.procStart && status.sessionId)).toBe(true);
		expect(new Set(words.map((status) => status?.status))).toEqual(new Set([undefined, 'idle', 'busy', 'waiting', 'shell']));
	});

	it.each(['', '{', '{"pid":1', '{"pid":"1","sessionId":"x"}', '[]', 'null', '{"pid":1,"sessionId":5}'])(
		'is not taken from half-written or foreign text %j',
		(text) => {
			expect(parseStatus(text)).toBeUndefined();
		},
	);

	it('is never a key file', () => {
		expect(pidOfStatusFile('123.json')).toBe(123);
		for (const name of ['123.key', '123.abcdef.key', '123.json.key', 'x123.json', '123.json.tmp'])
			expect(pidOfStatusFile(name)).toBeUndefined();
	});
});

describe('Claude’s folder', () => {
	let folder: string;
	let home: ClaudeHome | undefined;
	const status = (pid: number, word: string) =>
		JSON.stringify({ pid, sessionId: '11111111-1111-4111-8111-111111111111', cwd: '/x', procStart: '5', status: word, statusUpdatedAt: 1 });
	const next = (event: ClaudeHome['onDidChange'], accept: (change: StatusChange) => boolean) =>
		nextEvent(event, AbortSignal.timeout(5_000), accept);

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'shoal-claude-'));
		await mkdir(join(folder, 'sessions'));
	});
	afterEach(async () => {
		home?.dispose();
		await rm(folder, { recursive: true });
	});

	it('tells each change of a status file, its removal, and not its torn states', async () => {
		const file = join(folder, 'sessions/77.json');
		await writeFile(file, status(77, 'idle'));
		home = new ClaudeHome(folder);
		await next(home.onDidChange, ({ status: now }) => now?.status === 'idle');
		const busy = next(home.onDidChange, () => true);
		await writeFile(file, status(77, 'busy').slice(0, 20));
		await writeFile(file, status(77, 'busy'));
		expect((await busy).status?.status).toBe('busy');
		const gone = next(home.onDidChange, ({ status: now }) => now === undefined);
		await rm(file);
		await gone;
		expect(home.get(77)).toBeUndefined();
	});

	it('is waited for where it does not exist yet, and each change after that is told at once', async () => {
		await rm(folder, { recursive: true });
		home = new ClaudeHome(folder);
		const file = join(folder, 'sessions/5.json');
		const idle = next(home.onDidChange, ({ status: now }) => now?.status === 'idle');
		await mkdir(join(folder, 'sessions'), { recursive: true });
		await writeFile(file, status(5, 'idle'));
		const start = performance.now();
		await idle;
		expect(performance.now() - start).toBeLessThan(1_000);
		const busy = next(home.onDidChange, ({ status: now }) => now?.status === 'busy');
		const again = performance.now();
		await writeFile(file, status(5, 'busy'));
		await busy;
		expect(performance.now() - again).toBeLessThan(200);
	});

	it('is found again after it was removed and made anew', async () => {
		home = new ClaudeHome(folder);
		const file = join(folder, 'sessions/6.json');
		const idle = next(home.onDidChange, ({ status: now }) => now?.status === 'idle');
		await writeFile(file, status(6, 'idle'));
		await idle;
		const gone = next(home.onDidChange, ({ status: now }) => now === undefined);
		await rm(join(folder, 'sessions'), { recursive: true });
		await gone;
		const busy = next(home.onDidChange, ({ status: now }) => now?.status === 'busy');
		await mkdir(join(folder, 'sessions'));
		await writeFile(file, status(6, 'busy'));
		await busy;
	});

	it('has its transcripts found whatever the project folder is called', async () => {
		home = new ClaudeHome(folder);
		const id = '11111111-1111-4111-8111-111111111111';
		expect(await home.findTranscript(id)).toBeUndefined();
		await mkdir(join(folder, 'projects/any-slug'), { recursive: true });
		await writeFile(join(folder, `projects/any-slug/${id}.jsonl`), '');
		expect(await home.findTranscript(id)).toBe(join(folder, `projects/any-slug/${id}.jsonl`));
		expect(await home.findTranscript('../../../etc/passwd')).toBeUndefined();
	});

	it('never has its key files opened', async () => {
		// A pipe tells whether anyone has it open for reading: opening its other end then succeeds, else fails with ENXIO.
		const keys = ['88.key', '88.0123abcd.key', '88.json.key'].map((name) => join(folder, 'sessions', name));
		for (const key of keys) execFileSync('mkfifo', [key]);
		const hasReader = (path: string) => {
			try {
				openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
				return true;
			} catch (error) {
				return (error as NodeJS.ErrnoException).code !== 'ENXIO';
			}
		};
		home = new ClaudeHome(folder);
		const seen = next(home.onDidChange, ({ pid }) => pid === 88);
		await writeFile(join(folder, 'sessions/88.json'), status(88, 'idle'));
		await seen;
		// A reading of a pipe without a writer would hang: that this ends is the first proof.
		await home.refresh();
		expect(keys.filter(hasReader)).toEqual([]);
		openSync(keys[0] ?? '', constants.O_RDONLY | constants.O_NONBLOCK);
		expect(hasReader(keys[0] ?? '')).toBe(true);
	});
});

describe('Claude’s transcript', () => {
	const facts = transcriptFacts(fixtureLines('claude.jsonl'));
	const of = <K extends AgentFact['kind']>(kind: K, list = facts) =>
		list.filter((fact): fact is Extract<AgentFact, { kind: K }> => fact.kind === kind);

	it('tells failed, interrupted and finished turns', () => {
		const phases = of('turn').map(({ phase }) => phase);
		expect(phases.filter((phase) => phase === 'failed')).toHaveLength(5);
		expect(phases.filter((phase) => phase === 'interrupted')).toHaveLength(2);
		expect(phases.filter((phase) => phase === 'ended').length).toBeGreaterThanOrEqual(5);
		expect(of('turn').find(({ phase }) => phase === 'failed')?.error).toMatch(/^API Error: Repeated 529/);
	});

	it('tells what Claude does and says, the running tool by its description', () => {
		const thoughts = of('thought').map(({ text }) => text);
		expect(thoughts).toContain('Create a marker file and list the tree');
		expect(thoughts).toContain('Which database should we use?');
		expect(thoughts).toContain('The command finished. All done.');
	});

	it('counts the context once per message, without what Claude made up itself', () => {
		const usage = of('usage').map((fact) => fact.usage);
		expect(usage.every(({ model }) => model === 'claude-opus-5-5')).toBe(true);
		expect(usage.at(-1)).toMatchObject({ contextLimit: 200_000 });
		const ids = new Set(
			fixtureLines('claude.jsonl')
				.map((line) => /"id":"(msg_[^"]+)"/.exec(line)?.[1])
				.filter(Boolean),
		);
		expect(usage).toHaveLength(ids.size);
	});

	it('has a larger limit where the model holds more', () => {
		const line = (tokens: number) =>
			JSON.stringify({ type: 'assistant', message: { id: `m${tokens}`, model: 'claude-x', content: [], usage: { input_tokens: tokens } } });
		expect(of('usage', transcriptFacts([line(150_000)]))[0]?.usage).toMatchObject({ percent: 75, contextLimit: 200_000 });
		expect(of('usage', transcriptFacts([line(300_000)]))[0]?.usage).toMatchObject({ percent: 30, contextLimit: 1_000_000 });
	});

	it('names edits', () => {
		expect(of('edit').length).toBeGreaterThan(0);
	});

	it('tells the user’s title before Claude’s', () => {
		const title = (type: string, field: string, text: string) => JSON.stringify({ type, [field]: text });
		const lines = [
			title('ai-title', 'aiTitle', 'Guess'),
			title('custom-title', 'customTitle', 'Mine'),
			title('ai-title', 'aiTitle', 'Guess again'),
		];
		expect(of('objective', transcriptFacts(lines)).map(({ text }) => text)).toEqual(['Guess', 'Mine']);
	});

	it('counts sub-agents until their notice comes, also when they run in the background', () => {
		const counts = of('delegations', transcriptFacts(fixtureLines('claude-delegation.jsonl'))).map(({ count }) => count);
		expect(counts).toEqual([1, 0]);
	});

	it('says nothing for what a sub-agent writes', () => {
		expect(transcriptFacts(fixtureLines('claude-subagent.jsonl'))).toEqual([]);
	});

	it('survives lines that are no JSON or have other shapes', () => {
		expect(
			transcriptFacts([
				'',
				'{',
				'[]',
				'"x"',
				'{"type":"assistant"}',
				'{"type":"assistant","message":{"content":"x"}}',
				'{"type":"user","message":null}',
			]),
		).toEqual([]);
	});
});
