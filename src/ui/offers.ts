/** Tells VS Code which kinds of sessions there are, so that only commands that can do something are offered. */
import { type Disposable, DisposableList } from '../base/disposable.ts';
import { isRunning, needsUser } from '../sessions/attention.ts';
import type { Supervisor } from '../sessions/supervisor.ts';
import { setContext } from './contextKeys.ts';

export function keepOffersTrue({ sessions, archive }: Supervisor): Disposable {
	const parts = new DisposableList();
	const update = () => {
		const { all } = sessions;
		setContext('shoal.sessions', all.length > 0);
		setContext('shoal.running', all.some(isRunning));
		setContext('shoal.waiting', all.some(needsUser));
		setContext('shoal.stopped', !all.every(isRunning));
		setContext('shoal.archived', archive.size > 0);
	};
	parts.add(sessions.onDidChange(update));
	parts.add(archive.onDidChange(update));
	update();
	return parts;
}
