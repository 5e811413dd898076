/** The manifest and the code agree: commands, settings, words, context keys. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const manifestText = readFileSync(join(ROOT, 'package.json'), 'utf8');
const manifest = JSON.parse(manifestText);
const nls: Record<string, string> = JSON.parse(readFileSync(join(ROOT, 'package.nls.json'), 'utf8'));
const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts'))
	.map((file) => readFileSync(join(ROOT, 'src', file), 'utf8'))
	.join('\n');
const { contributes } = manifest;
const commandIds: string[] = contributes.commands.map((entry: { command: string }) => entry.command);
/** VS Code makes a command for each view that puts it in front. */
const viewCommands: string[] = contributes.views.shoal.map(({ id }: { id: string }) => `${id}.focus`);

describe('the manifest', () => {
	it('names every command the code handles, and no other', () => {
		const table = readFileSync(join(ROOT, 'src/ui/commands/table.ts'), 'utf8');
		const handled = [...table.matchAll(/^\t'(shoal\.[\w.]+)':/gm)].map((match) => match[1]);
		expect([...handled].sort()).toEqual([...commandIds].sort());
	});

	it('gives every command a translated title and our category', () => {
		for (const { title, category } of contributes.commands) {
			expect(title).toMatch(/^%command\.\w+%$/);
			expect(category).toBe('Shoal');
		}
	});

	it('offers a command only where it can do something; a few always can', () => {
		const always = contributes.commands.filter(({ enablement }: { enablement?: string }) => !enablement);
		expect(always.map(({ command }: { command: string }) => command).sort()).toEqual([
			'shoal.nextNeedsMe',
			'shoal.openRegistryFolder',
			'shoal.refresh',
			'shoal.reportProblem',
			'shoal.showLog',
		]);
	});

	it('offers only commands that exist in its menus and welcome views', () => {
		const inMenus = Object.values<{ command?: string; submenu?: string }[]>(contributes.menus).flatMap((entries) =>
			entries.flatMap(
				({ command, submenu }) => command ?? (contributes.submenus.some(({ id }: { id: string }) => id === submenu) ? [] : ''),
			),
		);
		const inWords = [...JSON.stringify(nls).matchAll(/\(command:(shoal\.[\w.]+)/g)].map((match) => match[1]);
		for (const id of [...inMenus, ...inWords]) expect([...commandIds, ...viewCommands]).toContain(id);
	});

	it('completes the first steps by what a person can do, with a picture for each that takes its colours from the theme', () => {
		const [{ steps }] = contributes.walkthroughs;
		const possible = [...[...commandIds, ...viewCommands].map((id) => `onCommand:${id}`), 'onView:shoal.sessions'];
		for (const { completionEvents } of steps) for (const event of completionEvents) expect(possible).toContain(event);
		const pictures: string[] = steps.map(({ media }: { media: { svg: string } }) => media.svg);
		expect([...pictures].sort()).toEqual(readdirSync(join(ROOT, 'media/walkthrough')).map((file) => `media/walkthrough/${file}`));
		for (const picture of pictures) {
			const colours = readFileSync(join(ROOT, picture), 'utf8').matchAll(/(?:fill|stroke)="([^"]+)"/g);
			for (const [, colour] of colours)
				expect(colour, picture).toMatch(/^(?:none|var\(--vscode-[\w-]+(?:, (?:transparent|var\(--vscode-[\w-]+\)))?\))$/);
		}
	});

	it('has a text for every placeholder, and a placeholder for every text', () => {
		const used = [...manifestText.matchAll(/"%([\w.]+)%"/g)].map((match) => match[1]);
		expect(new Set(used)).toEqual(new Set(Object.keys(nls)));
	});

	it('declares only settings that are read', () => {
		const read = readFileSync(join(ROOT, 'src/ui/settings.ts'), 'utf8');
		for (const key of Object.keys(contributes.configuration.properties)) {
			const agent = /^shoal\.agents\.\w+\.path$/.test(key);
			expect(read, key).toContain(agent ? 'agents.$' : `'${key.replace(/^shoal\./, '')}'`);
		}
	});

	it('lets only the machine, not a workspace, name programs to run', () => {
		for (const [key, { scope }] of Object.entries<{ scope: string }>(contributes.configuration.properties)) {
			if (key.endsWith('.path')) expect(scope, key).toBe('machine');
		}
	});

	it('asks only for context keys that the code sets', () => {
		const clauses = [...manifestText.matchAll(/"(?:when|enablement)": "(.+)"/g)].map(([, clause = '']) =>
			clause.replaceAll(/(?:view|focusedView) == [\w.]+/g, ''),
		);
		const asked = new Set(clauses.flatMap((clause) => clause.match(/\bshoal\.\w+/g) ?? []));
		expect(asked).toContain('shoal.tmux');
		for (const key of asked) expect(sources).toContain(`setContext('${key}'`);
	});
});
