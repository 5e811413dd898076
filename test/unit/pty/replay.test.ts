import { describe, expect, it } from 'vitest';
import { Replay } from '../../../src/pty/replay.ts';

const KILOBYTE = 1024;

describe('the replay', () => {
	it('is all there was while that is little', () => {
		const replay = new Replay();
		replay.add('\u001b[?1049h');
		replay.add('a screen');
		expect(replay.text()).toBe('\u001b[?1049ha screen');
	});

	it('is bounded and keeps the end', () => {
		const replay = new Replay();
		for (let i = 0; i < 1_000; i++) replay.add(`${'x'.repeat(KILOBYTE)}\r\n`);
		replay.add('the end');
		expect(replay.text().length).toBeLessThan(130 * KILOBYTE);
		expect(replay.text().endsWith('the end')).toBe(true);
	});

	it('starts with the modes that what was dropped had left, the last of each', () => {
		const replay = new Replay();
		replay.add('\u001b[?1049h\u001b[?1000;1006h\u001b[?20');
		replay.add('04h\u001b[?1000l');
		for (let i = 0; i < 200; i++) replay.add(`\n${'x'.repeat(KILOBYTE)}`);
		expect(replay.text().startsWith('\u001b[?1049h\u001b[?1000l\u001b[?1006h\u001b[?2004h')).toBe(true);
	});

	it('does not start within a sequence', () => {
		const replay = new Replay();
		replay.add('y'.repeat(100 * KILOBYTE));
		replay.add('8;5;1mred\u001b[mplain');
		replay.add('z'.repeat(128 * KILOBYTE - 10));
		expect(replay.text().startsWith('\u001b[mplain')).toBe(true);
	});

	it('gives the very end across pieces', () => {
		const replay = new Replay();
		for (const text of ['one ', 'two ', 'three']) replay.add(text);
		expect(replay.tail(7)).toBe('o three');
		expect(replay.tail(100)).toBe('one two three');
	});
});
