import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../../src/registry/journal.ts';
import { entriesOf } from '../../../../src/sessions/actions/gitSummary.ts';
import { limitRefusal, runningCounts } from '../../../../src/sessions/actions/limits.ts';
import { plain } from '../../../../src/sessions/actions/names.ts';
import { merged } from '../../../../src/sessions/actions/records.ts';
import { isParked } from '../../../../src/sessions/actions/resumePlan.ts';
import type { Session } from '../../../../src/sessions/session.ts';

const MINUTE = 60_000;
const entry = (kind: JournalEntry['kind'], by: JournalEntry['by'], at: number): JournalEntry => ({ kind, by, at });
/** An automatic resume at this minute that ended so many minutes later. */
const comeback = (minute: number, lived: number) => [
	entry('resumed', 'auto', minute * MINUTE),
	entry('stopped', 'outside', (minute + lived) * MINUTE),
];

describe('the rules of the actions', () => {
	it('park a session whose last three automatic resumes ended within two minutes', () => {
		expect(isParked([...comeback(0, 1), ...comeback(10, 2), ...comeback(20, 0.1)])).toBe(true);
		expect(isParked([...comeback(0, 1), ...comeback(10, 1)])).toBe(false);
		expect(isParked([...comeback(0, 1), ...comeback(10, 2.1), ...comeback(20, 1)])).toBe(false);
		expect(isParked([...comeback(0, 1), ...comeback(10, 1), entry('resumed', 'auto', 20 * MINUTE)])).toBe(false);
	});

	it('let a person start the count again, and do not count what a person stopped', () => {
		const parked = [...comeback(0, 1), ...comeback(10, 1), ...comeback(20, 1)];
		expect(isParked([...parked, entry('resumed', 'user', 30 * MINUTE), entry('stopped', 'outside', 31 * MINUTE)])).toBe(false);
		expect(isParked([...comeback(0, 1), ...comeback(10, 1), entry('resumed', 'auto', 20), entry('stopped', 'user', 21)])).toBe(false);
	});

	it('limit the agents that run, and count them by kind', () => {
		const session = (agent: Session['agent'], lifecycle: Session['lifecycle']) => ({ agent, lifecycle }) as Session;
		const sessions = [session('claude', 'live'), session('claude', 'starting'), session('codex', 'live'), session('other', 'live')];
		expect(runningCounts([...sessions, session('codex', 'stopped')])).toEqual({ claude: 2, codex: 1, other: 1 });
		expect(limitRefusal(sessions, 4)).toBeUndefined();
		expect(limitRefusal(sessions, 3)).toEqual({ kind: 'limit', limit: 3, counts: { claude: 2, codex: 1, other: 1 } });
	});

	it('name the session that has waited longest where the limit is reached', () => {
		const idle = (id: string, activitySince: number, activity = 'idle') =>
			({ id, name: id, agent: 'claude', lifecycle: 'live', activity, activitySince }) as Session;
		const sessions = [idle('new', 30), idle('old', 10), idle('busy', 1, 'working')];
		expect(limitRefusal(sessions, 3)).toMatchObject({ idlest: { id: 'old', name: 'old', running: true } });
		expect(limitRefusal(sessions, Number.POSITIVE_INFINITY)).toBeUndefined();
	});

	it('make plain names that tmux takes as they are', () => {
		expect(plain('Größe & Co: $(x)')).toBe('Gro-e-Co-x');
		expect(plain('--rm -rf')).toBe('rm-rf');
		expect(plain('日本')).toBe('');
	});

	it('merge overrides value by value', () => {
		const before = { model: 'opus', permissionMode: 'plan', env: { A: '1', B: '2' } };
		expect(merged(before, { model: null, env: { B: null, C: '3' } })).toEqual({ permissionMode: 'plan', env: { A: '1', C: '3' } });
		expect(merged(before, {})).toEqual(before);
		expect(merged({}, { env: { A: null } })).toEqual({});
	});

	it('read the status of git with any name in it', () => {
		expect(entriesOf('R  new name\0old name\0?? a\nb\0!! x\0 M c\0')).toEqual([
			{ code: 'R ', path: 'new name' },
			{ code: '??', path: 'a\nb' },
			{ code: '!!', path: 'x' },
			{ code: ' M', path: 'c' },
		]);
	});
});
