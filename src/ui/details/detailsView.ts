/** How the page about one session looks. Pure. */
import { needsUser } from '../../sessions/attention.ts';
import type { Dossier } from '../../sessions/dossier.ts';
import type { Session } from '../../sessions/session.ts';
import { button, type Child, el, type Piece } from '../panel/piece.ts';
import { stateLine } from '../panel/stateLine.ts';
import { tildify } from '../paths.ts';
import { detailsWords as words } from '../words/details.ts';
import { askedWord, confidenceWord } from '../words/state.ts';
import { agoWord, dateWord } from '../words/time.ts';
import { actionsFor } from './actionsFor.ts';
import { changesSection } from './changesSection.ts';
import { type Absence, type Present, timelinePieces, whileAway } from './timeline.ts';

export interface DetailsScene extends Present {
	readonly session: Session;
	/** Absent while it is being read. */
	readonly dossier?: Dossier;
	/** How long nobody had looked at this session before the page was shown. */
	readonly absence?: Absence;
	/** Also what is older than a page is long. */
	readonly showsAll: boolean;
	readonly isInWorkspace: boolean;
}

/** As much as one wants to scroll through; the rest comes on request. */
const HISTORY_AT_FIRST = 40;

export function detailsBody(scene: DetailsScene): readonly Piece[] {
	const { session, dossier } = scene;
	return [
		headerPiece(scene),
		nowSection(scene),
		awaySection(scene),
		usageSection(session),
		dossier && changesSection(dossier),
		placesSection(scene),
		historySection(scene),
	].filter((piece) => piece !== undefined);
}

function headerPiece({ session, now, language }: DetailsScene): Piece {
	const since = session.lifecycle === 'live' ? [words.since(dateWord(session.activitySince, now, language))] : [];
	const buttons = actionsFor(session).map(({ label, action }, index) =>
		button(label, action, { key: action, look: index === 0 ? 'primary' : 'secondary' }),
	);
	return el('header', { key: 'header' }, [
		stateLine(session, [...since, session.agent === 'other' ? session.command : session.agent]),
		el('h1', { tabindex: '-1' }, session.name),
		el('div', { class: 'buttons actions' }, buttons),
	]);
}

/** Rows of a label and what it stands for; a row without content is left out. */
function facts(rows: readonly (readonly [label: string, content: Child | readonly Child[]])[]): Piece {
	const known = rows.filter(([, content]) => content !== undefined && content !== '' && content !== false);
	return el(
		'dl',
		{},
		known.flatMap(([label, content]) => [el('dt', {}, label), el('dd', {}, content)]),
	);
}

function nowSection(scene: DetailsScene): Piece {
	const { session, dossier, now, language } = scene;
	const { evidence, decision } = session;
	const { source, confidence, at, observation, disagrees = [] } = evidence;
	const proof = words.evidence(source, confidenceWord(confidence), agoWord(at, now, language));
	return el('section', { key: 'now' }, [
		el('h2', {}, words.now()),
		facts([
			[words.paused(), dossier?.pauseNote],
			[words.asks(), decision && needsUser(session) ? askedWord(decision) : undefined],
			[words.objective(), session.objective?.text],
			[words.thought(), session.thought?.text],
			[
				words.because(),
				[
					el('div', {}, observation, ' ', el('span', { class: 'quiet' }, `(${proof})`)),
					...disagrees.map((other) => el('div', { class: 'quiet' }, words.against(other.observation))),
					button(words.why(), 'why', { look: 'link' }),
				],
			],
			[words.delegations(), session.delegations > 0 ? String(session.delegations) : undefined],
			[words.issue(), dossier?.issueId],
			[words.overrides(), dossier && overridesText(dossier.overrides)],
			[words.lastError(), session.lifecycle === 'errored' ? dossier?.lastError : undefined],
		]),
	]);
}

function overridesText({ model, permissionMode, variables }: Dossier['overrides']): string {
	const parts = [
		model && words.overrideModel(model),
		permissionMode && words.overrideMode(permissionMode),
		variables.length > 0 && words.overrideVariables(variables.join(', ')),
	];
	return parts.filter(Boolean).join(' · ');
}

function awaySection(scene: DetailsScene): Piece | undefined {
	const { dossier, absence, now, language } = scene;
	const away = whileAway(dossier?.history ?? [], absence);
	if (away.length === 0 || !absence) return undefined;
	const since = words.awaySince(dateWord(absence.from, now, language));
	const heading = el('h2', {}, words.away(), ' ', el('span', { class: 'quiet' }, since));
	return el('section', { key: 'away', class: 'away' }, heading, timelinePieces(away, scene));
}

function usageSection({ usage }: Session): Piece | undefined {
	if (!usage) return undefined;
	const percent = Math.round(usage.percent);
	const tokens = words.tokens(usage.contextTokens.toLocaleString(), usage.contextLimit.toLocaleString(), percent);
	const more = [usage.model, usage.costUsd !== undefined && words.cost(`$${usage.costUsd.toFixed(2)}`)].filter(Boolean).join(' · ');
	return el('section', { key: 'usage' }, [
		el('h2', {}, words.context()),
		el('progress', { max: '100', value: String(percent), 'aria-label': tokens }),
		el('p', { class: 'spread' }, el('span', {}, tokens), el('span', { class: 'quiet' }, more)),
	]);
}

function placesSection({ session, dossier, isInWorkspace }: DetailsScene): Piece {
	const { conversation, folder } = session;
	const place = (path: string, ...links: readonly Child[]) => [
		el('div', { class: 'path' }, tildify(path)),
		el('div', { class: 'buttons links' }, links),
	];
	const folderLinks = [
		isInWorkspace && button(words.reveal(), 'reveal', { look: 'link' }),
		button(words.openWindow(), 'window', { look: 'link' }),
	];
	const copies = [
		session.host.kind === 'tmux' && button(words.copyAttach(), 'copyAttach', { look: 'link' }),
		conversation && session.agent !== 'other' && button(words.copyResume(), 'copyResume', { look: 'link' }),
	];
	return el('section', { key: 'places' }, [
		el('h2', {}, words.places()),
		facts([
			[dossier?.worktree === folder ? words.worktree() : words.folder(), folder && place(folder, ...folderLinks)],
			[words.transcript(), conversation?.file && place(conversation.file, button(words.openFile(), 'transcript', { look: 'link' }))],
			[words.commands(), copies.some(Boolean) && el('div', { class: 'buttons links' }, copies)],
		]),
	]);
}

function historySection(scene: DetailsScene): Piece {
	const history = scene.dossier?.history ?? [];
	const shown = scene.showsAll ? history : history.slice(-HISTORY_AT_FIRST);
	const older = history.length - shown.length;
	const none = scene.dossier ? words.noHistory() : words.loading();
	return el('section', { key: 'history' }, [
		el('h2', {}, words.history()),
		history.length === 0 && el('p', { class: 'quiet' }, none),
		...timelinePieces(shown, scene),
		older > 0 && button(words.showOlder(older), 'older', { look: 'link' }),
	]);
}
