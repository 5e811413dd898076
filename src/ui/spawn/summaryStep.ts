/** What will be started, with everything that may be set and its default: Enter starts it. */
import { type QuickPickItem, QuickPickItemKind, ThemeIcon } from 'vscode';
import type { Refusal } from '../../sessions/outcome.ts';
import type { CommandContext } from '../commands/context.ts';
import { askForModel, askForPermissionMode } from '../launchChoices.ts';
import { tildify } from '../paths.ts';
import { ask, type Objection, pick } from '../steps/inputs.ts';
import type { Frame, Reply, Step } from '../steps/reply.ts';
import { helpFor } from '../tellRefusal.ts';
import { choiceWords } from '../words/choices.ts';
import { refusalText } from '../words/outcome.ts';
import { spawnWords } from '../words/spawn.ts';
import { type Draft, isSettled, type Settled, withDefaults } from './draft.ts';

type Row = QuickPickItem & { readonly change?: (frame: Frame) => Promise<Reply<Draft>> };

export function summaryStep(context: CommandContext): Step<Draft> {
	const { actions } = context.supervisor;
	return {
		ask: async (first, frame) => {
			let draft = first;
			for (;;) {
				if (!isSettled(draft)) return { kind: 'cancelled' };
				const titled = { ...frame, title: spawnWords.title(draft.agent.displayName) };
				const reply = await pick<Row>(titled, { items: rowsFor(draft, context), placeholder: spawnWords.summary() });
				if (reply.kind !== 'value') return reply;
				if (!reply.value.change) return { kind: 'value', value: draft };
				const changed = await reply.value.change({ title: titled.title, canGoBack: true });
				if (changed.kind === 'cancelled') return changed;
				if (changed.kind === 'value') draft = await withDefaults(changed.value, actions);
			}
		},
	};
}

function rowsFor(draft: Settled, context: CommandContext): Row[] {
	const { agent, defaults, folder, inWorktree } = draft;
	const set = (part: Partial<Draft>): Draft => ({ ...draft, ...part });
	const place = inWorktree ? spawnWords.inWorktreeOf(tildify(folder)) : tildify(folder);
	const rows: Row[] = [
		{
			label: spawnWords.start(agent.displayName),
			description: place,
			detail: draft.firstPrompt.replaceAll(/\s+/g, ' ').trim() || spawnWords.withoutPrompt(),
			iconPath: new ThemeIcon('play'),
		},
		{ label: spawnWords.options(), kind: QuickPickItemKind.Separator },
		{
			label: spawnWords.name(),
			description: draft.name ?? defaults.name,
			change: (frame) => askName(frame, draft, context),
		},
	];
	if (inWorktree) {
		rows.push({
			label: spawnWords.branch(),
			description: draft.branch ?? defaults.branch ?? '',
			change: (frame) => askBranch(frame, draft, context),
		});
	}
	rows.push({
		label: choiceWords.model(),
		description: draft.model ?? choiceWords.byDefault(),
		change: async (frame) => mapped(await askForModel(frame, agent, draft.model), (model) => set({ model })),
	});
	if (agent.permissionModes.length > 0) {
		rows.push({
			label: choiceWords.permissionMode(),
			description: draft.permissionMode ?? choiceWords.byDefault(),
			change: async (frame) =>
				mapped(await askForPermissionMode(frame, agent, draft.permissionMode), (permissionMode) => set({ permissionMode })),
		});
	}
	rows.push({
		label: spawnWords.issue(),
		description: draft.issueId ?? spawnWords.none(),
		change: (frame) => askIssue(frame, draft, context),
	});
	return rows;
}

async function askName(frame: Frame, draft: Settled, { supervisor }: CommandContext): Promise<Reply<Draft>> {
	const { advice } = supervisor.actions;
	const reply = await ask(frame, {
		value: draft.name ?? '',
		placeholder: draft.defaults.name,
		prompt: spawnWords.namePrompt(),
		objection: async (name) => (name.trim() === '' ? undefined : asObjection(await advice.nameObjection(name))),
	});
	return mapped(reply, (name) => ({ ...draft, name: name || undefined }));
}

async function askBranch(frame: Frame, draft: Settled, { supervisor }: CommandContext): Promise<Reply<Draft>> {
	const { advice } = supervisor.actions;
	const reply = await ask(frame, {
		value: draft.branch ?? draft.defaults.branch ?? '',
		prompt: spawnWords.branchPrompt(),
		objection: async (branch) =>
			branch.trim() === '' ? undefined : asObjection(await advice.branchObjection(draft.folder, branch.trim())),
	});
	return mapped(reply, (branch) => ({ ...draft, branch: branch === draft.defaults.branch ? undefined : branch || undefined }));
}

async function askIssue(frame: Frame, draft: Settled, { supervisor }: CommandContext): Promise<Reply<Draft>> {
	const { advice } = supervisor.actions;
	const reply = await ask(frame, {
		value: draft.issueId ?? '',
		prompt: spawnWords.issuePrompt(),
		objection: async (issueId) => (issueId.trim() === '' ? undefined : asObjection(await advice.issueObjection(issueId.trim()))),
	});
	return mapped(reply, (issueId) => ({ ...draft, issueId: issueId || undefined }));
}

/** Whoever has it can be gone to. */
function asObjection(refusal: Refusal | undefined): Objection | undefined {
	if (!refusal) return undefined;
	const help = helpFor(refusal)[0];
	return { message: refusalText(refusal), ...(help && { help }) };
}

function mapped<A, B>(reply: Reply<A>, map: (value: A) => B): Reply<B> {
	return reply.kind === 'value' ? { kind: 'value', value: map(reply.value) } : reply;
}
