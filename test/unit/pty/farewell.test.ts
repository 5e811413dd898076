import { describe, expect, it } from 'vitest';
import { FarewellFilter } from '../../../src/pty/farewell.ts';

const LEAVING =
	'\u001b[1;24r\u001b(B\u001b[m\u001b[?1l\u001b>\u001b[H\u001b[2J\u001b[?2004l\u001b[?25h\u001b[?1006l\u001b[?1049l\u001b[23;0;0t[exited]\r\n';
const KEPT = '\u001b[1;24r\u001b(B\u001b[m\u001b[?1l\u001b>\u001b[9999;1H\u001b[2K\u001b[?2004l\u001b[?25h\u001b[?1006l\u001b[23;0;0t';

describe('the farewell of a tmux client', () => {
	it('leaves the last screen where it is, and the cursor on its last line', () => {
		expect(new FarewellFilter().filter(LEAVING)).toBe(KEPT);
	});

	it('keeps the last screen wherever the output is cut', () => {
		for (let cut = 1; cut < LEAVING.length; cut++) {
			const filter = new FarewellFilter();
			const shown = filter.filter(LEAVING.slice(0, cut)) + filter.filter(LEAVING.slice(cut)) + filter.flush();
			expect(shown, `cut at ${cut}`).not.toContain('\u001b[2J');
			expect(shown, `cut at ${cut}`).not.toContain('\u001b[?1049l');
		}
	});

	it('is the only thing that is touched', () => {
		const redraw = '\u001b[H\u001b[2Jhello\u001b[?2004l';
		expect(new FarewellFilter().filter(redraw)).toBe(redraw);
	});

	it('gives back a clearing that nothing followed', () => {
		const filter = new FarewellFilter();
		expect(filter.filter('text\u001b[H\u001b[J')).toBe('text');
		expect(filter.isHolding).toBe(true);
		expect(filter.flush()).toBe('\u001b[H\u001b[J');
		expect(filter.isHolding).toBe(false);
	});
});
