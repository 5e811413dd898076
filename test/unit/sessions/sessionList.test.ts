import { describe, expect, it } from 'vitest';
import type { Session, SessionId } from '../../../src/sessions/session.ts';
import { type SessionChange, SessionList } from '../../../src/sessions/sessionList.ts';
import { someSession } from './someSession.ts';

function session(id: string, name = id): Session {
	return someSession(name, { id: id as SessionId });
}

function listWith(...sessions: Session[]): { list: SessionList; heard: SessionChange[] } {
	const list = new SessionList();
	list.replace(sessions);
	const heard: SessionChange[] = [];
	list.onDidChange((change) => heard.push(change));
	return { list, heard };
}

describe('the session list', () => {
	it('announces what was added, changed and removed, and nothing else', () => {
		const { list, heard } = listWith(session('a'), session('b'), session('c'));
		list.replace([session('a'), session('b', 'renamed'), session('d')]);
		expect(heard).toEqual([{ added: [session('d')], changed: [session('b', 'renamed')], removed: [session('c')] }]);
	});

	it('is silent when nothing changed', () => {
		const { list, heard } = listWith(session('a'));
		list.replace([session('a')]);
		expect(heard).toEqual([]);
	});
});
