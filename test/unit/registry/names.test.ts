import { describe, expect, test } from 'vitest';
import { defaultBase, nextName } from '../../../src/registry/names.ts';
import { draft, open, tempFolder } from './support.ts';

describe('a default name', () => {
	test('is made of prefix and folder, with only what tmux takes', () => {
		expect(defaultBase('shoal', '/src/shop')).toBe('shoal-shop');
		expect(defaultBase('shoal', '/src/my.shop: v2')).toBe('shoal-my-shop-v2');
		expect(defaultBase('', '/')).toBe('session');
		expect(defaultBase('shoal', '/src/größe')).toBe('shoal-größe');
	});

	test('is the next past everything that was ever counted or is taken', () => {
		expect(nextName('a', {}, []).name).toBe('a');
		expect(nextName('a', {}, ['a']).name).toBe('a-2');
		expect(nextName('a', {}, ['a-7', 'b-9']).name).toBe('a-8');
		expect(nextName('a', { a: 3 }, []).name).toBe('a-4');
		expect(nextName('a', {}, ['a-20240101']).name).toBe('a');
		expect(nextName('constructor', {}, []).name).toBe('constructor');
	});

	test('is never given twice: not to two windows, not after archive or delete, not after a restart', async () => {
		const folder = await tempFolder();
		const [one, two] = [await open(folder), await open(folder)];
		const names = await Promise.all([one, two, one, two].map((window) => window.reserveName('shoal', '/src/shop')));
		expect([...names].sort()).toEqual(['shoal-shop', 'shoal-shop-2', 'shoal-shop-3', 'shoal-shop-4']);
		// Seen in tmux, or of a session that was adopted under a name that looks like ours.
		expect(await one.reserveName('shoal', '/src/shop', ['shoal-shop-6'])).toBe('shoal-shop-7');
		await one.create(draft('abc', { name: 'shoal-shop-9' }));
		await one.create(draft('def', { name: 'shoal-shop-10' }));
		await one.archive('abc');
		await one.delete('def');
		expect(await (await open(folder)).reserveName('shoal', '/src/shop')).toBe('shoal-shop-11');
	});
});
