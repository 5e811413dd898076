/** What hovering a row tells: state and why, what it asks and does, where, how much, its last lines, and what can be done. */
import { MarkdownString } from 'vscode';
import { isRunning, isWorking, needsUser } from '../../sessions/attention.ts';
import type { Session, TransportHealth } from '../../sessions/session.ts';
import { tildify } from '../paths.ts';
import { modelWords } from '../words/model.ts';
import { activityWord, askedWord, clientsWord, healthWord, restWord, tabHealthWord, usageWord } from '../words/state.ts';
import { viewWords } from '../words/view.ts';

/** Enough to recognise what is going on. */
const SCREEN_LINES = 8;
const SCREEN_COLUMNS = 90;

export interface TooltipFacts {
	readonly branch?: string | undefined;
	readonly screen?: string | undefined;
	/** How well the tab of this window keeps up. */
	readonly tab?: TransportHealth | undefined;
	readonly isUnseen: boolean;
}

/** Everything that comes from outside is shown as text or in a code block, never as Markdown. */
export function sessionTooltip(session: Session, { branch, screen, tab, isUnseen }: TooltipFacts): MarkdownString {
	const { label } = viewWords;
	const tooltip = new MarkdownString();
	tooltip.isTrusted = { enabledCommands: [...LINKS.map(({ command }) => command)] };
	const row = (name: string, value: string | undefined) => {
		if (value) tooltip.appendMarkdown(`**${name}:** `).appendText(value).appendMarkdown('  \n');
	};
	tooltip.appendMarkdown('**').appendText(session.name).appendMarkdown('**\n\n');
	row(label.state(), [isUnseen ? viewWords.doneUnseen() : activityWord(session), restWord(session)].filter(Boolean).join(' · '));
	if (session.lifecycle === 'live') row(label.why(), `${session.evidence.source}: ${session.evidence.observation}`);
	row(label.asks(), session.decision && [askedWord(session.decision), session.decision.question].join(' — '));
	row(label.objective(), session.objective?.text);
	row(
		label.thought(),
		session.thought && [session.thought.text, session.thought.source === 'model' && modelWords.written()].filter(Boolean).join(' — '),
	);
	row(label.pauseNote(), session.pauseNote);
	row(label.folder(), tildify(session.folder));
	row(label.branch(), branch && [branch, session.commitCandidate && viewWords.uncommitted()].filter(Boolean).join(' · '));
	row(label.program(), session.command);
	row(label.usage(), session.usage && usageWord(session.usage));
	row(label.delegations(), session.delegations > 0 ? String(session.delegations) : undefined);
	row(label.terminals(), session.host.kind === 'tmux' ? clientsWord(session.clients) : undefined);
	row(label.health(), session.health === 'healthy' ? undefined : healthWord(session.health));
	row(label.tab(), tab && tabHealthWord(tab));
	const tail = screen && lastLines(screen);
	tooltip.appendMarkdown('\n\n');
	if (tail) tooltip.appendCodeblock(tail, 'text');
	tooltip.appendMarkdown(
		LINKS.filter(({ offered }) => offered(session))
			.map(({ command, title }) => `[${title()}](command:${command}?${encodeURIComponent(JSON.stringify([session.id]))})`)
			.join('&nbsp;&nbsp;·&nbsp;&nbsp;'),
	);
	return tooltip;
}

interface Link {
	readonly command: string;
	readonly title: () => string;
	readonly offered: (session: Session) => boolean;
}

const isInTmux = ({ host }: Session) => host.kind === 'tmux';
const isApprovable = (session: Session) =>
	needsUser(session) && session.decision?.options.some(({ effect }) => effect === 'approve') === true;

/** What the session's state suggests, in the order of how likely it is wanted. */
const LINKS: readonly Link[] = [
	{ command: 'shoal.approve', title: viewWords.link.approve, offered: (session) => isInTmux(session) && isApprovable(session) },
	{ command: 'shoal.reject', title: viewWords.link.reject, offered: (session) => isInTmux(session) && isApprovable(session) },
	{ command: 'shoal.open', title: viewWords.link.open, offered: isInTmux },
	{
		command: 'shoal.send',
		title: viewWords.link.send,
		offered: (session) => isInTmux(session) && isRunning(session) && !needsUser(session),
	},
	{ command: 'shoal.interrupt', title: viewWords.link.interrupt, offered: (session) => isInTmux(session) && isWorking(session) },
	{ command: 'shoal.resume', title: viewWords.link.resume, offered: (session) => !isRunning(session) },
	{ command: 'shoal.whyThisState', title: viewWords.link.why, offered: isRunning },
];

/** The end of the screen without the blank rest of the window. */
function lastLines(screen: string): string {
	return screen
		.trimEnd()
		.split('\n')
		.map((line) => line.trimEnd())
		.filter((line, index, lines) => line !== '' || lines[index - 1] !== '')
		.slice(-SCREEN_LINES)
		.map((line) => (line.length > SCREEN_COLUMNS ? `${line.slice(0, SCREEN_COLUMNS - 1)}…` : line))
		.join('\n');
}
