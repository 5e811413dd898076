import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyEdits, readProposal } from '../../../src/sessions/proposal.ts';

describe('an edit that is asked about', () => {
	it('replaces the first place with the text, or every one', () => {
		const edit = { file: 'f', before: 'a', after: 'b' };
		expect(applyEdits('a a\n', [edit])).toMatchObject({ after: 'b a\n' });
		expect(applyEdits('a a\n', [{ ...edit, everywhere: true }])).toMatchObject({ after: 'b b\n' });
	});

	it('takes several one after the other, each on what the last one left', () => {
		const edits = [
			{ file: 'f', before: 'one', after: 'two' },
			{ file: 'f', before: 'two', after: 'three' },
		];
		expect(applyEdits('one\n', edits)).toMatchObject({ before: 'one\n', after: 'three\n' });
	});

	it('puts in text with a dollar sign as it is', () => {
		expect(applyEdits('price\n', [{ file: 'f', before: 'price', after: "$& $1 $'" }])).toMatchObject({ after: "$& $1 $'\n" });
	});

	it('makes a file, and writes one anew', () => {
		expect(applyEdits(undefined, [{ file: 'f', after: 'one\ntwo\n' }])).toEqual({
			kind: 'applies',
			before: '',
			after: 'one\ntwo\n',
			hunks: [{ line: 1, removed: [], added: ['one', 'two'] }],
		});
		expect(applyEdits('old\n', [{ file: 'f', after: 'new\n' }])).toMatchObject({ before: 'old\n', after: 'new\n' });
	});

	it('keeps the line ends that the file has', () => {
		const result = applyEdits('one\r\ntwo\r\n', [{ file: 'f', before: 'one\ntwo', after: 'one\nand\ntwo' }]);
		expect(result).toMatchObject({ after: 'one\r\nand\r\ntwo\r\n', hunks: [{ line: 2, removed: [], added: ['and'] }] });
	});

	it('says so where the text is not there any more', () => {
		expect(applyEdits('something else\n', [{ file: 'f', before: 'one', after: 'two' }])).toEqual({ kind: 'not-found' });
		expect(applyEdits(undefined, [{ file: 'f', before: 'one', after: 'two' }])).toEqual({ kind: 'not-found' });
	});
});

describe('the files it is about', () => {
	let folder = '';

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'shoal-proposal-'));
	});

	afterEach(() => rm(folder, { recursive: true, force: true }));

	it('are found from the session’s folder, and each is told once', async () => {
		await writeFile(join(folder, 'a.txt'), 'one\n');
		const proposal = await readProposal(folder, [
			{ file: 'a.txt', before: 'one', after: 'two' },
			{ file: join(folder, 'b.txt'), after: 'new\n' },
			{ file: join(folder, 'a.txt'), before: 'two', after: 'three' },
		]);
		expect(proposal).toMatchObject([
			{ path: join(folder, 'a.txt'), change: 'changed', result: { before: 'one\n', after: 'three\n' } },
			{ path: join(folder, 'b.txt'), change: 'made', result: { before: '', after: 'new\n' } },
		]);
	});

	it('may go', async () => {
		await writeFile(join(folder, 'a.txt'), 'one\n');
		expect(await readProposal(folder, [{ file: 'a.txt' }])).toMatchObject([{ change: 'removed', result: { before: 'one\n', after: '' } }]);
	});

	it('may be unreadable, which is said', async () => {
		await mkdir(join(folder, 'a.txt'));
		expect(await readProposal(folder, [{ file: 'a.txt', after: '' }])).toMatchObject([{ result: { kind: 'unreadable' } }]);
	});
});
