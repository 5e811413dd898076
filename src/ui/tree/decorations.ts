/** The letters at the end of a row, and its colour: state and thought by a decoration on a URI of our own scheme. */
import { EventEmitter, type FileDecoration, type FileDecorationProvider, ThemeColor, Uri } from 'vscode';
import { DisposableList } from '../../base/disposable.ts';
import type { RepoColour } from '../../sessions/repo/colours.ts';
import type { Activity, Session, SessionId } from '../../sessions/session.ts';
import type { SessionList } from '../../sessions/sessionList.ts';
import { rowColour } from '../repoColour.ts';
import { activityWord, restWord } from '../words/state.ts';
import { viewWords } from '../words/view.ts';

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

export interface DecorationOptions {
	readonly list: SessionList;
	readonly isUnseen: (id: SessionId) => boolean;
	readonly colourOf: (folder: string) => RepoColour | undefined;
}

export class SessionDecorations extends DisposableList implements FileDecorationProvider {
	readonly #options: DecorationOptions;
	readonly #onDidChange = this.add(new EventEmitter<Uri[]>());
	readonly onDidChangeFileDecorations = this.#onDidChange.event;

	constructor(options: DecorationOptions) {
		super();
		this.#options = options;
		this.add(options.list.onDidChange(({ added, changed }) => this.refresh([...added, ...changed].map(({ id }) => id))));
	}

	refresh(ids: readonly SessionId[]): void {
		if (ids.length > 0) this.#onDidChange.fire(ids.map(sessionUri));
	}

	provideFileDecoration(uri: Uri): FileDecoration | undefined {
		if (uri.scheme !== SCHEME) return undefined;
		const session = this.#options.list.get(uri.path.slice(1) as SessionId);
		return session && this.#decorationOf(session);
	}

	#decorationOf(session: Session): FileDecoration {
		const isUnseen = this.#options.isUnseen(session.id);
		const color = this.#colorOf(session);
		return {
			badge: `${letterOf(session, isUnseen)}${thoughtMark(session)}`,
			tooltip: [isUnseen ? viewWords.doneUnseen() : activityWord(session), restWord(session)].filter(Boolean).join(' · '),
			...(color && { color }),
		};
	}

	/** What rests fades; the rest has the colour of its repository. */
	#colorOf(session: Session): ThemeColor | undefined {
		const isResting = session.rest === 'sleeping' || session.rest === 'deepSleep';
		const isFaded = session.health === 'disconnected' || session.lifecycle === 'stopped' || isResting;
		if (isFaded && !this.#options.isUnseen(session.id)) return new ThemeColor('disabledForeground');
		const colour = this.#options.colourOf(session.folder);
		return colour && rowColour(colour);
	}
}

function letterOf(session: Session, isUnseen: boolean): string {
	if (session.lifecycle === 'stopped') return '×';
	return isUnseen ? '✓' : LETTERS[session.activity];
}

/** Whether what the row says is being done right now, or waits for the user; nothing newer known leaves no mark. */
function thoughtMark(session: Session): string {
	// Who asks or failed says so already, and a shell has no thoughts.
	const { activity, agent, lifecycle } = session;
	if (lifecycle !== 'live' || agent === 'other' || (activity !== 'working' && activity !== 'idle')) return '';
	switch (session.thought?.state) {
		case 'active':
			return '…';
		case 'sleeping':
			return 'z';
		case 'holding':
		case undefined:
			return '';
	}
}
