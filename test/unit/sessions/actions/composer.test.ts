import { describe, expect, it } from 'vitest';
import { composerText, holdsPrompt, timesShown } from '../../../../src/sessions/actions/composer.ts';

const RULE = '─'.repeat(60);
const claude = (box: string, said = '') => `${said}\n${RULE}\n❯\u00a0${box}\n${RULE}\n  ? for shortcuts`;
const codex = (box: string, said = '') => `${said}\n› ${box}\n\n  gpt-5 default · /tmp\n`;

describe('the input box on the screen', () => {
	it('is read for both agents, wrapped rows included', () => {
		expect(composerText('claude', claude('one\n  two'))).toBe('one\ntwo');
		expect(composerText('codex', codex('one\n  two'))).toBe('one\ntwo');
		expect(composerText('claude', 'no box here')).toBeUndefined();
		expect(composerText('codex', '› an old prompt\n\n• the answer')).toBeUndefined();
	});

	it('holds a prompt however it is wrapped, composed or folded', () => {
		const prompt = 'a rather long prompt that is\nwrapped';
		expect(holdsPrompt('a rather long\nprompt that is wrapped', prompt)).toBe(true);
		expect(holdsPrompt('a\u0301 la carte', 'á la carte')).toBe(true);
		expect(holdsPrompt('[Pasted text #1 +300 lines]', prompt)).toBe(true);
		expect(holdsPrompt('[Pasted Content 20011 chars]', prompt)).toBe(true);
		expect(holdsPrompt('Try "fix the tests"', prompt)).toBe(false);
		expect(holdsPrompt('', prompt)).toBe(false);
	});

	it('is told apart from the conversation above it', () => {
		expect(timesShown('claude', claude('', '❯ hello there\n● Hi.'), 'hello there')).toBe(1);
		expect(timesShown('claude', claude('hello there', '● Hi.'), 'hello there')).toBe(0);
		expect(timesShown('codex', codex('hello there', '› hello there\n• Hi.'), 'hello there')).toBe(1);
	});
});
