import { describe, expect, it } from 'vitest';
import type { SessionRecord } from '../../../src/registry/record.ts';
import { problemReport } from '../../../src/sessions/problemReport.ts';

const record: SessionRecord = {
	schemaVersion: 1,
	id: 'abcdefghijkl',
	revision: 1,
	name: 'claude-harbor',
	project: 'harbor-1',
	folder: '/home/ada/src/harbor',
	agent: 'claude',
	lifecycle: 'stopped',
	createdAt: 1,
	updatedAt: 2,
	pause: { note: 'ask Grace about the merger', at: 1 },
	thought: { text: 'reading the contract', at: 1 },
	overrides: { model: 'large', env: { DB_PASSWORD: 'hunter2hunter2' } },
};

describe('a problem report', () => {
	const text = problemReport({
		versions: { Shoal: '1.2.3' },
		sessions: [],
		records: [record],
		problems: [{ path: '/home/ada/.config/x/broken.json', reason: 'broken', message: 'It is empty.' }],
		log: `${'old\n'.repeat(20_000)}ANTHROPIC_API_KEY=sk-ant-api03-abcdefghijklmnop in /home/ada/src, Authorization: Bearer abcdef0123456789`,
		home: '/home/ada',
	});

	it('tells versions, records and files that could not be used', () => {
		for (const part of ['Shoal: 1.2.3', '"name":"claude-harbor"', '~/src/harbor', '~/.config/x/broken.json: broken'])
			expect(text).toContain(part);
	});

	it('holds no secret, no home folder, and no words of people and agents', () => {
		for (const secret of ['sk-ant', 'abcdef0123456789', 'hunter2', '/home/ada', 'Grace', 'contract']) expect(text).not.toContain(secret);
	});

	it('says which variables were set, without their values', () => {
		expect(text).toContain('DB_PASSWORD');
	});

	it('stays small enough for an issue tracker', () => {
		expect(text.length).toBeLessThan(60_000);
	});
});
