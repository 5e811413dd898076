/** Scripted agents that look like Claude Code in tmux sessions of a test bed: a test orders what each shows, and reads what it got. */
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import type { Order } from '../tmux/actions/fixtures/fakeClaude.ts';
import { eventually } from './harness/poll.ts';
import type { TestTmux } from './harness/tmux.ts';
import { installAgent } from './scriptedAgent.ts';

const SCRIPT = resolve(import.meta.dirname, '../tmux/actions/fixtures/fakeClaude.ts');

interface Stage {
	readonly tmux: TestTmux;
	readonly folder: string;
	readonly root: string;
}

const notes = (root: string) => join(root, 'staged');

/** Starts a session of this name with an agent in it, and returns when the agent listens. */
export async function stageClaude({ tmux, folder, root }: Stage, name: string): Promise<StagedClaude> {
	const script = `#!${process.execPath}\nprocess.env.FAKE_FOLDER = ${JSON.stringify(notes(root))};\nimport(${JSON.stringify(SCRIPT)});\n`;
	await installAgent(root, 'claude', script);
	await tmux.newSession(name, folder, [join(root, 'home/.local/bin/claude'), '--name', name]);
	const agent = new StagedClaude(root, Number(await tmux.run('display-message', '-p', '-t', `=${name}:`, '#{pane_pid}')));
	await eventually(async () => {
		if (!(await agent.heard()).includes('"ready":true')) throw new Error(`The agent of ${name} does not listen`);
	});
	return agent;
}

export class StagedClaude {
	readonly #file: string;

	constructor(root: string, pid: number) {
		this.#file = join(notes(root), String(pid));
	}

	/** All that it got, as lines of JSON. */
	heard(): Promise<string> {
		return readFile(`${this.#file}.jsonl`, 'utf8').catch(() => '');
	}

	/** Resolves when it is on the screen. */
	show(mode: Order['show']): Promise<void> {
		return new Promise((done, fail) => {
			const socket = connect(`${this.#file}.sock`, () => socket.write(JSON.stringify({ show: mode })));
			socket
				.on('error', fail)
				.on('close', () => done())
				.resume();
		});
	}
}
