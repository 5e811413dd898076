import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyRollout, readCodexLine } from '../../../src/agents/codex/rollout.ts';
import { readCodexTitle } from '../../../src/agents/codex/screen.ts';
import { findRollout, threadOf } from '../../../src/agents/codex/threads.ts';
import type { ProcessSource } from '../../../src/agents/process/source.ts';
import type { AgentFact } from '../../../src/agents/signals.ts';
import { FIXTURES } from './recordings.ts';

function rolloutFacts(lines: readonly string[]): readonly AgentFact[] {
	let state = emptyRollout;
	return lines.flatMap((line) => {
		const step = readCodexLine(state, line, 0);
		state = step.state;
		return step.facts;
	});
}

const event = (payload: object) => JSON.stringify({ timestamp: '2026-11-18T08:00:00Z', type: 'event_msg', payload });

describe('Codex’s rollout', () => {
	const facts = rolloutFacts(readFileSync(join(FIXTURES, 'transcripts/codex.jsonl'), 'utf8').split('\n'));

	it('tells when turns start, end and are interrupted', () => {
		const phases = facts.filter((fact) => fact.kind === 'turn').map(({ phase }) => phase);
		expect(phases).toEqual(['started', 'ended', 'started', 'interrupted', 'started', 'ended', 'started', 'ended']);
	});

	it('tells what is said and run', () => {
		const thoughts = facts.filter((fact) => fact.kind === 'thought').map(({ text }) => text);
		expect(thoughts).toContain('I will run a command to check the tree.');
		expect(thoughts).toContain('touch /home/user/works/ws-out/made-by-codex && ls -la');
	});

	it('tells the context with the limit that Codex states', () => {
		expect(facts.filter((fact) => fact.kind === 'usage').at(-1)?.usage).toEqual({
			contextTokens: 13_924,
			contextLimit: 258_400,
			percent: 5,
			model: 'gpt-5.2-codex',
		});
	});

	it('tells why a turn failed', () => {
		expect(rolloutFacts([event({ type: 'task_complete', error: { message: '{"error":{"message":"Bad request"}}' } })])).toMatchObject([
			{ kind: 'turn', phase: 'failed', error: 'Bad request' },
			{ kind: 'thought', text: 'Bad request' },
		]);
	});

	it('survives lines that are no JSON or have other shapes', () => {
		expect(
			rolloutFacts(['', '{', '{"type":"event_msg"}', event({ type: 'token_count', info: null }), event({ type: 'item_completed' })]),
		).toEqual([]);
	});
});

describe('Codex’s title', () => {
	const titles = readFileSync(join(FIXTURES, 'signals/codex-titles.jsonl'), 'utf8')
		.split('\n')
		.filter(Boolean)
		.map((line) => (JSON.parse(line) as { title: string }).title);

	it('is read right in every frame that was recorded', () => {
		for (const title of titles) {
			const expected = title.includes('Action Required') ? 'needsApproval' : /^[\u2800-\u28ff]/u.test(title) ? 'working' : undefined;
			expect([title, readCodexTitle(title)?.activity]).toEqual([title, expected]);
		}
	});
});

describe('Codex’s conversation', () => {
	const id = '01a1edc2-1780-79b1-8461-37b8563f76ba';
	const source = (open: Readonly<Record<number, readonly string[]>>): ProcessSource => ({
		table: async () => ({
			get: (pid) => ({ pid, parentPid: pid - 1, startTime: '1', argv: ['codex'], terminal: true }),
			childrenOf: (pid) => (pid === 10 ? [11] : []),
			pids: () => [10, 11],
		}),
		environment: async () => ({}),
		openFiles: async (pid, accept) => (open[pid] ?? []).filter(accept),
		isAlive: () => true,
	});
	const process = { pid: 10, parentPid: 1, startTime: '1', argv: ['node', 'codex'], terminal: true };

	it('is the one whose lock a descendant of the wrapper holds', async () => {
		const rollout = `/h/.codex/sessions/2026/11/18/rollout-2026-11-18T08-24-42-${id}.jsonl`;
		expect(await threadOf(process, source({ 11: ['/dev/null', `/h/.codex/thread-writer-locks/${id}.lock`, rollout] }))).toEqual({
			id,
			file: rollout,
		});
		expect(await threadOf(process, source({ 10: ['/dev/null'] }))).toBeUndefined();
	});

	it('is the last that the user began, of those whose locks are held', async () => {
		const home = await mkdtemp(join(tmpdir(), 'shoal-codex-'));
		const day = join(home, 'sessions/2026/11/18');
		const locks = join(home, 'thread-writer-locks');
		for (const folder of [day, locks]) await mkdir(folder, { recursive: true });
		const open: string[] = [];
		const thread = async (letter: string, { at, source: from }: { at: number; source?: string }) => {
			const name = `${letter.repeat(8)}-1780-79b1-8461-37b8563f76ba`;
			const files = [join(locks, `${name}.lock`), ...(from ? [join(day, `rollout-x-${name}.jsonl`)] : [])];
			for (const file of files) {
				await writeFile(file, `{"type":"session_meta","payload":{"thread_source":"${from}"}}\n`);
				await utimes(file, at, at);
			}
			open.push(...files);
			return name;
		};
		const current = async () => (await threadOf(process, source({ 11: open })))?.id;
		const first = await thread('a', { at: 1_000, source: 'user' });
		await thread('b', { at: 1_001, source: 'subagent' });
		expect(await current()).toBe(first);
		const cleared = await thread('c', { at: 1_002 });
		expect(await current()).toBe(cleared);
		// Back in the first one, which is written again.
		await utimes(join(day, `rollout-x-${first}.jsonl`), 1_003, 1_003);
		expect(await current()).toBe(first);
		await rm(home, { recursive: true });
	});

	it('is found by its day where the file is not open', async () => {
		const home = await mkdtemp(join(tmpdir(), 'shoal-codex-'));
		const day = join(home, 'sessions/2026/11/17');
		await mkdir(day, { recursive: true });
		await mkdir(join(home, 'sessions/2026/11/18'));
		await writeFile(join(day, `rollout-x-${id}.jsonl`), '');
		expect(await findRollout(home, id)).toBe(join(day, `rollout-x-${id}.jsonl`));
		expect(await findRollout(home, 'missing')).toBeUndefined();
		await rm(home, { recursive: true });
	});
});
