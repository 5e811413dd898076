/** "Session Settings…": agent, model, permission mode and variables that a session is started with, from its next start on. */
import { type QuickPickItem, QuickPickItemKind, ThemeIcon } from 'vscode';
import type { Overrides, OverridesChange } from '../../sessions/actions/records.ts';
import type { AgentOffer } from '../../sessions/actions/spawnAdvice.ts';
import { isRunning } from '../../sessions/attention.ts';
import type { Session } from '../../sessions/session.ts';
import { askForModel, askForPermissionMode } from '../launchChoices.ts';
import { pick } from '../steps/inputs.ts';
import type { Frame, Reply } from '../steps/reply.ts';
import { askForVariables } from '../variables.ts';
import { choiceWords } from '../words/choices.ts';
import { overridesWords } from '../words/overrides.ts';
import { type CommandContext, mention, valueOrTell } from './context.ts';
import { restart } from './life.ts';

type Row = QuickPickItem & {
	readonly change?: (frame: Frame) => Promise<Reply<OverridesChange>>;
	readonly restarts?: boolean;
};

export async function setOverrides(session: Session, context: CommandContext): Promise<void> {
	const { actions } = context.supervisor;
	const title = overridesWords.title(session.name);
	let overrides = await valueOrTell(await actions.overrides(session.id));
	let changed = false;
	while (overrides) {
		const now: Session = context.supervisor.sessions.get(session.id) ?? session;
		const offers = await actions.advice.agents();
		const rows = rowsFor(now, { overrides, offers, changed });
		const reply = await pick<Row>({ title, canGoBack: false }, { items: rows, placeholder: overridesWords.placeholder(isRunning(now)) });
		if (reply.kind !== 'value') break;
		if (reply.value.restarts) return restart(now, context);
		if (!reply.value.change) break;
		const change = await reply.value.change({ title, canGoBack: true });
		if (change.kind === 'cancelled') break;
		if (change.kind === 'back') continue;
		const stored = await valueOrTell(await actions.setOverrides(session.id, change.value));
		changed ||= stored !== undefined;
		overrides = stored ?? overrides;
	}
	if (changed) mention(overridesWords.kept(session.name));
}

interface Situation {
	readonly overrides: Overrides;
	readonly offers: readonly AgentOffer[];
	readonly changed: boolean;
}

function rowsFor(session: Session, { overrides, offers, changed }: Situation): Row[] {
	const { model, permissionMode, env = {} } = overrides;
	const offer = offers.find(({ agent }) => agent === session.agent);
	const rows: Row[] = [];
	if (offer) {
		// The record of a running session says what runs: only a stopped one can become another.
		if (!isRunning(session)) {
			rows.push({
				label: overridesWords.agent(),
				description: offer.displayName,
				change: (frame) => askForAgent(frame, offers, offer),
			});
		}
		rows.push({
			label: choiceWords.model(),
			description: model ?? choiceWords.byDefault(),
			change: async (frame) => toChange(await askForModel(frame, offer, model), (value) => ({ model: value ?? null })),
		});
		if (offer.permissionModes.length > 0) {
			rows.push({
				label: choiceWords.permissionMode(),
				description: permissionMode ?? choiceWords.byDefault(),
				change: async (frame) =>
					toChange(await askForPermissionMode(frame, offer, permissionMode), (value) => ({ permissionMode: value ?? null })),
			});
		}
	}
	rows.push({
		label: overridesWords.variables(),
		description: Object.keys(env).join(', ') || overridesWords.none(),
		change: async (frame) => toChange(await askForVariables(frame, env), (value) => ({ env: value })),
	});
	if (!changed) return rows;
	rows.push({ label: '', kind: QuickPickItemKind.Separator });
	if (isRunning(session)) rows.push({ label: overridesWords.restart(), iconPath: new ThemeIcon('debug-restart'), restarts: true });
	rows.push({
		label: overridesWords.done(),
		...(isRunning(session) && { description: overridesWords.atNextStart() }),
		iconPath: new ThemeIcon('check'),
	});
	return rows;
}

async function askForAgent(frame: Frame, offers: readonly AgentOffer[], current: AgentOffer): Promise<Reply<OverridesChange>> {
	const items = offers.filter(({ program }) => program !== undefined).map(({ agent, displayName }) => ({ label: displayName, agent }));
	const reply = await pick(frame, {
		items,
		placeholder: overridesWords.pickAgent(),
		active: items.find(({ agent }) => agent === current.agent),
	});
	return toChange(reply, ({ agent }) => ({ agent }));
}

function toChange<T>(reply: Reply<T>, change: (value: T) => OverridesChange): Reply<OverridesChange> {
	return reply.kind === 'value' ? { kind: 'value', value: change(reply.value) } : reply;
}
