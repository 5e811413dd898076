import { describe, expect, test } from 'vitest';
import { decodeRecord, encodeRecord } from '../../../src/registry/decode.ts';
import { isSessionId, projectKey } from '../../../src/registry/paths.ts';
import { newSessionId, type SessionRecord } from '../../../src/registry/record.ts';

const expected = { id: 'a1', project: 'demo-1' };
const plain = {
	schemaVersion: 1,
	id: 'a1',
	revision: 3,
	name: 'shoal-demo',
	project: 'demo-1',
	folder: '/src/demo',
	agent: 'claude',
	lifecycle: 'live',
	createdAt: 10,
	updatedAt: 20,
	host: { kind: 'tmux', socket: 'default', sessionId: '$1', name: 'shoal-demo', created: 5, server: { pid: 7, startTime: 4 } },
};

function roundTrip(file: object, change: (record: SessionRecord) => SessionRecord): { readonly host?: unknown } {
	const before = decodeRecord(JSON.stringify(file), expected);
	return JSON.parse(encodeRecord(change(before.record), before));
}

describe('a record on its way through this version', () => {
	test('keeps fields it does not know, at every depth', () => {
		const file = { ...plain, mood: 'fine', host: { ...plain.host, colour: 'red', server: { ...plain.host.server, build: 9 } } };
		const after = roundTrip(file, (record) => ({
			...record,
			name: 'renamed',
			// Built anew, as a caller that knows nothing of the colour does.
			host: { kind: 'tmux', socket: 'default', sessionId: '$2', name: 'renamed', created: 6, server: { pid: 8, startTime: 4 } },
		}));
		expect(after).toMatchObject({ name: 'renamed', mood: 'fine', host: { sessionId: '$2', colour: 'red', server: { pid: 8, build: 9 } } });
	});

	test('keeps unknown fields of list items that did not change', () => {
		const file = { ...plain, errors: [{ at: 1, message: 'no', code: 5 }] };
		expect(roundTrip(file, (record) => ({ ...record, name: 'x' }))).toMatchObject({ errors: [{ at: 1, message: 'no', code: 5 }] });
	});

	test('gives nothing of one kind of host to another', () => {
		const file = { ...plain, host: { ...plain.host, colour: 'red' } };
		const after = roundTrip(file, (record) => ({ ...record, host: { kind: 'native', pid: 5, startTime: 1 } }));
		expect(after.host).toEqual({ kind: 'native', pid: 5, startTime: 1 });
	});

	test('loses what a caller takes out on purpose', () => {
		const after = roundTrip({ ...plain, branch: 'main', issueId: '4' }, ({ branch: _, ...record }) => ({ ...record, issueId: undefined }));
		expect(after).not.toHaveProperty('branch');
		expect(after).not.toHaveProperty('issueId');
	});

	test('an optional field of the wrong shape counts as absent and stays on disk until it is set', () => {
		const file = { ...plain, pr: 'twelve', order: 'first' };
		const { record } = decodeRecord(JSON.stringify(file), expected);
		expect(record.pr).toBeUndefined();
		expect(roundTrip(file, (r) => ({ ...r, order: 4 }))).toMatchObject({ pr: 'twelve', order: 4 });
	});

	test('of a later version is read where it fits and never becomes an earlier one', () => {
		const file = { ...plain, schemaVersion: 9, telepathy: true };
		expect(decodeRecord(JSON.stringify(file), expected).record.name).toBe('shoal-demo');
		expect(roundTrip(file, (record) => ({ ...record, name: 'x' }))).toMatchObject({ schemaVersion: 9, telepathy: true, name: 'x' });
	});

	test('of a later version that does not fit is too new, not broken', () => {
		const file = JSON.stringify({ ...plain, schemaVersion: 9, lifecycle: 'dreaming' });
		expect(() => decodeRecord(file, expected)).toThrow(
			expect.objectContaining({ reason: 'too-new', message: expect.stringContaining('later version') }),
		);
	});

	test('without a version is migrated', () => {
		const { record } = decodeRecord(JSON.stringify({ id: 'a1', folder: '/x', createdAt: 5, extra: 1 }), expected);
		expect(record).toMatchObject({ schemaVersion: 1, revision: 0, name: 'a1', lifecycle: 'stopped', updatedAt: 5, project: 'demo-1' });
		expect(roundTrip({ id: 'a1', folder: '/x', createdAt: 5, extra: 1 }, (r) => ({ ...r, name: 'n' }))).toMatchObject({
			extra: 1,
			schemaVersion: 1,
		});
	});

	test.each([
		['', 'It is empty.'],
		['{"id": "a1", ', 'It is not valid JSON.'],
		['[]', 'no object'],
		[JSON.stringify({ ...plain, name: 5 }), '"name" should be string'],
		[JSON.stringify({ ...plain, id: 'b2' }), 'which its file name does not'],
		[JSON.stringify({ ...plain, schemaVersion: 'one' }), 'no version'],
	])('that is %s is broken, and the message says how', (text, words) => {
		expect(() => decodeRecord(text, expected)).toThrow(
			expect.objectContaining({ reason: 'broken', message: expect.stringContaining(words) }),
		);
	});

	test('is refused where a caller gives a field of the wrong shape', () => {
		const { record } = decodeRecord(JSON.stringify(plain), expected);
		const wrong = { ...record, pr: 'twelve' } as unknown as SessionRecord;
		expect(() => encodeRecord(wrong)).toThrow(expect.objectContaining({ reason: 'invalid' }));
	});
});

describe('names in paths', () => {
	test('a project key is readable, stable, safe, and different for folders of the same name', () => {
		expect(projectKey('/home/me/shop')).toMatch(/^shop-[0-9a-f]{10}$/);
		expect(projectKey('/home/me/shop/')).toBe(projectKey('/home/me/shop'));
		expect(projectKey('/home/you/shop')).not.toBe(projectKey('/home/me/shop'));
		expect(projectKey('/')).toMatch(/^root-/);
		expect(projectKey(`/x/../..`)).toMatch(/^root-/);
		expect(projectKey(`/x/${'ä b'.repeat(200)}`).length).toBeLessThan(60);
	});

	test('an id is never a path', () => {
		for (const id of ['', '.', '..', '../x', 'a/b', '.hidden', 'a.json', 'x'.repeat(65), 'a\0b']) expect(isSessionId(id), id).toBe(false);
		expect(isSessionId(newSessionId())).toBe(true);
		expect(newSessionId()).not.toBe(newSessionId());
	});
});
