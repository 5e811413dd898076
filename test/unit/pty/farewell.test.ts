import { describe, expect, it } from 'vitest';
import { keepLastScreen } from '../../../src/pty/farewell.ts';

const LEAVING =
	'\u001b[1;24r\u001b(B\u001b[m\u001b[?1l\u001b>\u001b[H\u001b[2J\u001b[?2004l\u001b[?25h\u001b[?1006l\u001b[?1049l\u001b[23;0;0t[exited]\r\n';

describe('the farewell of a tmux client', () => {
	it('leaves the last screen where it is, and the cursor on its last line', () => {
		expect(keepLastScreen(LEAVING)).toBe(
			'\u001b[1;24r\u001b(B\u001b[m\u001b[?1l\u001b>\u001b[9999;1H\u001b[2K\u001b[?2004l\u001b[?25h\u001b[?1006l\u001b[23;0;0t',
		);
	});

	it('is the only thing that is touched', () => {
		const redraw = '\u001b[H\u001b[2Jhello\u001b[?2004l';
		expect(keepLastScreen(redraw)).toBe(redraw);
	});
});
