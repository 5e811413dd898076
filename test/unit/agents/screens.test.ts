import { describe, expect, it } from 'vitest';
import { readScreen } from '../../../src/agents/catalog.ts';
import type { ScreenFacts } from '../../../src/agents/screen/reading.ts';
import { recordings, WAITING } from './recordings.ts';

/** Words of every dialog, as an agent prints them when it talks about dialogs. */
const TALK = [
	'● The dialogs read so:',
	'',
	'   Do you want to proceed?',
	'   ❯ 1. Yes',
	'     2. No',
	'',
	'   Esc to cancel · Tab to amend',
	'',
	'  Would you like to run the following command?',
	'  › 1. Yes, proceed (y)',
	'    2. No, and tell Codex what to do differently (esc)',
	'  Press enter to confirm or esc to cancel',
	'  • Working (3s • esc to interrupt)',
	'  ✻ 500 Internal server error · retrying in 18s · attempt 6/10',
	'',
].join('\n');

/** Changes that leave the meaning of a picture as it is. */
const SAME: Readonly<Record<string, (screen: ScreenFacts) => ScreenFacts>> = {
	'padded with spaces': (screen) => ({ ...screen, text: screen.text.replaceAll(/^.*$/gm, (row) => row.padEnd(130)) }),
	'with the line ends of another system': (screen) => ({ ...screen, text: screen.text.replaceAll('\n', '\r\n') }),
	'on a taller screen': (screen) => ({ ...screen, text: `${screen.text.trimEnd()}\n${'\n'.repeat(20)}` }),
	'without blank rows at its end': (screen) => ({ ...screen, text: screen.text.trimEnd() }),
	'in another folder': (screen) => ({
		...screen,
		text: screen.text.replaceAll('/home/user/works', '/srv/ünïcode and spaces/repo'),
		...(screen.path && { path: screen.path.replaceAll('/home/user/works', '/srv/ünïcode and spaces/repo') }),
	}),
	'below talk about dialogs': (screen) => ({ ...screen, text: `${TALK}\n${screen.text}` }),
	'with plain spaces for no-break spaces': (screen) => ({ ...screen, text: screen.text.replaceAll('\u00a0', ' ') }),
	'with the spinner glyph of another version': (screen) => ({ ...screen, text: screen.text.replaceAll(/^[✽✻✳*·] (?=\p{L}+…)/gmu, '✢ ') }),
	'with the next frame in the title': (screen) => ({
		...screen,
		title: screen.title.replace(/^[\u2800-\u28ff]/u, '⠏').replace('[ . ]', '[ ! ]'),
	}),
};

describe('a recorded screen', () => {
	it('exists for every agent and state that was seen', () => {
		expect(recordings.length).toBeGreaterThan(200);
	});

	it.each(recordings.map((recording) => [recording.name, recording] as const))('%s is read right', (_, { agent, expected, screen }) => {
		expect(readScreen(agent, screen)).toMatchObject({ activity: expected });
	});

	it.each(Object.entries(SAME))('%s means the same', (_, change) => {
		const wrong = recordings
			.map(({ name, agent, expected, screen }) => ({ name, expected, read: readScreen(agent, change(screen)).activity }))
			.filter(({ expected, read }) => read !== expected);
		expect(wrong).toEqual([]);
	});
});

describe('a dialog that waits', () => {
	const waiting = recordings.filter(({ expected }) => WAITING.has(expected));

	it('is told from idle and working however much of the conversation above it has scrolled away', () => {
		const wrong = waiting.flatMap(({ name, agent, screen }) => {
			const rows = screen.text.split('\n');
			return rows
				.map((_, cut) => ({ name, cut, read: readScreen(agent, { ...screen, text: rows.slice(cut).join('\n') }).activity }))
				.filter(({ read }) => read === 'idle' || read === 'working');
		});
		expect(wrong).toEqual([]);
	});

	it('is told from idle and working wherever its pointer is', () => {
		const wrong = waiting.flatMap(({ name, agent, screen }) => {
			const pointed = /^(\s*[│ ]*)([❯›●])( 1\. .*\n)/mu;
			const moved = screen.text
				.replace(pointed, '$1 $3')
				.replace(/^(\s*[│ ]?) ( 2\. )/mu, (_, indent: string, rest: string) => `${indent}❯${rest}`);
			const read = readScreen(agent, { ...screen, text: moved }).activity;
			return read === 'idle' || read === 'working' ? [{ name, read }] : [];
		});
		expect(wrong).toEqual([]);
	});

	it('is told from idle and working whatever the title says', () => {
		const wrong = waiting.flatMap(({ name, agent, screen }) =>
			['', 'host', '✳ Claude Code', 'works', '◇  Ready (works)']
				.map((title) => ({ name, title, read: readScreen(agent, { ...screen, title }).activity }))
				.filter(({ read }) => read === 'idle' || read === 'working'),
		);
		expect(wrong).toEqual([]);
	});
});

describe('what is left on the screen', () => {
	it.each(recordings.filter(({ expected }) => expected !== 'unknown').map((recording) => [recording.name, recording] as const))(
		'by %s says nothing once the pane is dead',
		(_, { agent, screen }) => {
			expect(readScreen(agent, { ...screen, dead: true }).activity).toBe('unknown');
		},
	);

	it('by a start dialog says nothing once a shell prompt is below it', () => {
		for (const { agent, screen } of recordings.filter(({ agent, expected }) => agent === 'claude' && expected === 'startDialog'))
			expect(readScreen(agent, { ...screen, text: `${screen.text.trimEnd()}\nme@host:~/project$ ` }).activity).toBe('unknown');
	});
});

describe('what an agent printed', () => {
	const dialog = [' Do you want to proceed?', ' ❯ 1. Yes', '   2. No', '', ' Esc to cancel'];
	const box = ['─'.repeat(80), '❯\u00a0', '─'.repeat(80), '  ? for shortcuts'];

	it('is no dialog when the conversation goes on below it, even where the input box is out of sight', () => {
		const text = [...dialog, '● That is how it asks.', '', '✻ Worked for 1s · done 8:00 AM'].join('\n');
		expect(readScreen('claude', { text, title: '✳ x', dead: false }).activity).toBe('unknown');
	});

	it('is no input box when a dialog is below it', () => {
		const text = ['● An empty box looks so:', ...box, '', '─'.repeat(80), ' Bash command', ...dialog].join('\n');
		expect(readScreen('claude', { text, title: '✳ x', dead: false }).activity).toBe('needsApproval');
	});

	it('is no dialog when the input box is below it', () => {
		expect(readScreen('claude', { text: [...dialog, '', ...box].join('\n'), title: '✳ x', dead: false }).activity).toBe('idle');
	});
});
