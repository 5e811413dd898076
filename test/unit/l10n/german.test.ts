/** The German translation is whole: every string has one with the same places for values, and none is left over. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { placeholders, translatedStrings } from './spokenStrings.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const read = (file: string): Record<string, string> => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));

/** English text by key: in the bundle the text is its own key. */
const code = new Map<string, string>();
for (const file of readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))) {
	for (const { text } of translatedStrings(readFileSync(join(ROOT, 'src', file), 'utf8'))) code.set(text, text);
}

const parts = [
	{ source: 'l10n.t in src/', file: 'l10n/bundle.l10n.de.json', english: code },
	{ source: 'package.nls.json', file: 'package.nls.de.json', english: new Map(Object.entries(read('package.nls.json'))) },
];

/** What must be the same in every language: values, commands behind links, and code. */
const fixed = (text: string) => [...placeholders(text), ...(text.match(/\(command:[^)]+\)|npm install \S+ \S+/g) ?? []).sort()];

describe.each(parts)('the German of $source', ({ file, english }) => {
	const german = read(file);

	it('has every string', () => {
		expect([...english.keys()].filter((key) => !german[key]).map((key) => `missing in ${file}: ${JSON.stringify(key)}`)).toEqual([]);
	});

	it('has no string that is said no more', () => {
		expect(
			Object.keys(german)
				.filter((key) => !english.has(key))
				.map((key) => `left over in ${file}: ${JSON.stringify(key)}`),
		).toEqual([]);
	});

	it('keeps values and links', () => {
		for (const [key, text] of Object.entries(german)) expect(fixed(text), `${file}: ${key}`).toEqual(fixed(english.get(key) ?? text));
	});

	it('quotes as German does', () => {
		for (const [key, text] of Object.entries(german)) expect(text.replaceAll(/„[^“]*“/g, ''), `${file}: ${key}`).not.toMatch(/["“”„]/);
	});
});
