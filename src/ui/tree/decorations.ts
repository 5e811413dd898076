/** The state letter at the end of a row, by a decoration on a URI of our own scheme. */
import { EventEmitter, type FileDecoration, type FileDecorationProvider, ThemeColor, Uri } from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import type { Activity, Session, SessionId } from '../../sessions/session.ts';
import type { SessionList } from '../../sessions/sessionList.ts';
import { activityWord } from '../words/state.ts';

const SCHEME = 'shoal-session';

export function sessionUri(id: SessionId): Uri {
	return Uri.from({ scheme: SCHEME, path: `/${id}` });
}

const LETTERS: Record<Activity, string> = {
	working: 'W',
	idle: 'I',
	needsApproval: '!',
	needsAnswer: '!',
	failed: 'F',
	retrying: 'R',
	startDialog: '!',
	unknown: '?',
};

export class SessionDecorations implements FileDecorationProvider, Disposable {
	readonly #list: SessionList;
	readonly #onDidChange = new EventEmitter<Uri[]>();
	readonly onDidChangeFileDecorations = this.#onDidChange.event;
	readonly #subscription: Disposable;

	constructor(list: SessionList) {
		this.#list = list;
		this.#subscription = list.onDidChange(({ added, changed }) => {
			const uris = [...added, ...changed].map((session) => sessionUri(session.id));
			if (uris.length > 0) this.#onDidChange.fire(uris);
		});
	}

	provideFileDecoration(uri: Uri): FileDecoration | undefined {
		if (uri.scheme !== SCHEME) return undefined;
		const session = this.#list.get(uri.path.slice(1) as SessionId);
		return session && decorationOf(session);
	}

	dispose(): void {
		this.#subscription.dispose();
		this.#onDidChange.dispose();
	}
}

function decorationOf(session: Session): FileDecoration {
	const dimmed = session.health === 'disconnected' || session.lifecycle === 'stopped';
	return {
		badge: session.lifecycle === 'stopped' ? '×' : LETTERS[session.activity],
		tooltip: activityWord(session),
		...(dimmed && { color: new ThemeColor('disabledForeground') }),
	};
}
