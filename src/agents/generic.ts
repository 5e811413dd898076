/** Any other program: idle at a shell prompt, otherwise unknown. Whether it works is told by its output, not by its picture. */
import { type ScreenFacts, type ScreenReading, unknownReading } from './screen/reading.ts';
import { lastContentRow, rowsOf } from './screen/rows.ts';

const SHELLS = /^-?(?:ba|z|da|k|c|tc|fi|a)?sh$|^-?(?:nu|xonsh|elvish|pwsh)$/;
/** How prompts end. A line of output may end so too, hence only with a shell in front. */
const PROMPT_END = /(?:[$#%❯➜λ»>]|[\ue0b0-\ue0b3])\s*$/u;

export function isShell(command: string): boolean {
	return SHELLS.test(command);
}

export function readGenericScreen(screen: ScreenFacts): ScreenReading {
	if (screen.dead) return unknownReading('the pane is dead', 'process');
	const rows = rowsOf(screen.text);
	const last = rows[lastContentRow(rows)] ?? '';
	if (screen.command !== undefined && !isShell(screen.command)) return unknownReading(`nothing tells what ${screen.command} does`);
	if (PROMPT_END.test(last))
		return { activity: 'idle', source: 'screen', observation: 'a shell prompt is the last row', confidence: 'likely' };
	return unknownReading('no shell prompt is shown');
}
