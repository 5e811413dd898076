/** States that last: reached once, they are still right half a minute later, and were all the time. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approveIndex } from '../../src/agents/answer.ts';
import { agents } from '../../src/agents/catalog.ts';
import type { Activity } from '../../src/sessions/session.ts';
import { claudeHome, codexHome, makeWorkspace } from './homes.ts';
import { Live } from './live.ts';
import { programs } from './programs.ts';

const HOLD_MS = 30_000;

interface Case {
	readonly agent: 'claude' | 'codex';
	readonly scenario: string;
	readonly approve?: true;
	/** Claude's mode, where it is not the one that asks for everything. */
	readonly mode?: string;
	readonly trusted?: false;
	/** Interrupted once it works. */
	readonly interrupt?: true;
	/** What it says at the end of its turn. */
	readonly says?: string;
	/** The first is waited for; the others may alternate with it. */
	readonly expected: readonly [Activity, ...Activity[]];
}

const CASES: readonly Case[] = [
	{ agent: 'claude', scenario: 'bash', expected: ['needsApproval'] },
	{ agent: 'claude', scenario: 'ask', expected: ['needsAnswer'] },
	{ agent: 'claude', scenario: 'slow', expected: ['working'] },
	{ agent: 'claude', scenario: 'longbash', approve: true, expected: ['working'] },
	{ agent: 'claude', scenario: 'err400', expected: ['failed'] },
	// While a further attempt is under way, Claude shows no retry.
	{ agent: 'claude', scenario: 'err500', expected: ['retrying', 'working'] },
	{ agent: 'claude', scenario: 'trap', says: 'The dialog reads:', expected: ['idle'] },
	{ agent: 'claude', scenario: 'text', trusted: false, expected: ['startDialog'] },
	{ agent: 'claude', scenario: 'plan', mode: 'plan', expected: ['needsApproval'] },
	{ agent: 'claude', scenario: 'slow', interrupt: true, expected: ['idle'] },
	{ agent: 'claude', scenario: 'bgbash', says: 'It runs in the background; I stop here.', expected: ['idle', 'working'] },
	{ agent: 'codex', scenario: 'text', trusted: false, expected: ['startDialog'] },
	{ agent: 'codex', scenario: 'slow', interrupt: true, expected: ['idle'] },
	{ agent: 'codex', scenario: 'bash', expected: ['needsApproval'] },
	{ agent: 'codex', scenario: 'slow', expected: ['working'] },
	{ agent: 'codex', scenario: 'err400', expected: ['failed'] },
	{ agent: 'codex', scenario: 'trap', says: 'The dialog reads:', expected: ['idle'] },
];

describe.skipIf(!programs)('a state that lasts', () => {
	let live: Live;
	const panes = new Map<Case, { key: string; from: number }>();

	async function reach(entry: Case, index: number): Promise<void> {
		const { agent, scenario, approve, mode = 'manual', trusted = true, interrupt, says, expected } = entry;
		const folder = await makeWorkspace(live.tmux.folder, `project-${index}`);
		const makeHome = agent === 'claude' ? claudeHome : codexHome;
		const { env } = await makeHome(live.tmux.folder, { api: live.api.url, workspace: folder, trusted, name: `home-${index}` });
		const request = {
			program: programs?.[agent] ?? '',
			firstPrompt: `do:${scenario}`,
			...(agent === 'claude' && { permissionMode: mode }),
		};
		const key = await live.tmux.spawn({ name: `s${index}`, folder, env, command: agents[agent].launch(request) });
		if (approve) {
			const decision = await live.decision(key, 'approval');
			await live.choose(key, decision, approveIndex(decision));
		}
		// An idle state also comes before the turn: the turn's end is told by its words.
		if (says !== undefined) await live.until(key, 'an answer', ({ thought }) => thought?.text === says);
		if (interrupt) {
			await live.untilActivity(key, 'working');
			await live.untilScreen(key, /A slow answer/);
			await live.type(key, agents[agent].keys.interrupt);
		}
		await live.until(
			key,
			expected[0],
			({ activity, decision }) => activity === expected[0] && (approve === undefined || decision === undefined),
		);
		// At its start Claude may draw work some 50 ms before its status file, the owner of the fact, says so.
		if (agent === 'claude' && expected[0] === 'working')
			await live.until(key, 'the file’s word', ({ activity, evidence }) => activity === 'working' && evidence.source === 'status-file');
		panes.set(entry, { key, from: Date.now() });
	}

	beforeAll(async () => {
		live = await Live.start();
		// Starting them all at once would take longer for each than any of them is given.
		for (const [index, entry] of CASES.entries()) await reach(entry, index);
		await delay(HOLD_MS);
	}, 240_000);
	afterAll(() => live?.stop(), 30_000);

	it.each(
		CASES.map(
			(entry) => [entry.agent, entry.interrupt ? `${entry.scenario} and Escape` : entry.scenario, entry.expected[0], entry] as const,
		),
	)('%s after do:%s is %s', (_, __, ___, entry) => {
		const { key, from } = panes.get(entry) ?? { key: '', from: 0 };
		const since = live.changes.filter((change) => change.key === key && change.at > from);
		const wrong = since.filter(({ activity }) => !entry.expected.includes(activity));
		expect(wrong).toEqual([]);
		expect(entry.expected).toContain(live.state(key).activity);
	});
});
