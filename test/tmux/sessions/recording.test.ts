import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseRecording } from '../../../src/agents/screen/recording.ts';
import { untilOne, useBed } from './harness.ts';

const bed = useBed();

describe('a recording of a state that is wrong', () => {
	it('holds the screen and what was made of it, without secrets, for nobody else to read', async () => {
		await bed.tmux(
			'new-session',
			'-d',
			'-s',
			'odd one',
			'-x',
			'100',
			'-y',
			'20',
			'--',
			'sh',
			'-c',
			'echo "key sk-ant-api03-abcdefghijkl"; echo marker; exec cat',
		);
		const window = await bed.started();
		const { id } = await untilOne(window);
		await expect.poll(() => bed.tmux('capture-pane', '-p', '-t', '=odd one:')).toContain('marker');
		const outcome = await window.actions.saveRecording(id);
		if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
		const read = (name: string) => readFile(join(outcome.value, name), 'utf8');
		const screen = parseRecording(await read('screen.txt'), await read('screen.meta'));
		expect(screen).toMatchObject({ text: expect.stringContaining('marker'), dead: false });
		expect(screen.text).not.toContain('sk-ant');
		expect(JSON.parse(await read('session.json'))).toMatchObject({
			id,
			activity: expect.any(String),
			evidence: { source: expect.any(String) },
		});
		expect((await stat(join(outcome.value, 'screen.txt'))).mode & 0o777).toBe(0o600);
	});
});
