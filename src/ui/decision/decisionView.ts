/** How a question looks: what is asked, what it is about, and everything that answers it. Pure. */
import { writesInDialog } from '../../sessions/actions/writtenAnswer.ts';
import { needsUser } from '../../sessions/attention.ts';
import type { FileProposal } from '../../sessions/proposal.ts';
import type { Session } from '../../sessions/session.ts';
import { button, el, type Piece } from '../panel/piece.ts';
import { stateLine } from '../panel/stateLine.ts';
import { tildify } from '../paths.ts';
import { decisionWords as words } from '../words/decision.ts';
import { activityWord } from '../words/state.ts';
import { agoWord } from '../words/time.ts';
import { changePiece } from './changePiece.ts';
import { type Decision, questionOf } from './waiting.ts';

/** What the last answer came to, or why there is nothing to answer. */
export interface Notice {
	readonly kind: 'busy' | 'done' | 'problem';
	readonly text: string;
}

export interface DecisionScene {
	readonly session: Session | undefined;
	/** What the edit that is asked about would do. */
	readonly proposal?: readonly FileProposal[];
	/** How many other sessions wait. */
	readonly others: number;
	readonly notice?: Notice;
	readonly now: number;
	readonly language: string;
}

export function decisionBody(scene: DecisionScene): readonly Piece[] {
	const { session } = scene;
	const decision = session?.decision;
	if (session && decision && needsUser(session)) return asking(scene, session, decision);
	return settled(scene);
}

/** Names of actions carry the question they are about: a button of an older one then means nothing any more. */
export function about(action: string, decision: Decision): string {
	return `${action}@${questionOf(decision)}`;
}

function asking(scene: DecisionScene, session: Session, decision: Decision): readonly Piece[] {
	const key = questionOf(decision);
	const { now, language } = scene;
	return [
		el('header', { key: 'header' }, [
			stateLine(session, [...placeOf(session), words.asked(agoWord(decision.askedAt, now, language))]),
			el('h1', { key, tabindex: '-1' }, decision.question || activityWord(session)),
		]),
		...subject(scene, session, decision),
		session.host.kind === 'tmux'
			? el('section', { key: `answers ${key}`, class: 'answers' }, answers(scene, decision))
			: el('section', { key: 'elsewhere' }, el('p', { class: 'quiet' }, words.notHere())),
		noticePiece(scene),
		footer(scene, session),
	];
}

function placeOf({ name, folder }: Session): readonly string[] {
	return [name, tildify(folder)];
}

/** What the question is about: a command, changes to files, a plan, or what the dialog shows of them. */
function subject({ proposal }: DecisionScene, session: Session, decision: Decision): readonly Piece[] {
	const block = (heading: string, text: string, kind: string) =>
		el(
			'section',
			{ key: kind },
			el('h2', {}, heading),
			el('pre', { class: kind, tabindex: '0', role: 'region', 'aria-label': heading }, text),
		);
	const pieces: Piece[] = [];
	if (decision.purpose) pieces.push(el('p', { key: 'purpose', class: 'purpose' }, decision.purpose));
	if (decision.command && !proposal) pieces.push(block(words.command(), decision.command, 'command'));
	if (proposal) {
		const changes = proposal.map((change) =>
			changePiece(change, { folder: session.folder, action: about(`diff ${change.path}`, decision) }),
		);
		pieces.push(el('section', { key: 'changes' }, el('h2', {}, words.changes()), changes));
	} else if (decision.diff) {
		const isPlan = decision.kind === 'plan';
		pieces.push(block(isPlan ? words.plan() : words.excerpt(), decision.diff, isPlan ? 'plan' : 'excerpt'));
	}
	if (decision.partial) pieces.push(el('p', { key: 'partial', class: 'quiet partial' }, words.partial()));
	return pieces;
}

function isBusy({ notice }: DecisionScene): boolean {
	return notice?.kind === 'busy';
}

