import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCopilotLine } from '../../../src/agents/copilot/events.ts';
import { findCopilotSession } from '../../../src/agents/copilot/signals.ts';
import { FIXTURES } from './recordings.ts';

describe('Copilot’s event log', () => {
	const facts = readFileSync(join(FIXTURES, 'transcripts/copilot.jsonl'), 'utf8')
		.split('\n')
		.flatMap((line) => readCopilotLine(line, 0));

	it('tells turns, also interrupted ones', () => {
		const phases = facts.filter((fact) => fact.kind === 'turn').map(({ phase }) => phase);
		expect(phases).toContain('interrupted');
		expect(phases.at(-1)).toBe('ended');
	});

	it('tells what is said, run and used', () => {
		const thoughts = facts.filter((fact) => fact.kind === 'thought').map(({ text }) => text);
		expect(thoughts).toEqual(['Running a command.', 'make a file', 'Hello from the fake model.']);
		expect(facts.find((fact) => fact.kind === 'usage')).toMatchObject({
			usage: { contextTokens: 1_000, contextLimit: 128_000, model: 'fake-model' },
		});
	});

	it('survives lines that are no JSON or have other shapes', () => {
		expect(['', '{', '[]', '{"type":"abort"}'].flatMap((line) => readCopilotLine(line, 0))).toEqual([]);
	});

	it('is the one that the process marked as in use', async () => {
		const states = await mkdtemp(join(tmpdir(), 'shoal-copilot-'));
		for (const [id, pid] of [
			['one', 1],
			['two', 2],
		] as const) {
			await mkdir(join(states, id));
			await writeFile(join(states, id, `inuse.${pid}.lock`), '');
		}
		expect(await findCopilotSession(states, 2)).toBe('two');
		expect(await findCopilotSession(states, 3)).toBeUndefined();
		await rm(states, { recursive: true });
	});
});
