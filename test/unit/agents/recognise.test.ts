import { describe, expect, it } from 'vitest';
import { agentOfProcess, agentOfScreen } from '../../../src/agents/catalog.ts';
import { parsePs } from '../../../src/agents/process/darwin.ts';
import type { ProcessFacts } from '../../../src/agents/process/facts.ts';
import type { ProcessTable } from '../../../src/agents/process/source.ts';
import { agentInPane, NativeSearch } from '../../../src/agents/watch/search.ts';
import { recordings } from './recordings.ts';

function facts(argv: readonly string[], executable?: string, pid = 10, parentPid = 1): ProcessFacts {
	return { pid, parentPid, startTime: `${pid}00`, argv, terminal: true, ...(executable && { executable }) };
}

function tableOf(...processes: readonly ProcessFacts[]): ProcessTable {
	return {
		get: (pid) => processes.find((process) => process.pid === pid),
		childrenOf: (pid) => processes.filter((process) => process.parentPid === pid).map((process) => process.pid),
		pids: () => processes.map((process) => process.pid),
	};
}

describe('a process', () => {
	it.each([
		['claude', facts(['claude'], '/home/me/.local/share/claude/versions/2.1.326')],
		[
			'claude',
			facts(
				['/opt/lib/node_modules/@anthropic-ai/claude-code/bin/claude.exe', '--resume', 'x'],
				'/opt/lib/node_modules/@anthropic-ai/claude-code/bin/claude.exe',
			),
		],
		['claude', facts(['node', '/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js'], '/usr/bin/node')],
		['claude', facts(['claude', 'fix the tests'])],
		['codex', facts(['node', '/usr/local/bin/codex', '--no-daemon'], '/usr/bin/node')],
		['codex', facts(['/x/@openai/codex-linux-x64/vendor/x86_64/bin/codex'], '/x/@openai/codex-linux-x64/vendor/x86_64/bin/codex')],
		['codex', facts(['node', '--no-warnings', '/home/me/.npm/_npx/1/node_modules/@openai/codex/bin/codex.js'], '/usr/bin/node')],
		['gemini', facts(['node', '/usr/bin/gemini'], '/usr/bin/node')],
		['opencode', facts(['opencode'], '/usr/bin/opencode')],
		['copilot', facts(['node', '/usr/lib/node_modules/@github/copilot/index.js'], '/usr/bin/node')],
	] as const)('is %s by what it runs', (agent, process) => {
		expect(agentOfProcess(process)).toBe(agent);
	});

	it.each([
		['a program under a borrowed name', facts(['claude', '100'], '/usr/bin/sleep')],
		['an editor with such a file', facts(['vim', 'claude'], '/usr/bin/vim')],
		['a shell that will start one', facts(['bash', '-c', 'claude'], '/bin/bash')],
		['npx before it starts one', facts(['npm', 'exec', '@openai/codex'], '/usr/bin/node')],
		['Claude printing one answer', facts(['claude', '-p', 'hi'], '/opt/claude/claude')],
		['Claude driven by another program', facts(['claude', '--output-format', 'stream-json'], '/opt/claude/claude')],
		['Codex without a screen', facts(['codex', 'exec', 'hi'], '/usr/bin/codex')],
		['Claude’s tool server', facts(['node', '/srv/mcp/claude-tools/index.js'], '/usr/bin/node')],
	] as const)('is no session as %s', (_, process) => {
		expect(agentOfProcess(process)).toBe('other');
	});
});

describe('trap 12: an agent behind wrappers', () => {
	it('is found below shells and npx, nearest to the pane', () => {
		const table = tableOf(
			facts(['-zsh'], '/bin/zsh', 10, 1),
			facts(['sh', '-c', 'npx claude'], '/bin/sh', 11, 10),
			facts(['npm', 'exec', 'claude'], '/usr/bin/node', 12, 11),
			facts(['claude'], '/x/@anthropic-ai/claude-code/bin/claude', 13, 12),
			facts(['node', '/srv/mcp.js'], '/usr/bin/node', 14, 13),
		);
		expect(agentInPane(table, 10)).toMatchObject({ agent: 'claude', process: { pid: 13 } });
	});

	it('is found when the pane’s command is a version number', () => {
		const table = tableOf(facts(['claude'], '/home/me/.local/share/claude/versions/2.1.326', 10, 1));
		expect(agentInPane(table, 10)?.agent).toBe('claude');
	});

	it('is recognised by its screen alone where its process is out of sight', () => {
		for (const { name, agent, screen } of recordings) {
			const seen = agentOfScreen(screen);
			expect([name, seen === agent || seen === 'other']).toEqual([name, true]);
		}
		expect(agentOfScreen({ text: 'me@host:~$ ls\nclaude codex\nme@host:~$ ', title: 'host', dead: false })).toBe('other');
	});

	it('is read from ps where there is no /proc', () => {
		const table = parsePs(
			'  501     1 ttys001 Wed Nov 18 08:00:00 2026 -zsh\n  502   501 ttys001 Wed Nov 18 08:00:01 2026 node /usr/local/bin/codex --no-daemon\n  503     1 ??      Wed Nov 18 08:00:01 2026 /sbin/daemon\n',
		);
		expect(agentInPane(table, 501)).toMatchObject({ agent: 'codex', process: { pid: 502, startTime: 'Wed Nov 18 08:00:01 2026' } });
		expect(table.get(503)?.terminal).toBe(false);
	});
});

describe('agents outside of panes', () => {
	const shell = facts(['-bash'], '/bin/bash', 20, 1);
	const native = facts(['claude'], '/x/claude/claude', 21, 20);
	const child = facts(['codex'], '/x/codex', 22, 21);
	const paned = facts(['codex'], '/x/codex', 30, 29);

	it('are those that no pane holds and no other agent started', () => {
		const found = new NativeSearch().look(tableOf(shell, native, child, paned), new Set([30]));
		expect(found).toMatchObject([{ agent: 'claude', process: { pid: 21 }, ancestors: [20] }]);
	});

	it('have a terminal', () => {
		expect(new NativeSearch().look(tableOf({ ...native, terminal: false }), new Set())).toEqual([]);
	});

	it('are looked at anew when a pid is used again', () => {
		const search = new NativeSearch();
		expect(search.look(tableOf(native), new Set())).toHaveLength(1);
		const reused = tableOf({ ...facts(['vim'], '/usr/bin/vim', 21, 20), startTime: '999' });
		expect(search.look(reused, new Set())).toEqual([]);
		expect(search.look(reused, new Set())).toEqual([]);
	});
});