/** Yes and no come first where that is what is asked; a question is about its options. */
function answers(scene: DecisionScene, decision: Decision): readonly Piece[] {
	const disabled = isBusy(scene);
	const reject = (label: string) => button(label, about('reject', decision), { disabled });
	if (!decision.options.some(({ effect }) => effect === 'approve'))
		return [...options(scene, decision), ...inWords(scene, decision), el('div', { class: 'buttons' }, reject(words.rejectQuestion()))];
	const approve = button(words.approve(), about('approve', decision), { look: 'primary', disabled });
	return [el('div', { class: 'buttons' }, approve, reject(words.reject())), ...options(scene, decision), ...inWords(scene, decision)];
}

function options(scene: DecisionScene, decision: Decision): readonly Piece[] {
	// The line that waits for words is the box below.
	const written = writesInDialog(decision);
	const offered = decision.options.map((option, index) => ({ ...option, index })).filter(({ index }) => index !== written);
	if (offered.length === 0) return [];
	const disabled = isBusy(scene) && 'true';
	const row = ({ label, description, index }: (typeof offered)[number]) => {
		const isDefault = index === decision.defaultIndex;
		const attributes = {
			type: 'button',
			class: 'option',
			'data-action': about(`option ${index}`, decision),
			'aria-label': words.optionSpoken(index + 1, [label, description].filter(Boolean).join('. '), isDefault),
			'aria-disabled': disabled,
		};
		const texts = el('span', { class: 'texts' }, el('span', {}, label), description && el('span', { class: 'quiet' }, description));
		return el('li', {}, [
			el('button', attributes, [
				el('span', { class: 'number' }, String(index + 1)),
				texts,
				isDefault && el('span', { class: 'tag' }, words.byDefault()),
			]),
		]);
	};
	return [el('h2', { id: 'options' }, words.options()), el('ol', { class: 'options', 'aria-labelledby': 'options' }, offered.map(row))];
}

/** A dialog at the start or a menu takes no words, and an agent that is told no there may end. */
function inWords(scene: DecisionScene, decision: Decision): readonly Piece[] {
	if (decision.kind === 'start' || decision.kind === 'menu') return [];
	const inDialog = decision.kind === 'question';
	const action = about('words', decision);
	const hint = inDialog ? undefined : words.insteadHint();
	return [
		el('form', { class: 'words', 'data-action': action }, [
			el('label', { for: 'words' }, inDialog ? words.inWords() : words.instead()),
			el('div', { class: 'buttons' }, [
				el('input', { id: 'words', type: 'text', autocomplete: 'off', 'data-draft': action, 'aria-describedby': hint && 'hint' }),
				el('button', { type: 'submit', class: 'secondary', 'aria-disabled': isBusy(scene) && 'true' }, words.send()),
			]),
			hint && el('p', { id: 'hint', class: 'quiet' }, hint),
		]),
	];
}

/** Always there, since a screen reader reads out only what changes in an element that it knows. */
function noticePiece({ notice }: DecisionScene): Piece {
	return el('p', { key: 'notice', role: 'status', class: `notice ${notice?.kind ?? 'none'}` }, notice?.text);
}

function settled(scene: DecisionScene): readonly Piece[] {
	const { session } = scene;
	if (!session) return [el('h1', { key: 'gone', tabindex: '-1' }, words.gone()), noticePiece(scene), footer(scene)];
	const text = needsUser(session) ? words.reading() : words.nothingAsked(session.name);
	return [
		el('header', { key: 'header' }, stateLine(session, placeOf(session)), el('h1', { key: 'settled', tabindex: '-1' }, text)),
		noticePiece(scene),
		scene.others === 0 && !needsUser(session) && el('p', { key: 'nobody', class: 'quiet' }, words.nobodyElse()),
		footer(scene, session),
	].filter((piece) => piece !== false);
}

function footer({ others }: DecisionScene, session?: Session): Piece {
	const asks = session?.decision !== undefined && needsUser(session);
	return el('nav', { key: 'footer', class: 'buttons footer' }, [
		others > 0 && button(words.next(others), 'next', { look: asks ? 'secondary' : 'primary' }),
		session && button(words.openTerminal(), 'open', { look: 'link' }),
		session && button(words.details(), 'details', { look: 'link' }),
		!asks && others === 0 && button(words.close(), 'close', { look: 'link' }),
	]);
}
