/** Holds the direction of imports: extension → ui → sessions → { tmux, agents, pty, registry } → base. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = resolve(import.meta.dirname, '../../src');

/** What each layer may import besides itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
	base: [],
	tmux: ['base'],
	agents: ['base'],
	pty: ['base'],
	registry: ['base'],
	sessions: ['tmux', 'agents', 'pty', 'registry', 'base'],
	ui: ['sessions', 'pty', 'base', 'vscode'],
	'extension.ts': ['ui', 'sessions', 'tmux', 'agents', 'pty', 'registry', 'base', 'vscode'],
};

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

function importsOf(file: string): string[] {
	const source = readFileSync(join(SRC, file), 'utf8');
	return [...source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
}

function layerOf(path: string): string {
	return path.split('/')[0] ?? '';
}

describe('the layers', () => {
	it('are all known, so that a new folder gets a rule', () => {
		expect(new Set(files.map(layerOf))).toEqual(new Set(Object.keys(MAY_IMPORT)));
	});

	it.each(files)('%s imports only what lies below it', (file) => {
		const layer = layerOf(file);
		const wrong = importsOf(file)
			.map((specifier) => (specifier.startsWith('.') ? layerOf(relative(SRC, resolve(SRC, dirname(file), specifier))) : specifier))
			.filter((target) => target !== layer && (target === 'vscode' || target in MAY_IMPORT))
			.filter((target) => !MAY_IMPORT[layer]?.includes(target));
		expect(wrong).toEqual([]);
	});

	it('start in an activate() that fits on a screen', () => {
		expect(readFileSync(join(SRC, 'extension.ts'), 'utf8').split('\n').length).toBeLessThan(90);
	});
});
