import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { promptArgument } from '../../../../src/sessions/actions/launch.ts';
import { typeable } from '../../../../src/sessions/actions/typeable.ts';

describe('text for an agent', () => {
	it('can never end its own paste, press a key or ring a bell', () => {
		const hostile = fc.string({ unit: fc.constantFrom('\u001b', '[201~', '\r', '\n', '\u0003', '\u009b', 'a', '\u0000', '\u007f', '\t') });
		fc.assert(
			fc.property(hostile, fc.boolean(), (text, asCommand) => {
				// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must be gone
				expect(typeable(text, 'claude', asCommand).text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
			}),
		);
	});

	it('is never a command by accident, and nothing else about it changes', () => {
		fc.assert(
			fc.property(fc.string({ minLength: 1 }), fc.constantFrom('!', '/', ''), (rest, sign) => {
				const { text } = typeable(`${sign}${rest}`, 'codex', false);
				expect(text).not.toMatch(/^[!/]/);
			}),
		);
		expect(typeable('a plain "prompt" with $x and `y`', 'claude', false)).toEqual({
			text: 'a plain "prompt" with $x and `y`',
			changes: [],
		});
	});

	it('hides the name of a command from Claude, which looks through white space, and says so', () => {
		expect(typeable('/clear all', 'claude', false)).toEqual({ text: '\\/clear all', changes: [{ kind: 'backslash' }] });
		expect(typeable(' \n/clear', 'claude', false).text).toBe('\\/clear');
		expect(typeable('/etc/hosts is a file', 'claude', false)).toEqual({ text: ' /etc/hosts is a file', changes: [] });
		expect(typeable('/clear', 'codex', false).text).toBe(' /clear');
		expect(typeable('/clear', 'claude', true).text).toBe('/clear');
	});

	it('is submitted by Enter also where the last word would take it', () => {
		expect(typeable('C:\\', 'claude', false).text).toBe('C:\\ ');
		expect(typeable('see @src/a.ts', 'codex', false).text).toBe('see @src/a.ts ');
		expect(typeable('see $skill', 'codex', false).text).toBe('see $skill ');
		expect(typeable('a@b.org', 'codex', false).text).toBe('a@b.org');
	});

	it('is one argument at the start, too long or nothing', () => {
		expect(promptArgument('!ls', 'claude', false)).toBe(' !ls');
		expect(promptArgument('/init', 'claude', true)).toBe('/init');
		expect(promptArgument('a\0b', 'claude', false)).toBe('ab');
		expect(promptArgument(' \n', 'claude', false)).toBeUndefined();
		expect(promptArgument('ü'.repeat(60_001), 'codex', false)).toMatchObject({ kind: 'too-long' });
	});
});
