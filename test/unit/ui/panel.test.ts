import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { escapeHtml, pageHtml } from '../../../src/ui/panel/page.ts';
import { button, el } from '../../../src/ui/panel/piece.ts';

const page = (title: string) =>
	pageHtml({ title, language: 'en', source: 'https://page.example', style: 'panel.css', script: 'panel.js', nonce: 'n0nce' });

describe('the page of a panel', () => {
	it('lets in its own style and script and nothing else', () => {
		const policy = /Content-Security-Policy" content="([^"]+)"/.exec(page(''))?.[1]?.replaceAll('&#39;', "'");
		expect(policy).toBe(
			"default-src 'none'; style-src https://page.example; script-src 'nonce-n0nce'; form-action 'none'; base-uri 'none'",
		);
	});

	it('has no script, style or handler in its text', () => {
		expect(page('')).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/);
	});

	it('shows a name that looks like markup as the text it is', () => {
		expect(page('</title><script>alert(1)</script>')).not.toContain('<script>alert');
		expect(escapeHtml(`<a href="x" title='y'>&`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;');
	});

	it('has a script that never reads text as markup', () => {
		const script = readFileSync(resolve(import.meta.dirname, '../../../media/panel.js'), 'utf8');
		expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function/);
	});
});

describe('pieces', () => {
	it('keep text as text, and leave out what is absent', () => {
		expect(el('p', { class: undefined, title: 'x' }, '<b>', false, undefined, ['', el('span', {})])).toEqual({
			tag: 'p',
			attributes: { title: 'x' },
			children: ['<b>', { tag: 'span', attributes: {}, children: [] }],
		});
	});

	it('say of a button what it does, and keep the focus on one that can’t be pressed now', () => {
		expect(button('Go', 'go', { disabled: true }).attributes).toEqual({
			type: 'button',
			class: 'secondary',
			'data-action': 'go',
			'aria-disabled': 'true',
		});
	});
});
