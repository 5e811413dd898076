import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { placeholders, translatedStrings, untranslatedStrings } from './spokenStrings.ts';

/** A value in a template, as source text. */
const VALUE = ['$', '{name}'].join('');
const UI = resolve(import.meta.dirname, '../../../src/ui');
const files = readdirSync(UI, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

describe('the strings of a source', () => {
	it('are found in every way of writing them', () => {
		const source = `l10n.t('plain'); l10n.t("it's {0}", name);\nl10n.t(\n\t\`several\nlines\`,\n); l10n.t('“\\u2026” \\'so\\'')`;
		expect(translatedStrings(source)).toEqual([
			{ text: 'plain', line: 1 },
			{ text: "it's {0}", line: 1 },
			{ text: 'several\nlines', line: 2 },
			{ text: "“…” 'so'", line: 5 },
		]);
	});

	it.each([`l10n.t(\`Hello ${VALUE}\`)`, "l10n.t('Hello ' + name)", 'l10n.t(hello)'])('must be of one piece: %s', (source) => {
		expect(() => translatedStrings(source)).toThrow('line 1: l10n.t needs a string literal of one piece');
	});

	it('that are shown without a translation are found, and values, icons and names are not', () => {
		const source = [
			"window.showErrorMessage('No way');",
			`box.title = \`Send to ${VALUE}\`;`,
			`{ label: 'Claude Code', detail: \`$(edit) ${VALUE}\`, description: '' }`,
		].join('\n');
		expect(untranslatedStrings(source)).toEqual([
			{ text: 'No way', line: 1 },
			{ text: `Send to ${VALUE}`, line: 2 },
		]);
	});

	it('have their places for values compared by name and number', () => {
		expect(placeholders('{1} of {0}')).toEqual(placeholders('{0} von {1}'));
		expect(placeholders('{0} {0}')).not.toEqual(placeholders('{0}'));
	});
});

describe('what a person reads', () => {
	it.each(files)('is translated in %s', (file) => {
		expect(untranslatedStrings(readFileSync(join(UI, file), 'utf8'))).toEqual([]);
	});
});
