import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { linuxProcesses, readProcess } from '../../../../src/agents/process/linux.ts';
import type { ProcessSource } from '../../../../src/agents/process/source.ts';
import { endTree, treeOf } from '../../../../src/sessions/actions/processTree.ts';

const SHORT_MS = 60;

describe.skipIf(process.platform !== 'linux')('the process tree of a session', () => {
	it('spares a process that got the pid of one that ended', async () => {
		const child = spawn('sleep', ['30']);
		await once(child, 'spawn');
		const facts = readProcess(child.pid ?? 0);
		if (!facts) throw new Error('no process');
		const source = linuxProcesses();
		expect(await endTree(source, [{ ...facts, startTime: '1' }], SHORT_MS)).toEqual([]);
		expect(source.isAlive(facts)).toBe(true);
		expect(await endTree(source, [facts], SHORT_MS)).toEqual([]);
		expect(source.isAlive(facts)).toBe(false);
	});

	it('says who could not be ended', async () => {
		const child = spawn('sleep', ['30']);
		await once(child, 'spawn');
		const facts = readProcess(child.pid ?? 0);
		if (!facts) throw new Error('no process');
		const real = linuxProcesses();
		// Stands for a process in the kernel's hands: it is there whatever is sent to it.
		const immortal: ProcessSource = {
			...real,
			isAlive: () => true,
			table: async () => ({ get: () => facts, childrenOf: () => [], pids: () => [] }),
		};
		expect((await endTree(immortal, [facts], SHORT_MS)).map(({ pid }) => pid)).toEqual([child.pid]);
	});

	it('never holds this very process', async () => {
		expect((await treeOf(linuxProcesses(), [process.ppid])).map(({ pid }) => pid)).not.toContain(process.pid);
	});
});
