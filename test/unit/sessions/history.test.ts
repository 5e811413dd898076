import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../src/base/logger.ts';
import { Chronicle, happening } from '../../../src/sessions/chronicle.ts';
import { asOneStory, readHistory } from '../../../src/sessions/history.ts';
import type { Session, SessionId } from '../../../src/sessions/session.ts';
import { SessionList } from '../../../src/sessions/sessionList.ts';
import { draft, onCleanup, open, tempFolder, until } from '../registry/support.ts';
import { aSession, asking, NOW } from '../ui/sessions.ts';

describe('what goes into the history', () => {
	const said = (text: string, at: number) => ({ thought: { text, source: 'transcript', at } }) as const;
	const between = (before: Session, now: Session) => happening(before, now, NOW);

	it('is a new question, by its command where it has one', () => {
		expect(between(aSession(), asking({ command: 'rm -r dist' }))).toMatchObject({ kind: 'asked', text: 'rm -r dist' });
		expect(between(aSession(), asking({ kind: 'question', question: 'Which?' }))).toMatchObject({ kind: 'asked', text: 'Which?' });
		expect(between(asking({ askedAt: 1 }), asking({ askedAt: 2 }))).toMatchObject({ kind: 'asked' });
	});

	it('is the end of a turn, also of one that was too short to be seen, and a failure', () => {
		const working = aSession({ activity: 'working' });
		expect(between(working, aSession())).toBe('finished');
		expect(between(aSession(said('old', NOW - 9_000)), aSession(said('new', NOW)))).toBe('finished');
		expect(between(working, aSession({ activity: 'failed' }))).toMatchObject({ kind: 'stateChanged', why: 'failed' });
	});

	it('is no question twice, no menu, no shell, and nothing that is read from an old transcript', () => {
		expect(between(asking(), asking({ defaultIndex: 1 }))).toBeUndefined();
		expect(between(aSession(), asking({ kind: 'menu' }))).toBeUndefined();
		expect(between(aSession({ agent: 'other', activity: 'working' }), aSession({ agent: 'other' }))).toBeUndefined();
		expect(between(aSession({ activity: 'unknown' }), aSession())).toBeUndefined();
		expect(between(aSession(), aSession(said('long ago', NOW - 3_600_000)))).toBeUndefined();
	});
});

describe('the history of a session', () => {
	async function chronicled() {
		const registry = await open(await tempFolder());
		const { id } = aSession();
		await registry.create(draft(id));
		const sessions = new SessionList();
		const chronicle = new Chronicle({ sessions, registry: async () => registry, logger: silentLogger, now: () => NOW, settleMs: 0 });
		onCleanup(() => chronicle.dispose());
		const written = async (count: number) => {
			await until(`${count} entries are written`, async () => (await readHistory(registry, id)).length >= count);
			return readHistory(registry, id);
		};
		return { sessions, written, registry };
	}

	it('is written while the window is open', async () => {
		const { sessions, written } = await chronicled();
		// What is so when the window opens has not happened just now.
		sessions.replace([asking({ command: 'first' })]);
		sessions.replace([aSession()]);
		sessions.replace([asking({ command: 'second', fingerprint: 'def' })]);
		expect(await written(1)).toMatchObject([{ kind: 'asked', text: 'second' }]);
	});

	it('has the last words of a turn, which come after its end', async () => {
		const { sessions, written } = await chronicled();
		const thought = (text: string) => ({ thought: { text, source: 'transcript', at: NOW } }) as const;
		sessions.replace([aSession({ activity: 'working' })]);
		sessions.replace([aSession(thought('Running the tests'))]);
		sessions.replace([aSession(thought('All tests pass.'))]);
		expect(await written(1)).toMatchObject([{ kind: 'stateChanged', why: 'idle', text: 'All tests pass.' }]);
	});

	it('does not call an interrupted turn finished, and leaves it to the user’s own entry where there is one', async () => {
		const { sessions, written, registry } = await chronicled();
		const other = { id: 'session-2' as SessionId };
		await registry.create(draft(other.id));
		await registry.journal.append(other.id, { kind: 'interrupted', by: 'user', at: NOW - 200 });
		sessions.replace([aSession({ ...other, activity: 'working' }), aSession({ activity: 'working' })]);
		sessions.replace([aSession({ ...other, interrupted: true }), aSession({ interrupted: true })]);
		expect(await written(1)).toMatchObject([{ kind: 'stateChanged', why: 'interrupted' }]);
		expect(await readHistory(registry, other.id)).toMatchObject([{ kind: 'interrupted' }]);
	});

	it('tells once what two windows saw, and twice what happened twice', () => {
		const seen = (window: string, at: number) => ({ at, kind: 'asked', by: 'outside', window, why: 'abc', text: 'Which?' }) as const;
		expect(asOneStory([seen('one', NOW), seen('two', NOW + 300)])).toHaveLength(1);
		expect(asOneStory([seen('one', NOW), seen('one', NOW + 300)])).toHaveLength(2);
		expect(asOneStory([seen('one', NOW), seen('two', NOW + 60_000)])).toHaveLength(2);
	});

	it('is in order of time, whoever wrote first', () => {
		const at = (time: number) => ({ at: time, kind: 'sent', by: 'user', text: String(time) }) as const;
		expect(asOneStory([at(2), at(1)]).map((entry) => entry.at)).toEqual([1, 2]);
	});
});
