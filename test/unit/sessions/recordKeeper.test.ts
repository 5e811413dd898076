import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../src/base/logger.ts';
import { RecordKeeper } from '../../../src/sessions/recordKeeper.ts';
import { rosterOf } from '../../../src/sessions/roster.ts';
import type { Session, Thought } from '../../../src/sessions/session.ts';
import { draft, open, tempFolder } from '../registry/support.ts';
import { session } from './sessionMaker.ts';

const FLUSH_LIMIT_MS = 5_000;

const thought = (text: string, at: number): Thought => ({ text, at, source: 'transcript', state: 'active' });

async function kept(ids: readonly string[]) {
	const folder = await tempFolder();
	const registry = await open(folder);
	for (const id of ids) await registry.create(draft(id, { agent: 'claude', folder: '/repo' }));
	const keeper = new RecordKeeper({
		registry,
		logger: silentLogger,
		now: () => 10_000,
		isAsked: () => false,
		onDidSettle: () => undefined,
		onDidMissAtStart: () => undefined,
	});
	const see = (...sessions: readonly Session[]) => keeper.reconcile(sessions, new Map());
	const thoughtOf = (id: string) => registry.get(id)?.thought?.text;
	return { folder, registry, see, thoughtOf };
}

describe('what a session last said', () => {
	it('is written before the window ends: of each session the newest, and nothing of one that said nothing', async () => {
		const { registry, see, thoughtOf } = await kept(['one', 'two', 'three']);
		for (let at = 1; at <= 50; at++)
			see(session('one', { thought: thought(`one ${at}`, at) }), session('two', { thought: thought(`two ${at}`, at) }), session('three'));
		expect(await registry.flush(FLUSH_LIMIT_MS)).toBe(true);
		expect(['one', 'two', 'three'].map(thoughtOf)).toEqual(['one 50', 'two 50', undefined]);
	});

	it('costs one write for many thoughts', async () => {
		const { registry, see } = await kept(['one']);
		see(session('one'));
		await registry.flush(FLUSH_LIMIT_MS);
		const before = registry.get('one')?.revision ?? 0;
		for (let at = 1; at <= 50; at++) see(session('one', { thought: thought(`one ${at}`, at) }));
		await registry.flush(FLUSH_LIMIT_MS);
		expect(registry.get('one')?.revision).toBe(before + 1);
	});

	it('is not replaced by an older one, as another window may still have it', async () => {
		const { registry, see, thoughtOf } = await kept(['one']);
		see(session('one', { thought: thought('newer', 20) }));
		await registry.flush(FLUSH_LIMIT_MS);
		see(session('one', { thought: thought('older', 10) }));
		await registry.flush(FLUSH_LIMIT_MS);
		expect(thoughtOf('one')).toBe('newer');
	});

	it('is not kept of a plain program, whose title may hold anything', async () => {
		const { registry, see, thoughtOf } = await kept(['one']);
		see(session('one', { agent: 'other', thought: { text: 'vim secret.txt', at: 5, source: 'title' } }));
		await registry.flush(FLUSH_LIMIT_MS);
		expect(thoughtOf('one')).toBeUndefined();
	});

	it('is shown when a window opens and it runs no more', async () => {
		const { folder, registry, see } = await kept(['one']);
		see(session('one', { thought: thought('All tests pass.', 20) }));
		await registry.close(FLUSH_LIMIT_MS);
		const reopened = await open(folder);
		const roster = rosterOf({
			records: reopened.list(),
			presences: new Map(),
			previous: () => undefined,
			readPane: () => ({ agent: 'other', state: undefined }),
			now: 30_000,
		});
		expect(roster).toMatchObject([{ id: 'one', activity: 'unknown', thought: { text: 'All tests pass.', at: 20 } }]);
	});
});
